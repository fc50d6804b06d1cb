import { Link } from 'react-router-dom'
import { RequestPasswordResetDocument } from '../../gql/plain/graphql.ts'
import { errorMessage } from '../../lib/errors.ts'
import { request } from '../../lib/request.ts'
import { toastError } from '../../lib/toasts.ts'
import { useFields } from '../../lib/useFields.ts'
import { emailRules } from '../../domain/accountRules.ts'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { EmailField } from '../../ui/Field.tsx'

/** Asks for a link to choose a new password. The answer does not tell whether an account has the address. */
export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const { field, submit, isSubmitting } = useFields({ email: '' })
  const send = submit(
    async ({ email }) => {
      await request(RequestPasswordResetDocument, { email })
      onSent(email.trim())
    },
    (error) => toastError(errorMessage(error, 'Failed to ask for a link')),
  )
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <EmailField fieldSize="large" {...field('email', emailRules)} />
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
