import { ChangePasswordDocument } from '../../gql/plain/graphql.ts'
import { errorCode, errorMessage } from '../../lib/errors.ts'
import { request } from '../../lib/request.ts'
import { toastError } from '../../lib/toasts.ts'
import { useSession } from '../../session/person/SessionProvider.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'

/**
 * Sets a new password for the signed-in user, who proves the current one unless they have to change it. The current session stays
 * valid.
 */
export function ChangePasswordForm({ onChanged }: { onChanged: () => void }) {
  const { token, view, user, refreshUser, expire } = useSession()
  const isForced = Boolean(user?.mustChangePassword)
  return (
    <NewPasswordForm
      asksForCurrent={!isForced}
      onSubmit={async ({ currentPassword, newPassword }) => {
        await request(
          ChangePasswordDocument,
          { newPassword, ...(isForced ? {} : { currentPassword }) },
          token,
          view.role,
        )
        if (user) refreshUser({ ...user, mustChangePassword: false })
        onChanged()
      }}
      onFailure={(error) => {
        // `expire` shows its own toast.
        if (errorCode(error) === 'UNAUTHENTICATED') expire()
        else toastError(errorMessage(error, 'Failed to change password'))
      }}
    />
  )
}
