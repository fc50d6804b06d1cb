import { lazyNamed } from '../lib/lazyNamed.ts'
import { lazyPart } from '../lib/lazyPart.ts'
import { useMe } from '../session/person/MeProvider.tsx'
import { ManagerNotices } from './ManagerNotices.tsx'

const OwnerDashboardScreen = lazyNamed(async () => (await import('./OwnerDashboardScreen.tsx')).OwnerDashboardScreen)
const GlobalDashboardScreen = lazyNamed(async () => (await import('./GlobalDashboardScreen.tsx')).GlobalDashboardScreen)
const AdminDashboardScreen = lazyNamed(async () => (await import('./AdminDashboardScreen.tsx')).AdminDashboardScreen)
const DashboardScreen = lazyNamed(async () => (await import('./DashboardScreen.tsx')).DashboardScreen)
const OwnerChecklist = lazyPart(async () => (await import('./OwnerChecklist.tsx')).OwnerChecklist)

/** /: the dashboard of the user's role (spec §2), below what managers must know and what an owner has left to set up. */
export function HomeScreen() {
  const { effectiveRole } = useMe()
  return (
    <>
      <ManagerNotices />
      {effectiveRole === 'OWNER' && <OwnerChecklist />}
      <Dashboard />
    </>
  )
}

function Dashboard() {
  const { effectiveRole } = useMe()
  if (effectiveRole === 'GLOBAL_ADMIN') return <GlobalDashboardScreen />
  if (effectiveRole === 'OWNER') return <OwnerDashboardScreen />
  return effectiveRole === 'ADMIN' ? <AdminDashboardScreen /> : <DashboardScreen />
}
