import type { UserRowFragment } from '../../gql/graphql.ts'
import { useFields } from '../../lib/useFields.ts'
import { newPasswordRules, passwordHint } from '../../domain/passwordRules.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { PasswordField } from '../../ui/Field.tsx'
import { useUserMutations } from './useUserMutations.ts'

/** Sets a temporary password, which the user changes at the next sign-in. */
export function ResetPasswordDialog({ user, onClose }: { user: UserRowFragment; onClose: () => void }) {
  const { resetPassword } = useUserMutations()
  const { field, submit } = useFields({ newPassword: '' })
  const send = submit(async ({ newPassword }) => {
    if (await resetPassword(user.id, newPassword)) onClose()
  })
  return (
    <FormDialog
      onSubmit={send}
      onClose={onClose}
      title="Reset Password"
      description={`${user.fullName} is signed out everywhere, and chooses a new password at the next sign-in.`}
      action="Reset Password"
      busyAction="Resetting..."
    >
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        isRequired
        hint={passwordHint}
        {...field('newPassword', newPasswordRules)}
      />
    </FormDialog>
  )
}
