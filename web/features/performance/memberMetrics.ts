import type { Period } from '../../gql/graphql.ts'
import { pluralize, formatCount, formatDecimal, formatRate } from '../../lib/numbers.ts'
import type { MetricQuery } from '../../domain/Metric.tsx'
import { periodPhrase } from './periods.ts'
import type { TeamColumn, TeamMember } from './teamOrder.ts'

/** A metric of a member as the table shows it, with the query that explains it. */
export function memberMetric(member: TeamMember, column: TeamColumn, period: Period): MetricQuery & { text: string } {
  const { user, leadsCreated, leadsConverted, doorsKnocked, propertiesSearched } = member
  const titleSuffix = `${user.fullName} ${periodPhrase(period)}`
  const inputOf = (figure: MetricQuery['input']['figure']) => ({ figure, period, userId: user.id })
  const converted = { title: `Leads converted of ${titleSuffix}`, input: inputOf('LEADS_CONVERTED') }
  switch (column) {
    case 'propertiesSearched':
      return {
        text: formatCount(propertiesSearched),
        title: `Properties searched by ${titleSuffix}`,
        input: inputOf('PROPERTIES_SEARCHED'),
      }
    case 'leadsCreated':
      return { text: formatCount(leadsCreated), title: `Leads of ${titleSuffix}`, input: inputOf('LEADS_CREATED') }
    case 'leadsConverted':
      return { text: formatCount(leadsConverted), ...converted }
    case 'conversionRate':
      return {
        text: formatRate(member.conversionRate),
        ...converted,
        note: `${formatCount(leadsConverted)} of ${formatCount(leadsCreated)} leads converted`,
      }
    case 'avgDoorsPerDay':
      return {
        text: formatDecimal(member.avgDoorsPerDay),
        title: `Doors of ${titleSuffix}`,
        input: inputOf('DOORS_KNOCKED'),
        note: `${pluralize(doorsKnocked, 'door')}, over the days with at least one.`,
      }
  }
}
