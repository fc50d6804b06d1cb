import { lazy, Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom'
import { SessionCheck } from '../session/SessionCheck.tsx'
import { SessionProvider, useSession } from '../session/SessionProvider.tsx'
import { Toaster } from '../ui/Toaster.tsx'
import { paths } from './paths.ts'
import { ScreenBoundary } from './ScreenBoundary.tsx'

// Each is fetched when it is gone to: the sign-in needs nothing of the app, and only /map needs the map.
const LoginScreen = lazy(async () => ({ default: (await import('../screens/LoginScreen.tsx')).LoginScreen }))
const RegisterScreen = lazy(async () => ({ default: (await import('../screens/RegisterScreen.tsx')).RegisterScreen }))
const ChangePasswordScreen = lazy(async () => ({
  default: (await import('../screens/ChangePasswordScreen.tsx')).ChangePasswordScreen,
}))
const SignedIn = lazy(async () => ({ default: (await import('./SignedIn.tsx')).SignedIn }))
const HomeScreen = lazy(async () => ({ default: (await import('../screens/HomeScreen.tsx')).HomeScreen }))
const MapScreen = lazy(async () => ({ default: (await import('../screens/MapScreen.tsx')).MapScreen }))

/** The routes of spec §2; any other path goes home. */
export function App() {
  return (
    <SessionProvider>
      <BrowserRouter>
        <ScreenBoundary>
          <Suspense fallback={<SessionCheck />}>
            <Routes>
              <Route path={paths.login} element={<LoginScreen />} />
              <Route path={paths.register} element={<RegisterScreen />} />
              <Route path={paths.changePassword} element={<ChangePasswordScreen />} />
              <Route element={<Guarded />}>
                <Route path={paths.home} element={<HomeScreen />} />
                <Route path={paths.map} element={<MapScreen />} />
                <Route path="*" element={<Navigate to={paths.home} replace />} />
              </Route>
            </Routes>
          </Suspense>
        </ScreenBoundary>
        <Toaster />
      </BrowserRouter>
    </SessionProvider>
  )
}

/** Nobody passes without a session. */
function Guarded() {
  const { token } = useSession()
  return token ? <SignedIn /> : <Navigate to={paths.login} replace />
}
