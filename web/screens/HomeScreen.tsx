import { lazy } from 'react'
import { Navigate } from 'react-router-dom'
import { homePathFor } from '../session/homePath.ts'
import { useMe } from '../session/MeProvider.tsx'

const OwnerDashboardScreen = lazy(async () => ({
  default: (await import('./OwnerDashboardScreen.tsx')).OwnerDashboardScreen,
}))

/** /: the owner's dashboard, and the way to their own start for everybody else. */
export function HomeScreen() {
  const home = homePathFor(useMe())
  return home === '/' ? <OwnerDashboardScreen /> : <Navigate to={home} replace />
}
