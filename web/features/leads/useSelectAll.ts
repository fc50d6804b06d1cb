import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { type LeadFilter, LeadIdsDocument } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/numbers.ts'
import { toastInfo } from '../../lib/toasts.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import type { LeadRow } from './leadRanges.ts'
import { FETCH_FAILED } from './useLeadList.ts'
import type { LeadSelection } from './useLeadSelection.ts'

/** The server gives no more ids at once, and takes no more. */
const MAX_IDS = 10_000

/**
 * Selecting everything that a filter lets through, on every page, and taking that back. `checked` is true only where
 * each of the `total` leads is known to be selected.
 */
export function useSelectAll(
  filter: LeadFilter,
  { rows, total }: { rows: readonly LeadRow[]; total: number },
  { ids: selected, select, idsByFilter: known, rememberIds: learn }: LeadSelection,
) {
  const client = useApolloClient()
  const [busy, setBusy] = useState(false)
  const filterKey = filterKeyOf(filter)
  const shown = rows.map(({ id }) => id)
  const all = shown.length >= total ? shown : (known.get(filterKey) ?? null)
  const allSelected = (some: readonly string[]) => some.every((id) => selected.has(id))
  const isComplete = all !== null && all.length > 0 && allSelected(all) && allSelected(shown)
  const checked: boolean | 'some' = isComplete || (shown.some((id) => selected.has(id)) ? 'some' : false)

  /** Everything that the filter lets through now; null after a failure, which was told. */
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
      learn(filterKey, ids)
      return ids
    } catch (error) {
      toastFailure(error, FETCH_FAILED)
      return null
    } finally {
      setBusy(false)
    }
  }

  const toggle = async () => {
    if (isComplete) return select(all, false)
    const ids = await fetchIds()
    if (ids) select(ids, true)
  }
  return { checked, busy, toggle: () => void toggle(), readIds: fetchIds }
}

/** The same words for the same filter, in whatever order it was put together. */
const filterKeyOf = (filter: LeadFilter): string =>
  JSON.stringify(Object.entries(filter).toSorted(([one], [other]) => one.localeCompare(other)))
