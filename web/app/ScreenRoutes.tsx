import { lazy } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { paths } from './paths.ts'

// Each screen is fetched when it is gone to: only /map needs the map.
const HomeScreen = lazy(async () => ({ default: (await import('../screens/HomeScreen.tsx')).HomeScreen }))
const MapScreen = lazy(async () => ({ default: (await import('../screens/MapScreen.tsx')).MapScreen }))

/** The routes behind the sign-in (spec §2); any other path goes home. */
export function ScreenRoutes() {
  return (
    <Routes>
      <Route path={paths.home} element={<HomeScreen />} />
      <Route path={paths.map} element={<MapScreen />} />
      <Route path="*" element={<Navigate to={paths.home} replace />} />
    </Routes>
  )
}
