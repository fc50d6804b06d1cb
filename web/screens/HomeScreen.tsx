import { lazy } from 'react'
import { useMe } from '../session/MeProvider.tsx'

const OwnerDashboardScreen = lazy(async () => ({
  default: (await import('./OwnerDashboardScreen.tsx')).OwnerDashboardScreen,
}))
const GlobalDashboardScreen = lazy(async () => ({
  default: (await import('./GlobalDashboardScreen.tsx')).GlobalDashboardScreen,
}))
const AdminDashboardScreen = lazy(async () => ({
  default: (await import('./AdminDashboardScreen.tsx')).AdminDashboardScreen,
}))
const DashboardScreen = lazy(async () => ({ default: (await import('./DashboardScreen.tsx')).DashboardScreen }))

/** /: the dashboard of the user's role (spec §2). */
export function HomeScreen() {
  const { effectiveRole } = useMe()
  if (effectiveRole === 'GLOBAL_ADMIN') return <GlobalDashboardScreen />
  if (effectiveRole === 'OWNER') return <OwnerDashboardScreen />
  return effectiveRole === 'ADMIN' ? <AdminDashboardScreen /> : <DashboardScreen />
}
