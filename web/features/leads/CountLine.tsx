import type { LeadFilter } from '../../gql/graphql.ts'
import { countOf, formatCount } from '../../lib/counts.ts'
import { useKnownGroups } from './useLeadCounts.ts'

interface CountLineProps {
  filter: LeadFilter
  grouped: boolean
  narrowed: boolean
  all: number | undefined
  /** How many the list has in all pages, once it was read. */
  listed: number | undefined
}

/** '389 leads', '112 of 389 leads', '389 leads in 9 tags'. */
export function CountLine({ filter, grouped, narrowed, all, listed }: CountLineProps) {
  const groups = useKnownGroups(filter)
  const total = grouped ? groups?.total : listed
  if (total === undefined) return null
  const leads =
    narrowed && all !== undefined ? `${formatCount(total)} of ${countOf(all, 'lead')}` : countOf(total, 'lead')
  return (
    <p role="status" className="text-small text-ink-2">
      {leads}
      {grouped && groups && ` in ${countOf(groups.tags, 'tag')}`}
    </p>
  )
}
