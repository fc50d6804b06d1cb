import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { LeadFilter } from '../../gql/graphql.ts'
import { toFilterInput, parseFilters, type LeadFilters, isFiltered, noFilters, applyFilters } from './leadFilters.ts'

const DEBOUNCE_MS = 250

/** The filters and the grouping, stored in the URL. The search is applied after typing pauses. */
export function useLeadFilters() {
  const [params, setParams] = useSearchParams()
  const filters = parseFilters(params)
  const filter = useStableFilter(toFilterInput(filters))
  const set = useCallback(
    (change: Partial<LeadFilters>) => setParams((before) => applyFilters(before, change), { replace: true }),
    [setParams],
  )
  const { typed, setTyped, forget: reset } = useTyping(filters.search, set)
  return {
    filters,
    /** The filters as GraphQL input. */
    filter,
    set,
    typed,
    setTyped,
    narrowed: isFiltered(filters),
    clear: () => {
      reset()
      set(noFilters)
    },
    grouped: params.get('group') === 'tag',
    setGrouped: (next: boolean) =>
      setParams(
        (before) => {
          const changed = new URLSearchParams(before)
          if (next) changed.set('group', 'tag')
          else changed.delete('group')
          return changed
        },
        { replace: true },
      ),
  }
}

/** Keeps the same object while its content is unchanged. */
function useStableFilter(filter: LeadFilter): LeadFilter {
  const urlSearch = JSON.stringify(filter)
  return useMemo(() => JSON.parse(urlSearch) as LeadFilter, [urlSearch])
}

/**
 * The search text while the user types. `send` receives it when typing pauses. A different search in the URL, for
 * example after Back, replaces it.
 */
function useTyping(urlSearch: string, send: (change: { search: string }) => void) {
  const [typed, setTyped] = useState(urlSearch)
  const [sent, setSent] = useState(urlSearch)
  const [known, setKnown] = useState(urlSearch)
  if (urlSearch !== known) {
    setKnown(urlSearch)
    if (urlSearch.trim() !== sent.trim()) setTyped(urlSearch)
  }
  useEffect(() => {
    if (typed.trim() === urlSearch.trim()) return
    const resting = setTimeout(() => {
      setSent(typed)
      send({ search: typed })
    }, DEBOUNCE_MS)
    return () => clearTimeout(resting)
  }, [typed, urlSearch, send])
  const reset = () => {
    setTyped('')
    // This change of the URL must not replace what the user types next.
    setSent('')
  }
  return { typed, setTyped, forget: reset }
}
