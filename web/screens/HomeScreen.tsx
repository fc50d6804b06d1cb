import { lazy } from 'react'
import { Navigate } from 'react-router-dom'
import { homePathFor } from '../session/homePath.ts'
import { useMe } from '../session/MeProvider.tsx'

const OwnerDashboardScreen = lazy(async () => ({
  default: (await import('./OwnerDashboardScreen.tsx')).OwnerDashboardScreen,
}))
const AdminDashboardScreen = lazy(async () => ({
  default: (await import('./AdminDashboardScreen.tsx')).AdminDashboardScreen,
}))
const DashboardScreen = lazy(async () => ({ default: (await import('./DashboardScreen.tsx')).DashboardScreen }))

/** /: the dashboard of one's role, and the way to the map for who starts there. */
export function HomeScreen() {
  const me = useMe()
  const home = homePathFor(me)
  if (home !== '/') return <Navigate to={home} replace />
  if (me.effectiveRole === 'OWNER') return <OwnerDashboardScreen />
  return me.effectiveRole === 'ADMIN' ? <AdminDashboardScreen /> : <DashboardScreen />
}
