import { ResetPasswordDocument } from '../../gql/plain/graphql.ts'
import { errorCode, errorMessage } from '../../lib/errors.ts'
import { request } from '../../lib/request.ts'
import { toastError, toastSuccess } from '../../lib/toasts.ts'
import { NewPasswordForm } from './NewPasswordForm.tsx'

interface ResetPasswordFormProps {
  token: string
  onChosen: () => void
  /** Called with the reason when no password can be chosen with the link. */
  onProblem: (reason: string) => void
}

/** The new password of whoever has a link. */
export function ResetPasswordForm({ token, onChosen, onProblem }: ResetPasswordFormProps) {
  return (
    <NewPasswordForm
      onSubmit={async ({ newPassword }) => {
        const { resetPassword } = await request(ResetPasswordDocument, { token, newPassword })
        toastSuccess(resetPassword.message)
        onChosen()
      }}
      onFailure={(error) => {
        if (errorCode(error) === 'GONE' || errorCode(error) === 'NOT_FOUND') onProblem(errorMessage(error, ''))
        else toastError(errorMessage(error, 'Failed to change password'))
      }}
    />
  )
}
