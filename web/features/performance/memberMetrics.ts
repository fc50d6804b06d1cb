import type { Figure } from '../../gql/graphql.ts'
import { pluralize, formatCount, formatDecimal, formatRate } from '../../lib/numbers.ts'
import type { MetricQuery } from '../../domain/Metric.tsx'
import type { MetricTime } from './reportRange.ts'
import type { TeamColumn, TeamMember } from './teamOrder.ts'

/** A metric of a member as the table shows it, with the query that explains it. */
export function memberMetric(member: TeamMember, column: TeamColumn, time: MetricTime): MetricQuery & { text: string } {
  const { user, leadsCreated, leadsConverted, doorsKnocked, propertiesSearched } = member
  const metricOf = (figure: Figure, label: string, text: string) => ({
    text,
    title: `${label} ${user.fullName} ${time.phrase}`,
    input: { figure, ...time.input, userId: user.id },
  })
  switch (column) {
    case 'propertiesSearched':
      return metricOf('PROPERTIES_SEARCHED', 'Properties searched by', formatCount(propertiesSearched))
    case 'leadsCreated':
      return metricOf('LEADS_CREATED', 'Leads of', formatCount(leadsCreated))
    case 'leadsConverted':
      return metricOf('LEADS_CONVERTED', 'Leads converted of', formatCount(leadsConverted))
    case 'conversionRate':
      return {
        ...metricOf('LEADS_CONVERTED', 'Leads converted of', formatRate(member.conversionRate)),
        note: `${formatCount(leadsConverted)} of ${formatCount(leadsCreated)} leads converted`,
      }
    case 'avgDoorsPerDay':
      return {
        ...metricOf('DOORS_KNOCKED', 'Doors of', formatDecimal(member.avgDoorsPerDay)),
        note: `${pluralize(doorsKnocked, 'door')}, over the days with at least one.`,
      }
  }
}
