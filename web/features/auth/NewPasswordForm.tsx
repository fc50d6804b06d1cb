import { useFields } from '../../lib/useFields.ts'
import { newPasswordRules, passwordHint, passwordTooShort } from '../../domain/passwordRules.ts'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { PasswordField } from '../../ui/Field.tsx'

const TOO_SHORT = `${passwordTooShort} long`

const emptyFields = { currentPassword: '', newPassword: '', confirmPassword: '' }

interface NewPasswordFormProps {
  /** Also asks for the password that is replaced. */
  asksForCurrent?: boolean
  onSubmit: (passwords: { currentPassword: string; newPassword: string }) => Promise<void>
  /** Called with an error of `onSubmit` that says nothing about a field. */
  onFailure: (error: unknown) => void
}

/** Chooses a new password, typed twice. */
export function NewPasswordForm({ asksForCurrent = false, onSubmit, onFailure }: NewPasswordFormProps) {
  const { field, submit, isSubmitting } = useFields(emptyFields)
  const send = submit(onSubmit, onFailure, ['currentPassword', 'newPassword'])
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
      {asksForCurrent && (
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          fieldSize="large"
          {...field('currentPassword', { required: 'Your current password is required' })}
        />
      )}
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        fieldSize="large"
        hint={passwordHint}
        {...field('newPassword', {
          required: TOO_SHORT,
          minLength: { ...newPasswordRules.minLength, message: TOO_SHORT },
          deps: 'confirmPassword',
        })}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        fieldSize="large"
        {...field('confirmPassword', {
          validate: (value, all) => value === all.newPassword || 'Passwords do not match',
        })}
      />
      <SubmitButton busy={isSubmitting} busyLabel="Changing password..." className="mt-2">
        Change Password
      </SubmitButton>
    </form>
  )
}
