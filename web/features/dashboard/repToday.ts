import type { Period, RepTodayQuery } from '../../gql/graphql.ts'
import { formatMonth } from '../../lib/dates.ts'
import { formatRate, pluralize } from '../../lib/numbers.ts'

export type BoardEntry = RepTodayQuery['leaderboard']['entries'][number]
export type RepTarget = RepTodayQuery['targets'][number]

/** The entries with the doors and leads of the own day, which also counts what waits on this phone. The ranks stay those of the server. */
export const withOwnDay = (
  entries: readonly BoardEntry[],
  { user, doorsKnocked, leadsCreated }: Pick<RepTodayQuery['repDay'], 'user' | 'doorsKnocked' | 'leadsCreated'>,
): readonly BoardEntry[] =>
  entries.map((entry) => (entry.user.id === user.id ? { ...entry, doorsKnocked, leadsCreated } : entry))

/** So many entries from the one above a rep on; the first ones if the rep is the first or not ranked, and the last ones for the last. */
export function entriesAround(
  entries: readonly BoardEntry[],
  userId: string | undefined,
  count: number,
): readonly BoardEntry[] {
  const index = entries.findIndex(({ user }) => user.id === userId)
  const first = Math.max(0, Math.min(index - 1, entries.length - count))
  return entries.slice(first, first + count)
}

/** '1 more lead ties Avery': what is missing to the rep above. Undefined for the first and for a rep without a rank. */
export function missingToNext(entries: readonly BoardEntry[], userId: string | undefined): string | undefined {
  const index = entries.findIndex(({ user }) => user.id === userId)
  const [above, own] = [entries[index - 1], entries[index]]
  if (!above || !own) return undefined
  const firstName = above.user.fullName.split(' ')[0]
  const leads = above.leadsCreated - own.leadsCreated
  if (leads > 0) return `${pluralize(leads, 'more lead ties', 'more leads tie')} ${firstName}`
  const doors = above.doorsKnocked - own.doorsKnocked
  return doors > 0 ? `${pluralize(doors, 'more door ties', 'more doors tie')} ${firstName}` : `Tied with ${firstName}`
}

/** '3 above usual': doors today beside the median of the worked days, which is null without such days. */
export function besideUsual(doors: number, usual: number | null): string | undefined {
  if (!usual) return undefined
  if (doors === usual) return 'As usual'
  return doors > usual ? `${doors - usual} above usual` : onMostDays(usual)
}

/** '2 on most days', for a median. */
export const onMostDays = (usual: number | null): string | undefined => (usual ? `${usual} on most days` : undefined)

/** '35.5% of doors'. */
export const shareOfDoors = (talks: number, doors: number): string | undefined =>
  doors > 0 ? `${formatRate((100 * talks) / doors)} of doors` : undefined

const TITLES: Record<Period, (from: string, timeZone: string) => string> = {
  DAY: () => 'Today’s target',
  WEEK: () => 'This week’s target',
  MONTH: (from, timeZone) => `${formatMonth(from, timeZone)} target`,
}

/** 'November target'. */
export const targetTitle = ({ period, from }: RepTarget, timeZone: string): string => TITLES[period](from, timeZone)

const UNITS = { LEADS_CREATED: 'leads', LEADS_CONVERTED: 'leads converted', DOORS_KNOCKED: 'doors' } as const

/** 'leads'. */
export const targetUnit = ({ metric }: RepTarget): string => UNITS[metric]
