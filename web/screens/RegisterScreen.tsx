import { useNavigate } from 'react-router-dom'
import { AuthLayout } from '../features/auth/AuthLayout.tsx'
import { PublicTitle } from '../features/auth/PublicTitle.tsx'
import { RegisterForm } from '../features/auth/RegisterForm.tsx'

/** /register */
export function RegisterScreen() {
  const navigate = useNavigate()
  return (
    <AuthLayout title="Create your account" subtitle="An admin approves it before your first sign-in.">
      <PublicTitle>Create Account · Porchlight</PublicTitle>
      <RegisterForm onRegistered={() => void navigate('/login')} />
    </AuthLayout>
  )
}
