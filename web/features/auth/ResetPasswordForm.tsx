import { useForm } from 'react-hook-form'
import { ResetPasswordDocument } from '../../gql/plain/graphql.ts'
import { errorCode, errorMessage, fieldErrorOf } from '../../lib/errors.ts'
import { request } from '../../lib/request.ts'
import { toastError, toastSuccess } from '../../lib/toasts.ts'
import { newPasswordRules, passwordHint } from '../../session/person/passwordRules.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/Field.tsx'

interface ResetPasswordFormProps {
  token: string
  onChosen: () => void
  /** Called with the reason when no password can be chosen with the link. */
  onProblem: (reason: string) => void
}

/** The new password of whoever has a link. */
export function ResetPasswordForm({ token, onChosen, onProblem }: ResetPasswordFormProps) {
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: { newPassword: '', confirmPassword: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ newPassword }) => {
    try {
      const { resetPassword } = await request(ResetPasswordDocument, { token, newPassword })
      toastSuccess(resetPassword.message)
      onChosen()
    } catch (error) {
      const refused = fieldErrorOf(error, 'new_password')
      if (refused) setError('newPassword', { message: refused }, { shouldFocus: true })
      else if (errorCode(error) === 'GONE' || errorCode(error) === 'NOT_FOUND') onProblem(errorMessage(error, ''))
      else toastError(errorMessage(error, 'Failed to change password'))
    }
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        fieldSize="large"
        hint={errors.newPassword ? undefined : passwordHint}
        error={errors.newPassword?.message}
        {...register('newPassword', { ...newPasswordRules, deps: 'confirmPassword' })}
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
