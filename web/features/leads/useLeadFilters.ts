import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { LeadFilter } from '../../gql/graphql.ts'
import { filterInput, filtersFrom, type LeadFilters, narrowed, noFilters, withFilters } from './leadFilters.ts'

/** The list is asked for when the typing rests this long. */
const REST = 250

/** The filters and the grouping, kept in the address; what is typed counts when the typing rests. */
export function useLeadFilters() {
  const [params, setParams] = useSearchParams()
  const filters = filtersFrom(params)
  const filter = useSame(filterInput(filters))
  const set = useCallback(
    (change: Partial<LeadFilters>) => setParams((before) => withFilters(before, change), { replace: true }),
    [setParams],
  )
  const { typed, setTyped, forget } = useTyping(filters.search, set)
  return {
    filters,
    /** As the server is asked. */
    filter,
    set,
    typed,
    setTyped,
    narrowed: narrowed(filters),
    clear: () => {
      forget()
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
function useSame(filter: LeadFilter): LeadFilter {
  const said = JSON.stringify(filter)
  return useMemo(() => JSON.parse(said) as LeadFilter, [said])
}

/** What is being typed; `send` gets it when it rests. What the address says otherwise takes its place. */
function useTyping(said: string, send: (change: { search: string }) => void) {
  const [typed, setTyped] = useState(said)
  const [sent, setSent] = useState(said)
  const [known, setKnown] = useState(said)
  if (said !== known) {
    setKnown(said)
    if (said.trim() !== sent.trim()) setTyped(said)
  }
  useEffect(() => {
    if (typed.trim() === said.trim()) return
    const resting = setTimeout(() => {
      setSent(typed)
      send({ search: typed })
    }, REST)
    return () => clearTimeout(resting)
  }, [typed, said, send])
  const forget = () => {
    setTyped('')
    // What the address will say is known: it must not take the place of what is typed next.
    setSent('')
  }
  return { typed, setTyped, forget }
}
