import { useMutation } from '@apollo/client/react'
import { ConfirmPasswordDocument } from '../../../gql/graphql.ts'
import { useFields } from '../../../lib/useFields.ts'
import { toastReason } from '../../../session/failureToasts.ts'
import { useMe } from '../../../session/person/MeProvider.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { PasswordField } from '../../../ui/Field.tsx'
import { CodeField } from '../CodeField.tsx'

/** Asks for the password, and for a code of an account with two factors, before something dangerous. */
export function ConfirmPasswordDialog({ onConfirmed, onClose }: { onConfirmed: () => void; onClose: () => void }) {
  const { hasTwoFactors } = useMe()
  const [confirmPassword] = useMutation(ConfirmPasswordDocument)
  const { field, submit } = useFields({ password: '', code: '' })
  const send = submit(
    async ({ password, code }) => {
      await confirmPassword({ variables: { password, ...(hasTwoFactors ? { code } : {}) } })
      onConfirmed()
    },
    (error) => toastReason(error, 'Failed to confirm the password'),
    ['password', 'code'],
  )
  return (
    <FormDialog
      onSubmit={send}
      onClose={onClose}
      title="Confirm your password"
      description="You signed in a while ago. For the next 15 minutes you are not asked again."
      action="Confirm"
      busyAction="Confirming..."
      className="grid gap-4"
    >
      <PasswordField
        label="Password"
        autoComplete="current-password"
        {...field('password', { required: 'Password is required' })}
      />
      {hasTwoFactors && <CodeField {...field('code', { required: 'Code is required' })} />}
    </FormDialog>
  )
}
