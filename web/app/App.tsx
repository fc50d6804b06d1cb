import { lazy, Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { SessionCheck } from '../session/SessionCheck.tsx'
import { SessionProvider, useSession } from '../session/SessionProvider.tsx'
import { Toaster } from '../ui/Toaster.tsx'
import { paths } from './paths.ts'
import { ScreenErrorBoundary } from './ScreenErrorBoundary.tsx'

// Each is fetched when it is gone to: the sign-in needs nothing of the app.
const LoginScreen = lazy(async () => ({ default: (await import('../screens/LoginScreen.tsx')).LoginScreen }))
const RegisterScreen = lazy(async () => ({ default: (await import('../screens/RegisterScreen.tsx')).RegisterScreen }))
const ChangePasswordScreen = lazy(async () => ({
  default: (await import('../screens/ChangePasswordScreen.tsx')).ChangePasswordScreen,
}))
const SignedIn = lazy(async () => ({ default: (await import('./SignedIn.tsx')).SignedIn }))

/** What is open to anyone, and the way to everything else; its routes are in `ScreenRoutes`. */
export function App() {
  return (
    <SessionProvider>
      <BrowserRouter>
        <ScreenErrorBoundary>
          <Suspense fallback={<SessionCheck />}>
            <Routes>
              <Route path={paths.login} element={<LoginScreen />} />
              <Route path={paths.register} element={<RegisterScreen />} />
              <Route path={paths.changePassword} element={<ChangePasswordScreen />} />
              <Route path="*" element={<RequireSession />} />
            </Routes>
          </Suspense>
        </ScreenErrorBoundary>
        <Toaster />
      </BrowserRouter>
    </SessionProvider>
  )
}

/** Nobody passes without a session; whoever has to sign in comes back to where they were, unless they logged out. */
function RequireSession() {
  const { token, loggedOut } = useSession()
  const { pathname, search } = useLocation()
  if (token) return <SignedIn />
  return <Navigate to={paths.login} replace state={loggedOut ? null : { from: pathname + search }} />
}
