import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { LeadFilter } from '../../gql/graphql.ts'
import { toFilterInput, parseFilters, type LeadFilters, isFiltered, noFilters, applyFilters } from './leadFilters.ts'

/** The list is asked for when the typing rests this long. */
const DEBOUNCE_MS = 250

/** The filters and the grouping, kept in the address; what is typed counts when the typing rests. */
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
    /** As the server is asked. */
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

/** The same object for as long as it says the same. */
function useStableFilter(filter: LeadFilter): LeadFilter {
  const urlSearch = JSON.stringify(filter)
  return useMemo(() => JSON.parse(urlSearch) as LeadFilter, [urlSearch])
}

/** What is being typed; `send` gets it when it rests. What the address says otherwise takes its place. */
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
    // What the address will say is known: it must not take the place of what is typed next.
    setSent('')
  }
  return { typed, setTyped, forget: reset }
}
