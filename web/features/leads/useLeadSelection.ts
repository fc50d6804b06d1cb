import { useMemo, useState } from 'react'

export interface LeadSelection {
  ids: ReadonlySet<string>
  /** The callbacks are stable, so that memoized rows do not render again. */
  select: (ids: readonly string[], selected: boolean) => void
  /** The ids that last matched a filter, by `filterKeyOf` the filter. */
  idsByFilter: ReadonlyMap<string, readonly string[]>
  rememberIds: (filter: string, ids: readonly string[]) => void
  clear: () => void
}

/** The selected leads, in selection order. They may be outside the current filter. */
export function useLeadSelection(): LeadSelection {
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
