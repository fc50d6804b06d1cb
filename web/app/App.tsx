import { Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { lazyNamed } from '../lib/lazyNamed.ts'
import { SessionCheck } from '../session/person/SessionCheck.tsx'
import { SessionProvider, useSession } from '../session/person/SessionProvider.tsx'
import { paths } from './paths.ts'
import { ScreenErrorBoundary } from './ScreenErrorBoundary.tsx'

// Loaded on navigation, so that the sign-in page downloads nothing of the app.
const LoginScreen = lazyNamed(async () => (await import('../screens/LoginScreen.tsx')).LoginScreen)
const PublicScreen = lazyNamed(async () => (await import('../screens/PublicScreen.tsx')).PublicScreen)
// Toasts of before it is there are shown when it is.
const Toaster = lazyNamed(async () => (await import('../ui/Toaster.tsx')).Toaster)
const DebugConsoleShortcut = lazyNamed(
  async () => (await import('../features/debugConsole/DebugConsoleShortcut.tsx')).DebugConsoleShortcut,
)
const SignedIn = lazyNamed(async () => (await import('./SignedIn.tsx')).SignedIn)

/** Downloads the scripts of the first signed-in screen before it is rendered. */
export function preloadSignedIn(): void {
  import('./SignedIn.tsx').then(
    ({ preloadScreen }) => preloadScreen(window.location.pathname),
    // The component is imported again when it renders, and a failure is shown then.
    () => undefined,
  )
}

const publicScreens = [
  'register',
  'forgotPassword',
  'resetPassword',
  'invitation',
  'confirmEmail',
  'setUp',
  'changePassword',
] as const

/** The public routes. All other paths require a session; see `ScreenRoutes`. */
export function App() {
  return (
    <SessionProvider>
      <BrowserRouter>
        <ScreenErrorBoundary>
          <Suspense fallback={<SessionCheck />}>
            <Routes>
              <Route path={paths.login} element={<LoginScreen />} />
              {publicScreens.map((name) => (
                <Route key={name} path={paths[name]} element={<PublicScreen name={name} />} />
              ))}
              <Route path="*" element={<RequireSession />} />
            </Routes>
          </Suspense>
        </ScreenErrorBoundary>
        <Suspense fallback={null}>
          <Toaster />
        </Suspense>
        <DebugConsole />
      </BrowserRouter>
    </SessionProvider>
  )
}

/** The debug console of every screen. What one session logged is not shown in the next. */
function DebugConsole() {
  const { token } = useSession()
  return (
    <Suspense fallback={null}>
      <DebugConsoleShortcut key={token} />
    </Suspense>
  )
}

/**
 * Redirects to the sign-in page without a session. After an expired session the user returns to the same URL; after a
 * logout they do not.
 */
function RequireSession() {
  const { token, loggedOut } = useSession()
  const { pathname, search } = useLocation()
  if (token) return <SignedIn />
  return <Navigate to={paths.login} replace state={loggedOut ? null : { from: pathname + search }} />
}
