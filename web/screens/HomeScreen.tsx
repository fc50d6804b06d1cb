import { lazyNamed } from '../lib/lazyNamed.ts'
import { useMe } from '../session/MeProvider.tsx'

const OwnerDashboardScreen = lazyNamed('OwnerDashboardScreen', () => import('./OwnerDashboardScreen.tsx'))
const GlobalDashboardScreen = lazyNamed('GlobalDashboardScreen', () => import('./GlobalDashboardScreen.tsx'))
const AdminDashboardScreen = lazyNamed('AdminDashboardScreen', () => import('./AdminDashboardScreen.tsx'))
const DashboardScreen = lazyNamed('DashboardScreen', () => import('./DashboardScreen.tsx'))

/** /: the dashboard of the user's role (spec §2). */
export function HomeScreen() {
  const { effectiveRole } = useMe()
  if (effectiveRole === 'GLOBAL_ADMIN') return <GlobalDashboardScreen />
  if (effectiveRole === 'OWNER') return <OwnerDashboardScreen />
  return effectiveRole === 'ADMIN' ? <AdminDashboardScreen /> : <DashboardScreen />
}
