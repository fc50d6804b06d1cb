import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { RequestPasswordResetDocument } from '../../gql/plain/graphql.ts'
import { errorMessage } from '../../lib/errors.ts'
import { request } from '../../lib/request.ts'
import { toastError } from '../../lib/toasts.ts'
import { emailRules } from '../../domain/accountRules.ts'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { EmailField } from '../../ui/Field.tsx'

/** Asks for a link to choose a new password. The answer does not tell whether an account has the address. */
export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ email }) => {
    try {
      await request(RequestPasswordResetDocument, { email })
      onSent(email.trim())
    } catch (error) {
      toastError(errorMessage(error, 'Failed to ask for a link'))
    }
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <EmailField fieldSize="large" error={errors.email?.message} {...register('email', emailRules)} />
      <SubmitButton busy={isSubmitting} busyLabel="Sending..." className="mt-[26px]">
        Send Link
      </SubmitButton>
      <p className="mt-5 text-center text-body text-ink-2">
        Remembered it?{' '}
        <Link to="/login" className="link">
          Sign in
        </Link>
      </p>
    </form>
  )
}
