import { useQuery } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { UserListDocument, type UserRowFragment } from '../../gql/graphql.ts'
import { useKeepPreviousData } from '../../lib/useKeepPreviousData.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import { toFilterInput, type UserFilters } from './useUserFilter.ts'

const PAGE_SIZE = 50
/** The server returns at most this many users. */
const MAX_USERS = 1000

export const FETCH_FAILED = 'Failed to fetch users'

/** The accounts that match the filters, loaded in pages of fifty. */
export function useUserList(filters: UserFilters) {
  const filter = toFilterInput(filters)
  const key = JSON.stringify(filter)
  const [asked, setAsked] = useState({ key, first: PAGE_SIZE })
  // Another filter starts at the first page again.
  const first = asked.key === key ? asked.first : PAGE_SIZE
  const { data, error, loading, refetch } = useQuery(UserListDocument, {
    variables: { filter, first },
    fetchPolicy: 'cache-and-network',
  })
  useEffect(() => {
    if (error) toastFailure(error, FETCH_FAILED)
  }, [error])

  const page = useKeepPreviousData(key, data, error)?.users
  const users: UserRowFragment[] | undefined = page?.edges.map(({ node }) => node)
  const retry = () => void refetch().catch(() => undefined)
  const next = () => setAsked({ key, first: first + PAGE_SIZE })
  return {
    users,
    total: page?.totalCount ?? 0,
    waiting: page?.pendingCount ?? 0,
    failed: Boolean(error),
    loading,
    loadMore: page?.pageInfo.hasNextPage && first < MAX_USERS ? (error ? retry : next) : undefined,
    isTruncated: Boolean(page?.pageInfo.hasNextPage) && first >= MAX_USERS,
    reread: retry,
  }
}
