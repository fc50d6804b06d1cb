import { UserListDocument, type UserRowFragment } from '../../gql/graphql.ts'
import { usePagedQuery } from '../../lib/pagination.ts'
import { toastFailure, useFailureToast } from '../../session/failureToasts.ts'
import { toFilterInput, type UserFilters } from './userFilters.ts'

const PAGE_SIZE = 50

export const FETCH_FAILED = 'Failed to fetch users'

/** The accounts that match the filters, loaded in pages of fifty. */
export function useUserList(filters: UserFilters) {
  const { connection, error, loading, hasMore, loadMore, retry } = usePagedQuery(UserListDocument, 'users', {
    filter: toFilterInput(filters),
    first: PAGE_SIZE,
  })
  useFailureToast(error, FETCH_FAILED)
  return {
    users: connection?.edges.map(({ node }): UserRowFragment => node),
    total: connection?.totalCount ?? 0,
    pendingCount: connection?.pendingCount ?? 0,
    failed: Boolean(error),
    loading,
    hasMore,
    loadMore: () => void loadMore().catch((failure: unknown) => toastFailure(failure, FETCH_FAILED)),
    retry,
  }
}
