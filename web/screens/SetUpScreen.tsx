import { useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router-dom'
import { AuthLayout } from '../features/auth/AuthLayout.tsx'
import { usePublicTitle } from '../features/auth/usePublicTitle.ts'
import { CompanyForm } from '../features/signUp/CompanyForm.tsx'
import { type RegisterCompanyInput, SetUpDocument } from '../gql/signUp/graphql.ts'
import { errorCode, errorMessage } from '../lib/errors.ts'
import { request } from '../lib/request.ts'
import { useSession } from '../session/person/SessionProvider.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'

/** /set-up/CODE: makes the first global admin and the first company, and goes on to invite its owner. */
export function SetUpScreen() {
  const { code = '' } = useParams()
  const navigate = useNavigate()
  const { token, signIn, chooseTenant } = useSession()
  const [wasSignedIn] = useState(token !== null)
  const [refusal, setRefusal] = useState<string | null>(null)
  usePublicTitle('Set Up')
  const submit = async (input: RegisterCompanyInput) => {
    try {
      const { login, tenant } = (await request(SetUpDocument, { input: { ...input, code } })).setUp
      signIn({ token: login.accessToken, user: login.user })
      chooseTenant(tenant.id)
      void navigate('/users/invitations?invite=OWNER', { replace: true })
    } catch (error) {
      if (!['GONE', 'NOT_FOUND'].includes(errorCode(error))) throw error
      setRefusal(errorMessage(error, ''))
    }
  }
  if (wasSignedIn) return <Navigate to="/" replace />
  if (refusal)
    return (
      <AuthLayout isMessage title="Nothing was set up" subtitle={refusal}>
        <ButtonLink size="large" to="/login">
          Sign In
        </ButtonLink>
      </AuthLayout>
    )
  return (
    <AuthLayout
      title="Set up Porchlight"
      subtitle="You become the global admin, who looks after this server. Then you invite the owner of your company."
    >
      <CompanyForm action="Set Up" onSubmit={submit} />
    </AuthLayout>
  )
}
