import { useNavigate } from 'react-router-dom'
import { AuthLayout } from '../features/auth/AuthLayout.tsx'
import { RegisterForm } from '../features/auth/RegisterForm.tsx'
import { usePublicTitle } from '../features/auth/usePublicTitle.ts'

/** /register */
export function RegisterScreen() {
  const navigate = useNavigate()
  usePublicTitle('Create Account')
  return (
    <AuthLayout title="Create your account" subtitle="An admin approves it before your first sign-in.">
      <RegisterForm onRegistered={() => void navigate('/login')} />
    </AuthLayout>
  )
}
