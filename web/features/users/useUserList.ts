import { useQuery } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { UserListDocument, type UserRowFragment } from '../../gql/graphql.ts'
import { useLastAnswer } from '../../lib/useLastAnswer.ts'
import { tellFailure } from '../../session/failures.ts'
import { filterInput, type UserFilters } from './useUserFilter.ts'

const STEP = 50
/** The server gives no more at once. */
const MOST = 1000

export const FETCH_FAILED = 'Failed to fetch users'

/** The accounts that the filters let through, fifty at first and fifty more each time. */
export function useUserList(filters: UserFilters) {
  const filter = filterInput(filters)
  const key = JSON.stringify(filter)
  const [asked, setAsked] = useState({ key, first: STEP })
  // Another filter begins at its start again.
  const first = asked.key === key ? asked.first : STEP
  const { data, error, loading, refetch } = useQuery(UserListDocument, {
    variables: { filter, first },
    fetchPolicy: 'cache-and-network',
  })
  useEffect(() => {
    if (error) tellFailure(error, FETCH_FAILED)
  }, [error])

  const page = useLastAnswer(key, data, error)?.users
  const users: UserRowFragment[] | undefined = page?.edges.map(({ node }) => node)
  const reread = () => void refetch().catch(() => undefined)
  const next = () => setAsked({ key, first: first + STEP })
  return {
    users,
    total: page?.totalCount ?? 0,
    waiting: page?.pendingCount ?? 0,
    failed: Boolean(error),
    loading,
    more: page?.pageInfo.hasNextPage && first < MOST ? (error ? reread : next) : undefined,
    cut: Boolean(page?.pageInfo.hasNextPage) && first >= MOST,
    reread,
  }
}
