import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { useApolloClient, useMutation } from '@apollo/client/react'
import { DisableTotpDocument, MeDocument } from '../../../gql/graphql.ts'
import { useMe } from '../../../session/person/MeProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { RecoveryCodeList } from './RecoveryCodeList.tsx'
import { TotpFields, useTotpForm } from './TotpForm.tsx'
import { type TotpSecret, useTotpSetup } from './useTotpSetup.ts'
import { useFields } from '../../../lib/useFields.ts'
import { toastSuccess } from '../../../lib/toasts.ts'
import { refetching } from '../../../lib/refetching.ts'
import { toastReason } from '../../../session/failureToasts.ts'
import { PasswordField } from '../../../ui/Field.tsx'

/** Whether the account has two factors, with the dialogs that turn them on and off. */
export function TwoFactorsPanel() {
  const { hasTwoFactors, recoveryCodesLeft } = useMe()
  const client = useApolloClient()
  const setup = useTotpSetup()
  const [isTurningOff, setIsTurningOff] = useState(false)
  const finish = () => {
    setup.reset()
    void client.refetchQueries({ include: [MeDocument] })
  }
  return (
    <Card
      title="Two Factors"
      aside={
        hasTwoFactors && (
          <span className="inline-flex items-center gap-1.5 font-[550] text-good">
            <ShieldCheck aria-hidden size={16} />
            On
          </span>
        )
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 pt-1 pb-5 max-md:px-4">
        <p className="min-w-0 flex-1 basis-72 text-body text-ink-2">
          {hasTwoFactors
            ? `Signing in needs a code from your authenticator app. ${describeCodes(recoveryCodesLeft ?? 0)}`
            : 'A code from an app on your phone, in addition to your password: whoever learns the password cannot sign in with it.'}
        </p>
        {hasTwoFactors ? (
          <Button icon={ShieldOff} onClick={() => setIsTurningOff(true)}>
            Turn Off
          </Button>
        ) : (
          <Button variant="primary" icon={ShieldCheck} busy={setup.isStarting} onClick={() => void setup.start()}>
            Set Up
          </Button>
        )}
      </div>
      {setup.secret && !setup.recoveryCodes && (
        <TotpDialog secret={setup.secret} onConfirm={setup.confirm} onClose={setup.reset} />
      )}
      {setup.recoveryCodes && (
        <Dialog
          isLocked
          onClose={finish}
          title="Your Recovery Codes"
          description="Two factors are on."
          footer={
            <Button size="large" variant="primary" onClick={finish}>
              Done
            </Button>
          }
        >
          <RecoveryCodeList codes={setup.recoveryCodes} />
        </Dialog>
      )}
      {isTurningOff && <DisableTotpDialog onClose={() => setIsTurningOff(false)} />}
    </Card>
  )
}

interface TotpDialogProps {
  secret: TotpSecret
  onConfirm: (code: string) => Promise<string | undefined>
  onClose: () => void
}

function TotpDialog({ secret, onConfirm, onClose }: TotpDialogProps) {
  const form = useTotpForm(onConfirm)
  return (
    <FormDialog
      onSubmit={form.submit}
      onClose={onClose}
      title="Set Up Two Factors"
      action="Turn On"
      busyAction="Checking..."
    >
      <TotpFields secret={secret} form={form} />
    </FormDialog>
  )
}

function describeCodes(left: number): string {
  if (left === 0) return 'No recovery codes are left. Turn two factors off and on again to get new ones.'
  return left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`
}

/** Turns two factors off, which needs the password. */
function DisableTotpDialog({ onClose }: { onClose: () => void }) {
  const [disableTotp] = useMutation(DisableTotpDocument, refetching(MeDocument))
  const { field, submit } = useFields({ password: '' })
  const send = submit(
    async (variables) => {
      await disableTotp({ variables })
      toastSuccess('Two factors turned off')
      onClose()
    },
    (error) => toastReason(error, 'Failed to turn two factors off'),
    ['password'],
  )
  return (
    <FormDialog
      onSubmit={send}
      onClose={onClose}
      title="Turn Off Two Factors"
      description="Your password alone signs you in again, and the recovery codes stop working."
      action="Turn Off"
      busyAction="Turning off..."
    >
      <PasswordField
        label="Password"
        autoComplete="current-password"
        {...field('password', { required: 'Password is required' })}
      />
    </FormDialog>
  )
}
