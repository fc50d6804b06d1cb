import { useMemo } from 'react'
import type { LeadFilter } from '../../gql/graphql.ts'
import { urlFilter, useUrlFilters } from '../../lib/urlFilters.ts'
import { useUrlOrder } from '../../lib/urlOrder.ts'
import { useTypedFilter } from '../../lib/useTypedFilter.ts'
import { type CardOrder, cardOrders } from './board/cardOrders.ts'
import { leadFilters, toFilterInput } from './leadFilters.ts'
import { leadOrder } from './leadOrder.ts'

/** How the leads are shown. */
const display = {
  group: urlFilter<'none' | 'tag'>('group', 'none', ['none', 'tag']),
  view: urlFilter<'table' | 'board'>('view', 'table', ['table', 'board']),
  cards: urlFilter<CardOrder>(
    'cards',
    'FOLLOW_UP',
    cardOrders.map(({ value }) => value),
  ),
}

/** The filters, the order and the grouping, stored in the URL. The search is applied after typing pauses. */
export function useLeadFilters() {
  const { filters, setFilters, clearFilters, isFiltered } = useUrlFilters(leadFilters)
  const { filters: view, setFilters: setView } = useUrlFilters(display)
  const { orderBy, sortBy } = useUrlOrder(leadOrder)
  const { typed, setTyped, reset } = useTypedFilter(filters.search, setFilters)
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
    sortBy,
    isBoard: view.view === 'board',
    setBoard: (board: boolean) => setView({ view: board ? 'board' : 'table' }),
    cardOrder: view.cards,
    setCardOrder: (cards: CardOrder) => setView({ cards }),
    grouped: view.group === 'tag' && view.view === 'table',
    setGrouped: (grouped: boolean) => setView({ group: grouped ? 'tag' : 'none' }),
  }
}

/** Keeps the same object while its content is unchanged. */
function useStableFilter(filter: LeadFilter): LeadFilter {
  const json = JSON.stringify(filter)
  return useMemo(() => JSON.parse(json) as LeadFilter, [json])
}
