import { Navigate, useNavigate } from 'react-router-dom'
import { AuthLayout } from '../features/auth/AuthLayout.tsx'
import { ChangePasswordForm } from '../features/auth/ChangePasswordForm.tsx'
import { usePublicTitle } from '../features/auth/usePublicTitle.ts'
import { useSession } from '../session/person/SessionProvider.tsx'
import { Button } from '../ui/Button.tsx'

/** /change-password: requires a signed-in user. */
export function ChangePasswordScreen() {
  const navigate = useNavigate()
  usePublicTitle('Set a New Password')
  const { user, signOut } = useSession()
  if (!user) return <Navigate to="/login" replace />
  return (
    <AuthLayout
      title="Set a new password"
      subtitle={`Hello ${user.fullName || user.email}. Choose a password that only you know.`}
    >
      <ChangePasswordForm onChanged={() => void navigate('/')} />
      <div className="mt-3 flex justify-center">
        {user.mustChangePassword ? (
          <Button variant="quiet" onClick={signOut}>
            Logout
          </Button>
        ) : (
          <Button variant="quiet" onClick={() => void navigate('/')}>
            Cancel
          </Button>
        )}
      </div>
    </AuthLayout>
  )
}
