import { useMemo } from 'react'
import type { LeadFilter } from '../../gql/graphql.ts'
import { urlFilter, useUrlFilters } from '../../lib/urlFilters.ts'
import { useUrlOrder } from '../../lib/urlOrder.ts'
import { useTypedFilter } from '../../lib/useTypedFilter.ts'
import { leadFilters, toFilterInput } from './leadFilters.ts'
import { leadOrder } from './leadOrder.ts'

const grouping = { group: urlFilter<'none' | 'tag'>('group', 'none', ['none', 'tag']) }

/** The filters, the order and the grouping, stored in the URL. The search is applied after typing pauses. */
export function useLeadFilters() {
  const { filters, setFilters, clearFilters, isFiltered } = useUrlFilters(leadFilters)
  const { filters: view, setFilters: setView } = useUrlFilters(grouping)
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
    grouped: view.group === 'tag',
    setGrouped: (grouped: boolean) => setView({ group: grouped ? 'tag' : 'none' }),
  }
}

/** Keeps the same object while its content is unchanged. */
function useStableFilter(filter: LeadFilter): LeadFilter {
  const json = JSON.stringify(filter)
  return useMemo(() => JSON.parse(json) as LeadFilter, [json])
}
