import { useApolloClient } from '@apollo/client/react'
import { LeadIdsDocument } from '../../gql/graphql.ts'
import { useOnLeadsChanged } from './LeadsLive.tsx'
import type { LeadSelection } from './useSelection.ts'

/** More are not looked after: what is gone of them is passed over when something is done with them. */
const MOST = 500

/** Drops from the selection what others deleted. */
export function useKeptSelection({ ids, select }: LeadSelection): void {
  const client = useApolloClient()
  useOnLeadsChanged(() => {
    if (ids.size === 0 || ids.size > MOST) return
    client
      .query({ query: LeadIdsDocument, variables: { filter: { ids: [...ids] } }, fetchPolicy: 'no-cache' })
      .then(({ data }) => {
        const there = new Set(data?.leadIds)
        // What was selected meanwhile was not asked about, and stays.
        if (data)
          select(
            [...ids].filter((id) => !there.has(id)),
            false,
          )
      })
      .catch(() => undefined)
  })
}
