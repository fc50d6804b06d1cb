import { useForm } from 'react-hook-form'
import type { UserRowFragment } from '../../gql/graphql.ts'
import { newPasswordRules, passwordHint } from '../../domain/passwordRules.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { PasswordField } from '../../ui/Field.tsx'
import { useDialogError } from './DialogError.tsx'
import { useUserMutations } from './useUserMutations.ts'

/** Sets a temporary password, which the user changes at the next sign-in. */
export function ResetPasswordDialog({ user, onClose }: { user: UserRowFragment; onClose: () => void }) {
  const { resetPassword } = useUserMutations()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { newPassword: '' } })
  const { errors } = formState
  const { error, isDone } = useDialogError()
  const submit = handleSubmit(async ({ newPassword }) => {
    if (isDone(await resetPassword(user.id, newPassword))) onClose()
  })
  return (
    <FormDialog
      onSubmit={submit}
      onClose={onClose}
      title="Reset Password"
      description={`${user.fullName} is signed out everywhere, and chooses a new password at the next sign-in.`}
      action="Reset Password"
      busyAction="Resetting..."
      after={error}
    >
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        isRequired
        hint={errors.newPassword ? undefined : passwordHint}
        error={errors.newPassword?.message}
        {...register('newPassword', newPasswordRules)}
      />
    </FormDialog>
  )
}
