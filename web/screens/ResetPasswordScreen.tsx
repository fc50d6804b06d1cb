import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { AuthLayout } from '../features/auth/AuthLayout.tsx'
import { ResetPasswordForm } from '../features/auth/ResetPasswordForm.tsx'
import { usePublicTitle } from '../features/auth/usePublicTitle.ts'
import { useSession } from '../session/person/SessionProvider.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'

/** /reset-password/TOKEN: chooses a password with a link. Afterwards everybody signs in again, also who was signed in here. */
export function ResetPasswordScreen() {
  const { token = '' } = useParams()
  const { token: session, signOut } = useSession()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  usePublicTitle('Choose a New Password')
  if (problem)
    return (
      <AuthLayout
        isMessage
        title={problem}
        subtitle="A link works once, for 30 minutes. Open it exactly as you got it, or ask for another one."
      >
        <div className="flex flex-wrap gap-2.5">
          <ButtonLink size="large" to="/forgot-password">
            Get Another Link
          </ButtonLink>
          <ButtonLink size="large" to="/login">
            Sign In
          </ButtonLink>
        </div>
      </AuthLayout>
    )
  return (
    <AuthLayout
      title="Choose a new password"
      subtitle="You are signed out on all devices, and sign in with the new one."
    >
      <ResetPasswordForm
        token={token}
        onProblem={setProblem}
        onChosen={() => {
          if (session) signOut()
          void navigate('/login', { replace: true })
        }}
      />
    </AuthLayout>
  )
}
