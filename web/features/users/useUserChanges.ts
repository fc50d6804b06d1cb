import { useMutation } from '@apollo/client/react'
import {
  ApproveUserDocument,
  CreateUserDocument,
  DeleteUserDocument,
  type Role,
  ResetUserPasswordDocument,
  SetUserBlockedDocument,
  UpdateUserDocument,
  UserListDocument,
  type UserRowFragment,
} from '../../gql/graphql.ts'
import { errorMessage } from '../../lib/errors.ts'
import { toastSuccess, toastUndo } from '../../lib/toasts.ts'
import { tellFailure, tellReason } from '../../session/failures.ts'
import { createPayload, updatePayload, type UserFields } from './userPayload.ts'

/** What became of a change that a dialog asked for; `reason` is the server's own, in the catalogue's words where it has none. */
export type Outcome = { done: true } | { done: false; reason: string }

const listsAgain = { refetchQueries: [UserListDocument] }

/** What may be done to accounts, each with its toast of spec §8. */
export function useUserChanges() {
  const [createUser] = useMutation(CreateUserDocument, listsAgain)
  const [updateUser] = useMutation(UpdateUserDocument, listsAgain)
  const [approveUser] = useMutation(ApproveUserDocument, listsAgain)
  const [setUserBlocked] = useMutation(SetUserBlockedDocument)
  const [resetUserPassword] = useMutation(ResetUserPasswordDocument)
  const [deleteUser] = useMutation(DeleteUserDocument, listsAgain)

  const setBlocked = async (user: UserRowFragment, blocked: boolean) => {
    try {
      await setUserBlocked({
        variables: { id: user.id, blocked },
        optimisticResponse: { setUserBlocked: { ...user, status: blocked ? 'BLOCKED' : 'ACTIVE' } },
      })
      if (blocked) toastUndo('User blocked', () => void setBlocked(user, false))
      else toastSuccess('User unblocked')
    } catch (error) {
      tellFailure(error, 'Failed to update user status')
    }
  }

  return {
    setBlocked,
    save: async (user: UserRowFragment | null, fields: UserFields, choosesTenant: boolean): Promise<boolean> => {
      try {
        if (user) await updateUser({ variables: { id: user.id, input: updatePayload(fields) } })
        else await createUser({ variables: { input: createPayload(fields, choosesTenant) } })
        toastSuccess(user ? 'User updated' : 'User created')
        return true
      } catch (error) {
        tellReason(error, 'Failed to save user')
        return false
      }
    },
    approve: (id: string, tenantId: string, role: Role) =>
      attempt(
        () => approveUser({ variables: { id, tenantId, role } }),
        'User approved',
        'Failed to update user status',
      ),
    resetPassword: (id: string, newPassword: string) =>
      attempt(
        () => resetUserPassword({ variables: { id, newPassword } }),
        'Password reset successfully',
        'Failed to reset password',
      ),
    remove: (id: string) => attempt(() => deleteUser({ variables: { id } }), 'User deleted', 'Failed to delete user'),
  }
}

async function attempt(change: () => Promise<unknown>, done: string, failed: string): Promise<Outcome> {
  try {
    await change()
    toastSuccess(done)
    return { done: true }
  } catch (error) {
    tellFailure(error, failed)
    return { done: false, reason: errorMessage(error, 'Check the connection and try again.') }
  }
}
