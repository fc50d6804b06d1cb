import type { TerritoryPreviewQuery, TerritoryRowFragment } from '../../gql/graphql.ts'
import { formatCount, pluralize } from '../../lib/numbers.ts'

type Assignment = TerritoryRowFragment['assignments'][number]

/** Who holds the territory on a day: YYYY-MM-DD. */
export function holdersOn(assignments: readonly Assignment[], day: string): Assignment['user'][] {
  return assignments.filter(({ from, to }) => from <= day && (to === null || to >= day)).map(({ user }) => user)
}

/** '212 doors, 40 saved, 12 knocked'. */
export function describePreview({ doors, saved, knocked }: TerritoryPreviewQuery['territoryPreview']): string {
  return `${pluralize(doors, 'door')}, ${formatCount(saved)} saved, ${formatCount(knocked)} knocked`
}

/** 'Overlaps Elm Park by 34 doors and Oak Hill by 1 door.' Empty without overlaps. */
export function describeOverlaps(
  overlaps: TerritoryPreviewQuery['territoryPreview']['overlaps'],
  territories: readonly Pick<TerritoryRowFragment, 'id' | 'name'>[],
): string {
  const names = new Map(territories.map(({ id, name }) => [id, name]))
  const parts = overlaps
    .filter(({ territoryId }) => names.has(territoryId))
    .toSorted((one, other) => other.doors - one.doors)
    .map(({ territoryId, doors }) => `${names.get(territoryId)} by ${pluralize(doors, 'door')}`)
  return parts.length === 0 ? '' : `Overlaps ${joinWords(parts)}.`
}

/** 'The 2 holes stay as they are. Tap one to fill it. Tap one of the 3 parts to change it.' Empty for one outline. */
export function describeOutlines({ holes, parts }: { holes: number; parts: number }, tap: 'Tap' | 'Click'): string {
  return [
    ...(holes === 1 ? [`The hole stays as it is. ${tap} it to fill it.`] : []),
    ...(holes > 1 ? [`The ${formatCount(holes)} holes stay as they are. ${tap} one to fill it.`] : []),
    ...(parts > 1 ? [`${tap} one of the ${formatCount(parts)} parts to change it.`] : []),
  ].join(' ')
}

/** 'Riley loses 34 doors, 12 of them open.' for everybody who holds the territory and will not; empty if nobody does. */
export function describeLosses(
  { doors, left, assignments }: Pick<TerritoryRowFragment, 'doors' | 'left' | 'assignments'>,
  userIds: readonly string[],
  day: string,
): string {
  const losers = holdersOn(assignments, day).filter(({ id }) => !userIds.includes(id))
  if (losers.length === 0) return ''
  return describeChange(losers, { gained: 0, gainedOpen: 0, lost: doors, lostOpen: left })
}

type Preview = TerritoryPreviewQuery['territoryPreview']
type DoorChange = Omit<Preview['changes'][number], 'user'>

/** 'Riley loses 34 doors, 12 of them open. Sam gains 5 doors, 1 of them open.' Those for whom the same changes are named together. */
export function describeChanges(changes: Preview['changes']): string {
  const groups = Map.groupBy(changes, ({ gained, gainedOpen, lost, lostOpen }) =>
    [gained, gainedOpen, lost, lostOpen].join(),
  )
  return [...groups.values()]
    .map((group) =>
      describeChange(
        group.map(({ user }) => user),
        group[0]!,
      ),
    )
    .join(' ')
}

function describeChange(
  users: readonly { fullName: string }[],
  { gained, gainedOpen, lost, lostOpen }: DoorChange,
): string {
  const [gain, lose] = users.length === 1 ? ['gains', 'loses'] : ['gain', 'lose']
  const countOf = (doors: number, open: number) => `${pluralize(doors, 'door')}, ${formatCount(open)} of them open`
  const parts = [
    ...(lost > 0 ? [`${lose} ${countOf(lost, lostOpen)}`] : []),
    ...(gained > 0 ? [`${gain} ${countOf(gained, gainedOpen)}`] : []),
  ]
  return `${joinWords(users.map(({ fullName }) => fullName))} ${parts.join(', and ')}.`
}

/** '4 parts with 98 to 105 doors each.', and why they differ by more than 10 % from an equal share unless doors were moved. */
export function describeSplit(doors: readonly number[], isMoved = false): string {
  const [fewest, most] = [Math.min(...doors), Math.max(...doors)]
  const range = fewest === most ? pluralize(most, 'door') : `${formatCount(fewest)} to ${pluralize(most, 'door')}`
  const parts = `${pluralize(doors.length, 'part')} with ${range} each.`
  const share = doors.reduce((sum, count) => sum + count, 0) / doors.length
  const isEven = doors.every((count) => Math.abs(count - share) <= share / 10)
  return isEven || isMoved ? parts : `${parts} Sides of streets stay whole, which does not allow equal shares here.`
}

export function joinWords(words: readonly string[]): string {
  if (words.length < 2) return words.join()
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
