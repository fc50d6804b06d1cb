import { Suspense } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { AuthLayout } from '../features/auth/AuthLayout.tsx'
import { FirstTimeSetup } from '../features/auth/FirstTimeSetup.tsx'
import { LoginForm } from '../features/auth/LoginForm.tsx'
import { lazyNamed } from '../lib/lazyNamed.ts'
import { useSession } from '../session/person/SessionProvider.tsx'

// Lazy, so that the form does not wait for it. If it cannot be loaded, the form is shown without it.
const StoredWorkNote = lazyNamed(() =>
  import('../features/outbox/StoredWorkNote.tsx').then(
    ({ StoredWorkNote: Note }) => Note,
    () => () => null,
  ),
)

/** /login: redirects a signed-in user to the screen they came from, or home. */
export function LoginScreen() {
  const { token } = useSession()
  const { state } = useLocation() as { state: { from?: string } | null }
  if (token) return <Navigate to={state?.from ?? '/'} replace />
  return (
    <AuthLayout
      title="Welcome Back"
      subtitle="Sign in to see your properties, leads, and team."
      subtitleOnPhone={false}
      footer={<FirstTimeSetup />}
    >
      <Suspense>
        <StoredWorkNote />
      </Suspense>
      <LoginForm />
    </AuthLayout>
  )
}
