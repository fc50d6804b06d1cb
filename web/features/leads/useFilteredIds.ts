import { useApolloClient } from '@apollo/client/react'
import { useCallback } from 'react'
import { type LeadFilter, LeadIdsDocument } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/numbers.ts'
import { toastInfo } from '../../lib/toasts.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import { FETCH_FAILED } from './useLeadList.ts'

/** The server returns and accepts at most this many ids. */
const MAX_IDS = 10_000

/**
 * Returns a function that reads the ids of all `total` leads of a filter, on every page: at most 10,000, the newest, which it
 * says. Null after a failure, which shows a toast.
 */
export function useFilteredIds(): (filter: LeadFilter, total: number) => Promise<readonly string[] | null> {
  const client = useApolloClient()
  return useCallback(
    async (filter, total) => {
      try {
        const { data } = await client.query({
          query: LeadIdsDocument,
          variables: { filter },
          fetchPolicy: 'network-only',
        })
        const ids = data?.leadIds ?? []
        if (ids.length >= MAX_IDS && total > MAX_IDS)
          toastInfo(`Only the newest ${formatCount(MAX_IDS)} leads are selected`)
        return ids
      } catch (error) {
        toastFailure(error, FETCH_FAILED)
        return null
      }
    },
    [client],
  )
}
