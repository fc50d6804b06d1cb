import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { type LeadFilter, LeadIdsDocument } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/numbers.ts'
import { toastInfo } from '../../lib/toasts.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import type { LeadRow } from './leadRanges.ts'
import { FETCH_FAILED } from './useLeadList.ts'
import type { LeadSelection } from './useLeadSelection.ts'

/** The server returns and accepts at most this many ids. */
const MAX_IDS = 10_000

/**
 * Selects or deselects all leads that match a filter, on every page. `checked` is true only if all `total` leads are
 * known to be selected.
 */
export function useSelectAll(
  filter: LeadFilter,
  { rows, total }: { rows: readonly LeadRow[]; total: number },
  { ids: selected, select, idsByFilter, rememberIds }: LeadSelection,
) {
  const client = useApolloClient()
  const [busy, setBusy] = useState(false)
  const filterKey = filterKeyOf(filter)
  const loadedIds = rows.map(({ id }) => id)
  const allIds = loadedIds.length >= total ? loadedIds : (idsByFilter.get(filterKey) ?? null)
  const allSelected = (some: readonly string[]) => some.every((id) => selected.has(id))
  const isComplete = allIds !== null && allIds.length > 0 && allSelected(allIds) && allSelected(loadedIds)
  const checked: boolean | 'mixed' = isComplete || (loadedIds.some((id) => selected.has(id)) ? 'mixed' : false)

  /** The ids that match the filter; null after a failure, which shows a toast. */
  const fetchIds = async (): Promise<readonly string[] | null> => {
    setBusy(true)
    try {
      const { data } = await client.query({
        query: LeadIdsDocument,
        variables: { filter },
        fetchPolicy: 'network-only',
      })
      const ids = data?.leadIds ?? []
      if (ids.length >= MAX_IDS && total > MAX_IDS)
        toastInfo(`Only the newest ${formatCount(MAX_IDS)} leads are selected`)
      rememberIds(filterKey, ids)
      return ids
    } catch (error) {
      toastFailure(error, FETCH_FAILED)
      return null
    } finally {
      setBusy(false)
    }
  }

  const toggle = async () => {
    if (isComplete) return select(allIds, false)
    const ids = await fetchIds()
    if (ids) select(ids, true)
  }
  return { checked, busy, toggle: () => void toggle(), fetchIds }
}

/** Equal for equal filters, independent of the order of their properties. */
const filterKeyOf = (filter: LeadFilter): string =>
  JSON.stringify(Object.entries(filter).toSorted(([one], [other]) => one.localeCompare(other)))
