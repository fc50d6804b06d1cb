import { Suspense, useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router-dom'
import { AuthLayout } from '../features/auth/AuthLayout.tsx'
import { RegisterForm } from '../features/auth/RegisterForm.tsx'
import { usePublicTitle } from '../features/auth/usePublicTitle.ts'
import { lazyNamed } from '../lib/lazyNamed.ts'
import { useSession } from '../session/person/SessionProvider.tsx'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'

/** Who may sign up, which the server writes into the page: everybody who is then approved, only invited people, or also companies. */
const signUpMode = document.querySelector<HTMLMetaElement>('meta[name=sign-up]')?.content ?? 'approval'

const SignUpCompany = lazyNamed(async () => (await import('../features/signUp/SignUpCompany.tsx')).SignUpCompany)

/** /register: as the server lets people sign up. */
export function RegisterScreen() {
  const navigate = useNavigate()
  const { token } = useSession()
  // Somebody who wants to join a company that is here already.
  const [joins, setJoins] = useState(signUpMode !== 'open')
  usePublicTitle('Create Account')
  if (token && signUpMode === 'open') return <Navigate to="/" replace />
  if (signUpMode === 'invite')
    return (
      <AuthLayout
        isMessage
        title="Ask your company for an invitation"
        subtitle="An owner or admin can send you a link or show you a QR code. With it you are in at once."
      >
        <ButtonLink size="large" to="/login">
          Sign In
        </ButtonLink>
      </AuthLayout>
    )
  if (joins)
    return (
      <AuthLayout title="Create your account" subtitle="An admin approves it before your first sign-in.">
        <RegisterForm onRegistered={() => void navigate('/login')} />
      </AuthLayout>
    )
  return (
    <AuthLayout title="Set up your company" subtitle="You become its owner, and invite your team next.">
      <Suspense>
        <SignUpCompany />
      </Suspense>
      <p className="mt-4 text-center text-body text-ink-2">
        Or{' '}
        <Link to="/login" className="link">
          sign in to existing account
        </Link>
      </p>
      <Button variant="quiet" className="mt-2 w-full" onClick={() => setJoins(true)}>
        Join a company that is here already
      </Button>
    </AuthLayout>
  )
}
