import { useApolloClient } from '@apollo/client/react'
import { LeadIdsDocument } from '../../gql/graphql.ts'
import { useOnLeadsChanged } from './LeadsLiveProvider.tsx'
import type { LeadSelection } from './useLeadSelection.ts'

/** Larger selections are not checked. Actions on them skip deleted leads. */
const MAX_CHECKED_IDS = 500

/** Deselects leads that other users deleted. */
export function usePruneSelection({ ids, select }: LeadSelection): void {
  const client = useApolloClient()
  useOnLeadsChanged(() => {
    if (ids.size === 0 || ids.size > MAX_CHECKED_IDS) return
    client
      .query({ query: LeadIdsDocument, variables: { filter: { ids: [...ids] } }, fetchPolicy: 'no-cache' })
      .then(({ data }) => {
        const existing = new Set(data?.leadIds)
        // Leads selected during the request were not checked, and stay selected.
        if (data)
          select(
            [...ids].filter((id) => !existing.has(id)),
            false,
          )
      })
      .catch(() => undefined)
  })
}
