import { useState } from 'react'
import type { LeadFilter } from '../../gql/graphql.ts'
import type { LeadRow } from './leadRanges.ts'
import { useFilteredIds } from './useFilteredIds.ts'
import type { LeadSelection } from './useLeadSelection.ts'

/**
 * Selects or deselects all leads that match a filter, on every page. `checked` is true only if all `total` leads are
 * known to be selected.
 */
export function useSelectAll(
  filter: LeadFilter,
  { rows, total }: { rows: readonly LeadRow[]; total: number },
  { ids: selected, select, idsByFilter, rememberIds }: LeadSelection,
) {
  const fetchFilteredIds = useFilteredIds()
  const [busy, setBusy] = useState(false)
  const filterKey = filterKeyOf(filter)
  const loadedIds = rows.map(({ id }) => id)
  const allIds = loadedIds.length >= total ? loadedIds : (idsByFilter.get(filterKey) ?? null)
  const allSelected = (some: readonly string[]) => some.every((id) => selected.has(id))
  const isComplete = allIds !== null && allIds.length > 0 && allSelected(allIds) && allSelected(loadedIds)
  const checked: boolean | 'mixed' = isComplete || (loadedIds.some((id) => selected.has(id)) ? 'mixed' : false)

  /** The ids that match the filter; null after a failure. */
  const fetchIds = async (): Promise<readonly string[] | null> => {
    setBusy(true)
    const ids = await fetchFilteredIds(filter, total)
    setBusy(false)
    if (ids) rememberIds(filterKey, ids)
    return ids
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
