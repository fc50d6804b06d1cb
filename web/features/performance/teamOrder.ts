import type { TeamFragment } from '../../gql/graphql.ts'
import { type SortOrder, sortRows } from '../../lib/sorting.ts'

export type TeamMember = TeamFragment['teamMembers'][number]

/** The sortable columns with their labels. */
export type TeamColumn = 'propertiesSearched' | 'leadsCreated' | 'leadsConverted' | 'conversionRate' | 'avgDoorsPerDay'

export const teamColumns: readonly { column: TeamColumn; label: string }[] = [
  { column: 'propertiesSearched', label: 'Properties' },
  { column: 'leadsCreated', label: 'Leads' },
  { column: 'leadsConverted', label: 'Converted' },
  { column: 'conversionRate', label: 'Conv. Rate' },
  { column: 'avgDoorsPerDay', label: 'Doors/Day' },
]

/** The members in this order; when equal, in that of the leaderboard: by leads created, doors knocked, then name. */
export const sortTeam = (members: readonly TeamMember[], { column, descending }: SortOrder<TeamColumn>): TeamMember[] =>
  sortRows(members, descending, (member) => member[column], compareOnBoard)

const compareOnBoard = (one: TeamMember, other: TeamMember): number =>
  other.leadsCreated - one.leadsCreated ||
  other.doorsKnocked - one.doorsKnocked ||
  one.user.fullName.localeCompare(other.user.fullName)

/** The three most frequent tags of a member (spec §9). */
export const topTags = (member: TeamMember) =>
  member.tagsBreakdown.toSorted((a, b) => b.count - a.count || a.tag.localeCompare(b.tag)).slice(0, 3)
