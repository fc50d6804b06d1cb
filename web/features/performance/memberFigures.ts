import type { Period } from '../../gql/graphql.ts'
import { countOf, formatCount, formatDecimal, formatRate } from '../../lib/counts.ts'
import type { FigureQuestion } from '../../ui/Figure.tsx'
import { periodWords } from './periods.ts'
import type { TeamColumn, TeamMember } from './teamOrder.ts'

/** A figure of a member as the table shows it, and what a click on it lists. */
export function memberFigure(
  member: TeamMember,
  column: TeamColumn,
  period: Period,
): FigureQuestion & { text: string } {
  const { user, leadsCreated, leadsConverted, doorsKnocked, propertiesSearched } = member
  const whose = `${user.fullName} ${periodWords(period)}`
  const of = (figure: FigureQuestion['input']['figure']) => ({ figure, period, userId: user.id })
  const converted = { title: `Leads converted of ${whose}`, input: of('LEADS_CONVERTED') }
  switch (column) {
    case 'propertiesSearched':
      return {
        text: formatCount(propertiesSearched),
        title: `Properties searched by ${whose}`,
        input: of('PROPERTIES_SEARCHED'),
      }
    case 'leadsCreated':
      return { text: formatCount(leadsCreated), title: `Leads of ${whose}`, input: of('LEADS_CREATED') }
    case 'leadsConverted':
      return { text: formatCount(leadsConverted), ...converted }
    case 'conversionRate':
      return {
        ...{ text: formatRate(member.conversionRate), ...converted },
        note: `${formatCount(leadsConverted)} converted to ${formatCount(leadsCreated)} created.`,
      }
    case 'avgDoorsPerDay':
      return {
        ...{ text: formatDecimal(member.avgDoorsPerDay), title: `Doors of ${whose}`, input: of('DOORS_KNOCKED') },
        note: `${countOf(doorsKnocked, 'door')}, over the days with at least one.`,
      }
  }
}
