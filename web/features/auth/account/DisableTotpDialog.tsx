import { useMutation } from '@apollo/client/react'
import { DisableTotpDocument, MeDocument } from '../../../gql/graphql.ts'
import { useFields } from '../../../lib/useFields.ts'
import { toastSuccess } from '../../../lib/toasts.ts'
import { refetching } from '../../../lib/refetching.ts'
import { toastReason } from '../../../session/failureToasts.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { PasswordField } from '../../../ui/Field.tsx'

/** Turns two factors off, which needs the password. */
export function DisableTotpDialog({ onClose }: { onClose: () => void }) {
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
