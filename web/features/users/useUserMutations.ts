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
import { errorMessage } from '../../lib/errors.ts'
import { type ToastOptions, toastSuccess, toastUndo } from '../../lib/toasts.ts'
import { toastFailure, toastOutcome, type toastReason } from '../../session/failureToasts.ts'
import { toCreateInput, toUpdateInput, type UserFields } from './userInput.ts'

/** The result of a mutation from a dialog. `reason` is the server's message, or a generic one. */
export type MutationOutcome = { done: true } | { done: false; reason: string }

/** Shows why a change failed; the message is for a failure without a reason of the server. */
export type ShowFailure = typeof toastReason

/** Lists of accounts that are on the screen are read again. */
const rereadLists = {
  refetchQueries: [UserTotalDocument],
  update: (cache: ApolloCache) => void cache.evict({ fieldName: 'users' }),
}

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
      toastFailure(error, 'Failed to update user status')
    }
  }

  return {
    setBlocked,
    save: (
      user: UserRowFragment | null,
      fields: UserFields,
      choosesTenant: boolean,
      showFailure: ShowFailure,
    ): Promise<boolean> => {
      const saved = user
        ? updateUser({ variables: { id: user.id, input: toUpdateInput(fields) } })
        : createUser({ variables: { input: toCreateInput(fields, choosesTenant) } })
      return toastOutcome(saved, user ? 'User updated' : 'User created', 'Failed to save user', showFailure)
    },
    /**
     * Approves accounts one after another, up to one that fails, and calls `onApproved` for each. After a single one it offers to write
     * to its user, because not every server sends mails.
     */
    approve: (users: readonly UserRowFragment[], tenantId: string, role: Role, onApproved: (id: string) => void) => {
      const [first] = users
      return attempt(
        async () => {
          for (const { id } of users) {
            await approveUser({ variables: { id, tenantId, role } })
            onApproved(id)
          }
        },
        users.length === 1 ? 'User approved' : `${users.length} users approved`,
        'Failed to update user status',
        users.length === 1 && first
          ? { action: { label: 'Tell them', run: () => void open(approvalLetter(first.email), '_self') } }
          : {},
      )
    },
    resetPassword: (id: string, newPassword: string) =>
      attempt(
        () => resetUserPassword({ variables: { id, newPassword } }),
        'Password reset successfully',
        'Failed to reset password',
      ),
    resetTwoFactors: (id: string) =>
      attempt(() => resetUserTwoFactors({ variables: { id } }), 'Two factors reset', 'Failed to reset two factors'),
    remove: (id: string) => attempt(() => deleteUser({ variables: { id } }), 'User deleted', 'Failed to delete user'),
  }
}

const approvalLetter = (email: string): string =>
  emailLink(email) + encodeURI(`?subject=Your account is approved&body=Sign in at ${location.origin}/login`)

/** Runs a change and shows a toast with its outcome. */
export async function attempt(
  mutate: () => Promise<unknown>,
  done: string,
  failed: string,
  options?: ToastOptions,
): Promise<MutationOutcome> {
  try {
    await mutate()
    toastSuccess(done, options)
    return { done: true }
  } catch (error) {
    toastFailure(error, failed)
    return { done: false, reason: errorMessage(error, 'Check the connection and try again.') }
  }
}
