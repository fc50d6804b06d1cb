import type { NextDoorQuery, NextDoorQueryVariables, WalkDirection } from '../../gql/graphql.ts'
import { distanceMeters } from '../../lib/distance.ts'
import type { Door } from './readStore.ts'

type NextDoor = NonNullable<NextDoorQuery['nextDoor']>

/** Streets of the same name farther away are other streets. */
const STREET_REACH_METERS = 1_000
const SKIPPED_OUTCOMES = new Set(['NOT_INTERESTED', 'NO_SOLICITING'])

/**
 * The next house of a walk among these, by the rules of the server: on the same side by house number, then once across
 * and back. Undefined if the street of the first house is unknown or its walk ends.
 */
export function nextDoorFrom(
  doors: readonly Door[],
  { from, direction, crossed, skip }: NextDoorQueryVariables,
): (NextDoor & { __typename: 'NextDoor' }) | undefined {
  const start = startOf(doors, from)
  if (!start) return undefined
  const skipped = new Set([skip ?? []].flat().map(String))
  const digits = (door: { streetNumber: string }) => Number.parseInt(door.streetNumber, 10)
  const number = Number.parseInt(start.streetNumber, 10)
  const onStreet = doors.filter(
    (door) =>
      door.streetName === start.streetName &&
      Number.isFinite(digits(door)) &&
      digits(door) !== number &&
      distanceMeters(start, door) <= STREET_REACH_METERS,
  )
  const open = onStreet.filter(
    ({ id, status, lastOutcome }) =>
      !skipped.has(id) && status !== 'NOT_INTERESTED' && !SKIPPED_OUTCOMES.has(lastOutcome ?? ''),
  )
  const goes: WalkDirection = direction ?? 'ASCENDING'
  const forward = goes === 'ASCENDING' ? 1 : -1
  const sorted = open.toSorted((one, other) => forward * (digits(one) - digits(other)))
  const isSameSide = (door: Door) => digits(door) % 2 === number % 2
  const ahead = sorted.find((door) => isSameSide(door) && forward * (digits(door) - number) > 0)
  const opposite = crossed ? undefined : sorted.findLast((door) => !isSameSide(door))
  const next = ahead ?? opposite
  if (!next) return undefined
  return {
    __typename: 'NextDoor',
    id: next.id,
    address: `${next.streetNumber} ${next.streetName}`,
    streetNumber: next.streetNumber,
    streetName: next.streetName,
    city: null,
    lat: next.lat,
    lng: next.lng,
    distanceMeters: distanceMeters(start, next),
    propertyId: next.id,
    status: next.status,
    direction: ahead ? goes : goes === 'ASCENDING' ? 'DESCENDING' : 'ASCENDING',
    crossed: ahead ? Boolean(crossed) : true,
  }
}

interface Start {
  lat: number
  lng: number
  streetNumber: string
  streetName: string | null
}

function startOf(doors: readonly Door[], from: NextDoorQueryVariables['from']): Start | undefined {
  const saved = doors.find(({ id }) => id === from.propertyId)
  if (saved) return saved.streetName ? saved : undefined
  const [, streetNumber, streetName] = /^(\d\S*)\s+([^,]+)/.exec(from.address ?? '') ?? []
  return from.point && streetNumber && streetName
    ? { ...from.point, streetNumber, streetName: streetName.trim() }
    : undefined
}
