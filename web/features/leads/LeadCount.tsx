import type { LeadFilter } from '../../gql/graphql.ts'
import { pluralize, formatCount } from '../../lib/numbers.ts'
import { useGroupTotals } from './useLeadCounts.ts'

interface LeadCountProps {
  filter: LeadFilter
  grouped: boolean
  isFiltered: boolean
  allTotal: number | undefined
  /** The number of leads on all pages; undefined until it is loaded. */
  listTotal: number | undefined
}

/** '389 leads', '112 of 389 leads', '389 leads in 9 tags'. */
export function LeadCount({ filter, grouped, isFiltered, allTotal, listTotal }: LeadCountProps) {
  const groups = useGroupTotals(filter)
  const total = grouped ? groups?.total : listTotal
  if (total === undefined) return null
  const leads =
    isFiltered && allTotal !== undefined
      ? `${formatCount(total)} of ${pluralize(allTotal, 'lead')}`
      : pluralize(total, 'lead')
  return (
    <p role="status" className="text-small text-ink-2">
      {leads}
      {grouped && groups && ` in ${pluralize(groups.tags, 'tag')}`}
    </p>
  )
}
