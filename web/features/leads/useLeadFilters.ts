import { useEffect, useMemo, useState } from 'react'
import type { LeadFilter, LeadOrderField } from '../../gql/graphql.ts'
import { urlFilter, useUrlFilters } from '../../lib/urlFilters.ts'
import { leadFilters, toFilterInput } from './leadFilters.ts'
import { leadOrder, toggleOrder, toOrder } from './leadOrder.ts'

const DEBOUNCE_MS = 250
const grouping = { group: urlFilter<'none' | 'tag'>('group', 'none', ['none', 'tag']) }

/** The filters, the order and the grouping, stored in the URL. The search is applied after typing pauses. */
export function useLeadFilters() {
  const { filters, setFilters, clearFilters, isFiltered } = useUrlFilters(leadFilters)
  const { filters: view, setFilters: setView } = useUrlFilters(grouping)
  const { filters: ordering, setFilters: setOrdering } = useUrlFilters(leadOrder)
  const orderBy = useMemo(() => toOrder(ordering.sort), [ordering.sort])
  const { typed, setTyped, reset } = useTyping(filters.search, setFilters)
  return {
    filters,
    /** The filters as GraphQL input. */
    filter: useStableFilter(toFilterInput(filters)),
    setFilters,
    typed,
    setTyped,
    isFiltered,
    clear: () => {
      reset()
      clearFilters()
    },
    orderBy,
    sortBy: (field: LeadOrderField) => setOrdering({ sort: toggleOrder(orderBy, field) }),
    grouped: view.group === 'tag',
    setGrouped: (grouped: boolean) => setView({ group: grouped ? 'tag' : 'none' }),
  }
}

/** Keeps the same object while its content is unchanged. */
function useStableFilter(filter: LeadFilter): LeadFilter {
  const json = JSON.stringify(filter)
  return useMemo(() => JSON.parse(json) as LeadFilter, [json])
}

/**
 * The search text while the user types. `send` receives it when typing pauses. A different search in the URL, for
 * example after Back, replaces it.
 */
function useTyping(urlSearch: string, send: (change: { search: string }) => void) {
  const [typed, setTyped] = useState(urlSearch)
  const [sent, setSent] = useState(urlSearch)
  const [previous, setPrevious] = useState(urlSearch)
  if (urlSearch !== previous) {
    setPrevious(urlSearch)
    if (urlSearch.trim() !== sent.trim()) setTyped(urlSearch)
  }
  useEffect(() => {
    if (typed.trim() === urlSearch.trim()) return
    const timer = setTimeout(() => {
      setSent(typed)
      send({ search: typed })
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, urlSearch, send])
  const reset = () => {
    setTyped('')
    // The URL changes after this. That change must not replace what the user types next.
    setSent('')
  }
  return { typed, setTyped, reset }
}
