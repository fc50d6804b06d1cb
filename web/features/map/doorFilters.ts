import { OUTCOMES } from '../../domain/outcomes.ts'
import type { KnockOutcome } from '../../gql/graphql.ts'
import type { Point } from '../../lib/distance.ts'
import type { PropertyMarker } from './markerFeatures.ts'
import { DAY_MS } from '../../lib/dates.ts'

/** What the list of houses and the map show. */
export interface DoorFilters {
  outcome: KnockOutcome | 'NONE' | 'ALL'
  time: 'ANY' | 'DAY' | 'WEEK' | 'BEFORE'
  owner: 'EVERYONE' | 'MINE' | 'TEAM'
}

export const NO_FILTERS: DoorFilters = { outcome: 'ALL', time: 'ANY', owner: 'EVERYONE' }

/** Whether houses that are not saved match: nobody has knocked there. */
export const showsUnsaved = ({ outcome, time, owner }: DoorFilters): boolean =>
  (outcome === 'ALL' || outcome === 'NONE') && time === 'ANY' && owner === 'EVERYONE'

export const OUTCOME_OPTIONS: readonly { value: DoorFilters['outcome']; label: string }[] = [
  { value: 'ALL', label: 'All Outcomes' },
  { value: 'NONE', label: 'Not knocked yet' },
  ...OUTCOMES.map(({ outcome, label }) => ({ value: outcome, label })),
]
export const TIME_OPTIONS: readonly { value: DoorFilters['time']; label: string }[] = [
  { value: 'ANY', label: 'Any Time' },
  { value: 'DAY', label: 'Last 24 hours' },
  { value: 'WEEK', label: 'Last 7 days' },
  { value: 'BEFORE', label: 'Over 7 days ago' },
]
export const OWNER_OPTIONS: readonly { value: DoorFilters['owner']; label: string }[] = [
  { value: 'EVERYONE', label: 'Everyone' },
  { value: 'MINE', label: 'Mine' },
  { value: 'TEAM', label: 'The team’s' },
]

/** The properties that match all filters. */
export function filterDoors<Door extends PropertyMarker>(
  properties: readonly Door[],
  { outcome, time, owner }: DoorFilters,
  now: number,
): readonly Door[] {
  if (outcome === 'ALL' && time === 'ANY' && owner === 'EVERYONE') return properties
  return properties.filter((door) => {
    const age = door.lastKnockedAt ? now - Date.parse(door.lastKnockedAt) : undefined
    const matchesOutcome = outcome === 'ALL' || (door.lastOutcome ?? 'NONE') === outcome
    const matchesTime =
      time === 'ANY' ||
      (age !== undefined && (time === 'DAY' ? age <= DAY_MS : time === 'WEEK' ? age <= 7 * DAY_MS : age > 7 * DAY_MS))
    const matchesOwner = owner === 'EVERYONE' || Boolean(door.isTeams) === (owner === 'TEAM')
    return matchesOutcome && matchesTime && matchesOwner
  })
}

const numbers = new Intl.Collator('en', { numeric: true })

/** By house number, then by unit. */
export function compareHouseNumbers(one: PropertyMarker, other: PropertyMarker): number {
  return (
    Number.parseInt(one.streetNumber) - Number.parseInt(other.streetNumber) ||
    numbers.compare(one.unit ?? '', other.unit ?? '')
  )
}

export type DoorOrder = 'street' | 'latest' | 'distance'

/** By street and house number, by the latest knock, or by the distance from a point, nearest first. */
export function sortDoors<Door extends PropertyMarker>(
  properties: readonly Door[],
  by: DoorOrder,
  from?: Point,
): Door[] {
  const byStreet = (one: Door, other: Door) =>
    (one.streetName ?? '').localeCompare(other.streetName ?? '', 'en', { numeric: true }) ||
    compareHouseNumbers(one, other)
  const byLatest = (one: Door, other: Door) => (other.lastKnockedAt ?? '').localeCompare(one.lastKnockedAt ?? '')
  if (by === 'distance' && from) {
    const distances = new Map(properties.map((door) => [door, squaredDistance(door, from)]))
    return [...properties].sort(
      (one, other) => distances.get(one)! - distances.get(other)! || compareHouseNumbers(one, other),
    )
  }
  return [...properties].sort(by === 'street' ? byStreet : (one, other) => byLatest(one, other) || byStreet(one, other))
}

/** Only for comparing distances: in squared degrees of latitude, which is exact enough within a map view. */
function squaredDistance(one: Point, other: Point): number {
  const degreesOfLongitude = Math.cos((one.lat * Math.PI) / 180)
  return (one.lat - other.lat) ** 2 + ((one.lng - other.lng) * degreesOfLongitude) ** 2
}
