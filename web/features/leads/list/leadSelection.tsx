import { useApolloClient } from '@apollo/client/react'
import { useCallback } from 'react'
import { type LeadFilter, LeadIdsDocument } from '../../../gql/graphql.ts'
import { formatCount } from '../../../lib/numbers.ts'
import { toastInfo } from '../../../lib/toasts.ts'
import { type ReadIds, type Selection, useSelectAll } from '../../../lists/useSelection.ts'
import { toastFailure } from '../../../session/failureToasts.ts'
import { leadList } from '../leadList.ts'
import { useOnLeadsChanged } from '../LeadsLiveProvider.tsx'
import { Button } from '../../../ui/Button.tsx'
import type { LoadedLeads } from './leadRows.ts'

/** The server returns and accepts at most this many ids. */
const MAX_IDS = 10_000

/**
 * Returns a function that reads the ids of all `total` leads of a filter, on every page: at most 10,000, the newest, which it
 * says. Null after a failure, which shows a toast.
 */
export function useFilteredIds(): ReadIds<LeadFilter> {
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
        toastFailure(error, leadList.failed)
        return null
      }
    },
    [client],
  )
}

/** Selects or deselects all leads of a filter, of which `rows` are loaded. */
export const useSelectAllLeads = (filter: LeadFilter, { rows, total }: LoadedLeads, selection: Selection) =>
  useSelectAll({ filter, rows, total, keyOf: leadList.keyOf, readIds: useFilteredIds() }, selection)

/** Larger selections are not checked. Actions on them skip deleted leads. */
const MAX_CHECKED_IDS = 500

/** Deselects leads that other users deleted. */
export function usePruneSelection({ ids, select }: Selection): void {
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

interface SelectAllButtonProps {
  filter: LeadFilter
  list: LoadedLeads
  selection: Selection
}

/** The Select All button of the cards; the table has a checkbox in its header instead. */
export function SelectAllButton({ filter, list, selection }: SelectAllButtonProps) {
  const { checked, busy, toggle } = useSelectAllLeads(filter, list, selection)
  if (list.total === 0) return null
  return (
    <Button className="mb-3 w-full" onClick={toggle} busy={busy}>
      {checked === true ? 'Deselect All' : 'Select All'} ({formatCount(list.total)})
    </Button>
  )
}
