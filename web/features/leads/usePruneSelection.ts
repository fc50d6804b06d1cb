import { useApolloClient } from '@apollo/client/react'
import { LeadIdsDocument } from '../../gql/graphql.ts'
import { useOnLeadsChanged } from './LeadsLiveProvider.tsx'
import type { LeadSelection } from './useLeadSelection.ts'

/** More are not looked after: what is gone of them is passed over when something is done with them. */
const MAX_CHECKED_IDS = 500

/** Drops from the selection what others deleted. */
export function usePruneSelection({ ids, select }: LeadSelection): void {
  const client = useApolloClient()
  useOnLeadsChanged(() => {
    if (ids.size === 0 || ids.size > MAX_CHECKED_IDS) return
    client
      .query({ query: LeadIdsDocument, variables: { filter: { ids: [...ids] } }, fetchPolicy: 'no-cache' })
      .then(({ data }) => {
        const existing = new Set(data?.leadIds)
        // What was selected meanwhile was not asked about, and stays.
        if (data)
          select(
            [...ids].filter((id) => !existing.has(id)),
            false,
          )
      })
      .catch(() => undefined)
  })
}
