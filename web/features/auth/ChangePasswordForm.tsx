import { useForm } from 'react-hook-form'
import { ChangePasswordDocument } from '../../gql/plain/graphql.ts'
import { errorCode, errorMessage, fieldErrorOf } from '../../lib/errors.ts'
import { request } from '../../lib/request.ts'
import { toastError } from '../../lib/toasts.ts'
import { useSession } from '../../session/person/SessionProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/Field.tsx'
import { newPasswordRules, passwordHint, passwordTooShort } from '../../session/person/passwordRules.ts'

const TOO_SHORT = `${passwordTooShort} long`

const CURRENT_REQUIRED = 'Your current password is required'

/**
 * Sets a new password for the signed-in user, who proves the current one unless they have to change it. The current session stays
 * valid.
 */
export function ChangePasswordForm({ onChanged }: { onChanged: () => void }) {
  const { token, view, user, refreshUser, expire } = useSession()
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  })
  const { errors, isSubmitting } = formState
  const isForced = Boolean(user?.mustChangePassword)

  const submit = handleSubmit(async ({ currentPassword, newPassword }) => {
    try {
      await request(ChangePasswordDocument, { newPassword, ...(isForced ? {} : { currentPassword }) }, token, view.role)
      if (user) refreshUser({ ...user, mustChangePassword: false })
      onChanged()
    } catch (error) {
      // `expire` shows its own toast.
      if (errorCode(error) === 'UNAUTHENTICATED') return expire()
      const wrong = fieldErrorOf(error, 'current_password')
      const refused = fieldErrorOf(error, 'new_password')
      if (wrong) setError('currentPassword', { message: wrong }, { shouldFocus: true })
      else if (refused) setError('newPassword', { message: refused }, { shouldFocus: true })
      else toastError(errorMessage(error, 'Failed to change password'))
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {!isForced && (
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          fieldSize="large"
          error={errors.currentPassword?.message}
          {...register('currentPassword', { required: CURRENT_REQUIRED })}
        />
      )}
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        fieldSize="large"
        hint={errors.newPassword ? undefined : passwordHint}
        error={errors.newPassword?.message}
        {...register('newPassword', {
          required: TOO_SHORT,
          minLength: { ...newPasswordRules.minLength, message: TOO_SHORT },
          deps: 'confirmPassword',
        })}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        fieldSize="large"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword', {
          validate: (value, all) => value === all.newPassword || 'Passwords do not match',
        })}
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        busy={isSubmitting}
        busyLabel="Changing password..."
        className="mt-2 h-[46px] w-full text-[0.9375rem] max-md:h-[54px] max-md:text-[1rem]"
      >
        Change Password
      </Button>
    </form>
  )
}
