import { useApolloClient } from '@apollo/client/react'
import { AuthLayout } from '../features/auth/AuthLayout.tsx'
import { RecoveryCodeList } from '../features/auth/account/RecoveryCodeList.tsx'
import { TotpFields, useTotpForm } from '../features/auth/account/TotpForm.tsx'
import { type TotpSecret, useTotpSetup } from '../features/auth/account/useTotpSetup.ts'
import { MeDocument } from '../gql/graphql.ts'
import { useMe } from '../session/person/MeProvider.tsx'
import { useSession } from '../session/person/SessionProvider.tsx'
import { Button } from '../ui/Button.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'

interface RequiredTwoFactorsScreenProps {
  /** Called when a code is sent: from then on the screen must stay, because it shows the recovery codes. */
  onConfirming: () => void
  /** Called when the user has seen the recovery codes. */
  onDone: () => void
}

/** In place of every screen while two factors are required: leads through their set-up. */
export function RequiredTwoFactorsScreen({ onConfirming, onDone }: RequiredTwoFactorsScreenProps) {
  const { fullName, email } = useMe()
  const { signOut } = useSession()
  const client = useApolloClient()
  const setup = useTotpSetup()
  const confirm = async (code: string) => {
    onConfirming()
    return setup.confirm(code)
  }
  const finish = async () => {
    await client.refetchQueries({ include: [MeDocument] }).catch(() => undefined)
    onDone()
  }
  return (
    <AuthLayout
      title={setup.recoveryCodes ? 'Your Recovery Codes' : 'Set Up Two Factors'}
      subtitle={
        setup.recoveryCodes
          ? 'Two factors are on.'
          : `Hello ${fullName || email}. Signing in needs a code from an app on your phone, in addition to your password.`
      }
      footer={
        !setup.recoveryCodes && (
          <Button variant="quiet" className="self-center" onClick={signOut}>
            Logout
          </Button>
        )
      }
    >
      {setup.recoveryCodes ? (
        <>
          <RecoveryCodeList codes={setup.recoveryCodes} />
          <Button variant="primary" size="tall" className="mt-6 w-full" onClick={() => void finish()}>
            Done
          </Button>
        </>
      ) : setup.secret ? (
        <SetupForm secret={setup.secret} onConfirm={confirm} />
      ) : (
        <Button
          variant="primary"
          size="tall"
          className="mt-6 w-full"
          busy={setup.isStarting}
          onClick={() => void setup.start()}
        >
          Start
        </Button>
      )}
    </AuthLayout>
  )
}

interface SetupFormProps {
  secret: TotpSecret
  onConfirm: (code: string) => Promise<string | undefined>
}

function SetupForm({ secret, onConfirm }: SetupFormProps) {
  const form = useTotpForm(onConfirm)
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)}>
      <TotpFields secret={secret} form={form} />
      <SubmitButton busy={form.isSubmitting} busyLabel="Checking..." className="mt-6">
        Turn On
      </SubmitButton>
    </form>
  )
}
