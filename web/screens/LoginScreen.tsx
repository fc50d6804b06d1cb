import { Navigate } from 'react-router-dom'
import { AuthLayout } from '../features/auth/AuthLayout.tsx'
import { FirstTimeSetup } from '../features/auth/FirstTimeSetup.tsx'
import { LoginForm } from '../features/auth/LoginForm.tsx'
import { useSession } from '../session/SessionProvider.tsx'

/** /login: goes home as soon as someone is signed in. */
export function LoginScreen() {
  const { token } = useSession()
  if (token) return <Navigate to="/" replace />
  return (
    <AuthLayout
      title="Welcome Back"
      subtitle="Sign in to see your houses, leads and team."
      subtitleOnPhone={false}
      foot={<FirstTimeSetup />}
    >
      <LoginForm />
    </AuthLayout>
  )
}
