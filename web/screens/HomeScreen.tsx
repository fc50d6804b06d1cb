import { lazyNamed } from '../lib/lazyNamed.ts'
import { useMe } from '../session/MeProvider.tsx'

const OwnerDashboardScreen = lazyNamed(async () => (await import('./OwnerDashboardScreen.tsx')).OwnerDashboardScreen)
const GlobalDashboardScreen = lazyNamed(async () => (await import('./GlobalDashboardScreen.tsx')).GlobalDashboardScreen)
const AdminDashboardScreen = lazyNamed(async () => (await import('./AdminDashboardScreen.tsx')).AdminDashboardScreen)
const DashboardScreen = lazyNamed(async () => (await import('./DashboardScreen.tsx')).DashboardScreen)

/** /: the dashboard of the user's role (spec §2). */
export function HomeScreen() {
  const { effectiveRole } = useMe()
  if (effectiveRole === 'GLOBAL_ADMIN') return <GlobalDashboardScreen />
  if (effectiveRole === 'OWNER') return <OwnerDashboardScreen />
  return effectiveRole === 'ADMIN' ? <AdminDashboardScreen /> : <DashboardScreen />
}
