import type { ApolloCache } from '@apollo/client'
import { useMutation } from '@apollo/client/react'
import {
  ApproveUserDocument,
  CreateUserDocument,
  DeleteUserDocument,
  type Role,
  ResetUserPasswordDocument,
  ResetUserTwoFactorsDocument,
  SetUserBlockedDocument,
  UpdateUserDocument,
  type UserRowFragment,
  UserTotalDocument,
} from '../../gql/graphql.ts'
import { emailLink } from '../../lib/contactLinks.ts'
import { type ToastOptions, toastSuccess, toastUndo } from '../../lib/toasts.ts'
import { toastFailure, toastFailureWithReason, toastOutcome } from '../../session/failureToasts.ts'
import { toCreateInput, toUpdateInput, type UserFields } from './userInput.ts'

/** Lists of accounts that are on the screen are read again. */
const rereadLists = {
  refetchQueries: [UserTotalDocument],
  update: (cache: ApolloCache) => void cache.evict({ fieldName: 'users' }),
}

const STATUS_FAILED = 'Failed to update user status'

/** The texts of spec §8 with the server's reason below them. */
const showOutcome = (change: Promise<unknown>, done: string, failed: string, ...options: [ToastOptions?]) =>
  toastOutcome(change, done, failed, toastFailureWithReason, ...options)

/** The mutations of accounts, each with its toasts of spec §8. */
export function useUserMutations() {
  const [createUser] = useMutation(CreateUserDocument, rereadLists)
  const [updateUser] = useMutation(UpdateUserDocument, rereadLists)
  const [approveUser] = useMutation(ApproveUserDocument, rereadLists)
  const [setUserBlocked] = useMutation(SetUserBlockedDocument, { refetchQueries: [UserTotalDocument] })
  const [resetUserPassword] = useMutation(ResetUserPasswordDocument)
  const [resetUserTwoFactors] = useMutation(ResetUserTwoFactorsDocument)
  const [deleteUser] = useMutation(DeleteUserDocument, rereadLists)

  const setBlocked = async (user: UserRowFragment, blocked: boolean) => {
    try {
      await setUserBlocked({
        variables: { id: user.id, blocked },
        optimisticResponse: { setUserBlocked: { ...user, status: blocked ? 'BLOCKED' : 'ACTIVE' } },
      })
      if (blocked) toastUndo('User blocked', () => void setBlocked(user, false))
      else toastSuccess('User unblocked')
    } catch (error) {
      toastFailure(error, STATUS_FAILED)
    }
  }

  return {
    setBlocked,
    /** Rejects if the account could not be saved. */
    save: async (user: UserRowFragment | null, fields: UserFields, choosesTenant: boolean) => {
      if (user) await updateUser({ variables: { id: user.id, input: toUpdateInput(fields) } })
      else await createUser({ variables: { input: toCreateInput(fields, choosesTenant) } })
      toastSuccess(user ? 'User updated' : 'User created')
    },
    /**
     * Approves accounts one after another, up to one that fails, and calls `onApproved` for each. After a single one it offers to write
     * to its user, because not every server sends mails.
     */
    approve: (users: readonly UserRowFragment[], tenantId: string, role: Role, onApproved: (id: string) => void) => {
      const approveAll = async () => {
        for (const { id } of users) {
          await approveUser({ variables: { id, tenantId, role } })
          onApproved(id)
        }
      }
      const [first] = users
      if (users.length !== 1 || !first)
        return showOutcome(approveAll(), `${users.length} users approved`, STATUS_FAILED)
      const run = () => void open(approvalLetter(first.email), '_self')
      return showOutcome(approveAll(), 'User approved', STATUS_FAILED, { action: { label: 'Tell them', run } })
    },
    resetPassword: (id: string, newPassword: string) =>
      showOutcome(
        resetUserPassword({ variables: { id, newPassword } }),
        'Password reset successfully',
        'Failed to reset password',
      ),
    resetTwoFactors: (id: string) =>
      showOutcome(resetUserTwoFactors({ variables: { id } }), 'Two factors reset', 'Failed to reset two factors'),
    remove: (id: string) => showOutcome(deleteUser({ variables: { id } }), 'User deleted', 'Failed to delete user'),
  }
}

const approvalLetter = (email: string): string =>
  emailLink(email) + encodeURI(`?subject=Your account is approved&body=Sign in at ${location.origin}/login`)
