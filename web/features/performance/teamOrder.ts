import type { TeamPerformanceQuery } from '../../gql/graphql.ts'

export type TeamMember = TeamPerformanceQuery['teamPerformance']['teamMembers'][number]

/** A column one can sort by, and how its head reads. */
export type TeamColumn = 'propertiesSearched' | 'leadsCreated' | 'leadsConverted' | 'conversionRate' | 'avgDoorsPerDay'

export interface TeamOrder {
  column: TeamColumn
  descending: boolean
}

export const teamColumns: readonly { column: TeamColumn; label: string }[] = [
  { column: 'propertiesSearched', label: 'Properties' },
  { column: 'leadsCreated', label: 'Leads' },
  { column: 'leadsConverted', label: 'Converted' },
  { column: 'conversionRate', label: 'Conv. Rate' },
  { column: 'avgDoorsPerDay', label: 'Doors/Day' },
]

/** The members in that order, equals by name; who has no figure stands last. */
export function sortTeam(members: readonly TeamMember[], { column, descending }: TeamOrder): TeamMember[] {
  const figure = (member: TeamMember) => member[column]
  return members.toSorted((a, b) => {
    const [x, y] = [figure(a), figure(b)]
    if (x == null || y == null) return Number(x == null) - Number(y == null) || byName(a, b)
    return (descending ? y - x : x - y) || byName(a, b)
  })
}

const byName = (a: TeamMember, b: TeamMember) => a.user.fullName.localeCompare(b.user.fullName)

/** A click on a head: the largest first, then the other way round. */
export const nextOrder = (order: TeamOrder, column: TeamColumn): TeamOrder => ({
  column,
  descending: order.column === column ? !order.descending : true,
})

/** The three commonest tags of a member (spec §9). */
export const topTags = (member: TeamMember) => member.tagsBreakdown.toSorted((a, b) => b.count - a.count).slice(0, 3)
