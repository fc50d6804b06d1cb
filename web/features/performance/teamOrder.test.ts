import { expect, it } from 'vitest'
import { toggleSort } from '../../lib/sorting.ts'
import { sortTeam, type TeamColumn, type TeamMember, topTags } from './teamOrder.ts'

const member = (
  fullName: string,
  leadsCreated: number,
  tags: TeamMember['tagsBreakdown'] = [],
  doorsKnocked = 0,
): TeamMember => ({
  user: { id: fullName, fullName, email: `${fullName}@maple-demo.example` },
  propertiesSearched: 0,
  leadsCreated,
  leadsConverted: 0,
  doorsKnocked,
  conversionRate: 0,
  avgDoorsPerDay: 0,
  tagsBreakdown: tags,
})
const names = (members: TeamMember[]) => members.map(({ user }) => user.fullName)
const team = [member('Casey', 3), member('Avery', 9), member('Bo', 3)]

it('sorts largest first, and by name when equal', () => {
  expect(names(sortTeam(team, { column: 'leadsCreated', descending: true }))).toEqual(['Avery', 'Bo', 'Casey'])
  expect(names(sortTeam(team, { column: 'leadsCreated', descending: false }))).toEqual(['Bo', 'Casey', 'Avery'])
})

it('breaks ties as the leaderboard does: by leads, doors, then name', () => {
  const tied = [member('Casey', 3), member('Avery', 3), member('Drew', 3, [], 40), member('Bo', 7)]
  expect(names(sortTeam(tied, { column: 'leadsCreated', descending: true }))).toEqual(['Bo', 'Drew', 'Avery', 'Casey'])
  expect(names(sortTeam(tied, { column: 'conversionRate', descending: true }))).toEqual([
    'Bo',
    'Drew',
    'Avery',
    'Casey',
  ])
})

it('a second click reverses the order, another column starts with the largest', () => {
  const once = toggleSort<TeamColumn>({ column: 'leadsCreated', descending: true }, 'leadsCreated')
  expect(once).toEqual({ column: 'leadsCreated', descending: false })
  expect(toggleSort(once, 'avgDoorsPerDay')).toEqual({ column: 'avgDoorsPerDay', descending: true })
})

it('shows the three most frequent tags', () => {
  const tags = topTags(
    member('Avery', 9, [
      { tag: 'GENERIC', count: 1 },
      { tag: 'STORM', count: 9 },
      { tag: 'GUTTER', count: 4 },
      { tag: 'SHINGLE', count: 7 },
    ]),
  )
  expect(tags.map(({ tag }) => tag)).toEqual(['STORM', 'SHINGLE', 'GUTTER'])
})
