import { useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { AuthLayout } from '../features/auth/AuthLayout.tsx'
import { usePublicTitle } from '../features/auth/usePublicTitle.ts'
import { ConfirmEmailDocument } from '../gql/signUp/graphql.ts'
import { errorMessage } from '../lib/errors.ts'
import { request } from '../lib/request.ts'
import { useBusy } from '../lib/useBusy.ts'
import { useSession } from '../session/person/SessionProvider.tsx'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'

/** /confirm-email/TOKEN: finishes the sign-up of a company. A press does, because programs open the links of mails, too. */
export function ConfirmEmailScreen() {
  const { token = '' } = useParams()
  const { token: session, signIn } = useSession()
  const [refusal, setRefusal] = useState<string | null>(null)
  const { busy, run } = useBusy()
  usePublicTitle('Confirm Email Address')
  const confirm = async () => {
    try {
      const { confirmEmail } = await request(ConfirmEmailDocument, { token })
      signIn({ token: confirmEmail.accessToken, user: confirmEmail.user })
    } catch (error) {
      setRefusal(errorMessage(error, 'Check the connection and try again.'))
    }
  }
  if (session) return <Navigate to="/" replace />
  if (refusal)
    return (
      <AuthLayout isMessage title="Your company was not set up" subtitle={refusal}>
        <ButtonLink size="large" to="/register">
          Start Again
        </ButtonLink>
      </AuthLayout>
    )
  return (
    <AuthLayout
      isMessage
      title="Confirm your email address"
      subtitle="Then your company is set up, and you are signed in."
    >
      <Button variant="primary" size="large" busy={busy} onClick={() => void run(confirm)}>
        Confirm
      </Button>
    </AuthLayout>
  )
}
