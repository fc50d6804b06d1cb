import { useMemo, useState } from 'react'
import { useBusy } from '../lib/useBusy.ts'
import type { KeyOf } from './ranges.ts'

export interface Selection {
  ids: ReadonlySet<string>
  /** The callbacks are stable, so that memoized rows do not render again. */
  select: (ids: readonly string[], selected: boolean) => void
  /** The ids that last matched a filter, by `filterKeyOf` the filter. */
  idsByFilter: ReadonlyMap<string, readonly string[]>
  rememberIds: (filter: string, ids: readonly string[]) => void
  clear: () => void
}

/** The selected rows, in selection order. They may be outside the current filter. */
export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set())
  const [idsByFilter, setIdsByFilter] = useState<ReadonlyMap<string, readonly string[]>>(() => new Map())
  const change = useMemo(
    () => ({
      select: (changed: readonly string[], selected: boolean) =>
        setIds((before) => {
          if (changed.every((id) => before.has(id) === selected)) return before
          const next = new Set(before)
          for (const id of changed) {
            if (selected) next.add(id)
            else next.delete(id)
          }
          return next
        }),
      rememberIds: (filter: string, found: readonly string[]) =>
        setIdsByFilter((before) => new Map(before).set(filter, found)),
      clear: () => setIds(new Set()),
    }),
    [],
  )
  return useMemo(() => ({ ids, idsByFilter, ...change }), [ids, idsByFilter, change])
}

/** Reads the ids of all `total` rows of a filter; null after a failure, which shows a toast. */
export type ReadIds<Input> = (filter: Input, total: number) => Promise<readonly string[] | null>

interface SelectableList<Row, Input> {
  filter: Input
  rows: readonly Row[]
  total: number
  keyOf: KeyOf<Row>
  readIds: ReadIds<Input>
}

/**
 * Selects or deselects all rows that match a filter, on every page. `checked` is true only if all `total` rows are known to be
 * selected.
 */
export function useSelectAll<Row, Input extends object>(
  { filter, rows, total, keyOf, readIds }: SelectableList<Row, Input>,
  { ids: selected, select, idsByFilter, rememberIds }: Selection,
) {
  const { busy, run } = useBusy()
  const filterKey = filterKeyOf(filter)
  const loadedIds = rows.map(keyOf)
  const allIds = loadedIds.length >= total ? loadedIds : (idsByFilter.get(filterKey) ?? null)
  const allSelected = (some: readonly string[]) => some.every((id) => selected.has(id))
  const isComplete = allIds !== null && allIds.length > 0 && allSelected(allIds) && allSelected(loadedIds)
  const checked: boolean | 'mixed' = isComplete || (loadedIds.some((id) => selected.has(id)) ? 'mixed' : false)

  /** The ids that match the filter; null after a failure. */
  const fetchIds = async (): Promise<readonly string[] | null> => {
    const ids = await run(() => readIds(filter, total))
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
const filterKeyOf = (filter: object): string =>
  JSON.stringify(Object.entries(filter).toSorted(([one], [other]) => one.localeCompare(other)))
