import { useQuery } from '@apollo/client/react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import {
  type NextDoorQuery,
  PropertiesInViewDocument,
  type PropertiesInViewQuery,
  StreetAddressesDocument,
} from '../../../gql/graphql.ts'
import { type Bounds, boundsAround, contains, type Point } from '../../../lib/distance.ts'
import { useDayStart } from '../../../lib/useDayStart.ts'
import { useShown } from '../../../session/outbox/useOutbox.ts'
import { useAbilities } from '../../../session/person/MeProvider.tsx'
import { buildStreet, type CurrentDoor, type Street, type StreetAddress } from './streetDoors.ts'

/**
 * How much of the street is read to both sides, and the steps in which the middle of it moves, so that most steps to the next door
 * need no query. Among very many saved doors, the server tells fewer of them apart.
 */
const REACHES = { usual: { meters: 380, stepDegrees: 0.002 }, dense: { meters: 160, stepDegrees: 0.001 } }
/** At this zoom nothing is clustered, unless there is too much. */
const MAX_ZOOM = 22

const NOTHING_READ: PropertiesInViewQuery = {
  propertyMap: { total: 0, markers: [], clusters: [] },
}

/** What is known of an area: its saved doors, and its houses, saved or not. */
export interface StreetRead {
  bounds: Bounds
  doors: PropertiesInViewQuery
  houses: readonly StreetAddress[]
}

export interface StreetOptions {
  current: CurrentDoor
  next: NonNullable<NextDoorQuery['nextDoor']> | undefined
  /** Counts the changes by others, after each of which the saved doors are read again. */
  changes: number
  /** What was read last, which the strip and the whole street share. */
  read: StreetRead | undefined
  onRead: (read: StreetRead) => void
}

/**
 * The street of the door whose sheet is open, with the knocks in the outbox. Undefined until it is read, and if the door has
 * no street or number. Without a connection it has what this device knows.
 */
export function useStreet({ current, next, changes, read, onRead }: StreetOptions): Street | undefined {
  const { viewAllProperties } = useAbilities()
  const dayStart = useDayStart()
  const bounds = useRead(current, changes, read, onRead)
  const { propertyMap } = useShown(read?.doors ?? NOTHING_READ)
  const saved = useMemo(
    () =>
      propertyMap.markers
        // The outbox adds its doors to each answer, wherever they are.
        .filter((marker) => contains(read?.bounds ?? bounds, marker))
        .map((marker) => ({ ...marker, isTeams: !marker.mine && !viewAllProperties })),
    [propertyMap, read?.bounds, bounds, viewAllProperties],
  )
  return useMemo(() => {
    if (!read || !contains(read.bounds, current)) return undefined
    return buildStreet({ current, saved, houses: read.houses, next, dayStart })
  }, [read, current, saved, next, dayStart])
}

/** Reads the area around a door, and returns its bounds. What was read before is kept until both answers have come. */
function useRead(
  door: Point,
  changes: number,
  before: StreetRead | undefined,
  onRead: (read: StreetRead) => void,
): Bounds {
  const [reach, setReach] = useState(REACHES.usual)
  const [lat, lng] = [roundTo(door.lat, reach.stepDegrees), roundTo(door.lng, reach.stepDegrees)]
  const bounds = useMemo(() => boundsOf({ lat, lng }, reach.meters), [lat, lng, reach.meters])
  // The cache has the houses of one area, which is that of the map.
  const doorsRead = useQuery(PropertiesInViewDocument, {
    variables: { bounds, zoom: MAX_ZOOM },
    fetchPolicy: 'no-cache',
  })
  const addressesRead = useQuery(StreetAddressesDocument, { variables: { bounds }, fetchPolicy: 'no-cache' })
  useRefetch(doorsRead.refetch, changes)
  const isSettled = !doorsRead.loading && !addressesRead.loading
  const { data: doors } = doorsRead
  const houses = addressesRead.data?.housesIn
  const isClustered = (doors?.propertyMap.clusters.length ?? 0) > 0
  if (isClustered && reach === REACHES.usual) setReach(REACHES.dense)
  // Reads the latest `before`, which `onRead` changes, so that the effect runs once per answer.
  const handleAnswers = useEffectEvent((answers: { bounds: Bounds } & Partial<Omit<StreetRead, 'bounds'>>) => {
    // A failed query keeps what is known. Without anything, a saved door would be shown as one that is not.
    if (!answers.doors && before?.bounds !== answers.bounds && answers.houses) return
    onRead({
      bounds: answers.bounds,
      doors: answers.doors ?? before?.doors ?? NOTHING_READ,
      houses: answers.houses ?? before?.houses ?? [],
    })
  })
  useEffect(() => {
    if (isSettled && !isClustered) handleAnswers({ bounds, doors, houses })
  }, [isSettled, isClustered, bounds, doors, houses])
  return bounds
}

/** Reads again when the number changes. The street that was read before stays if that fails. */
function useRefetch(refetch: () => Promise<unknown>, changes: number): void {
  const before = useRef(changes)
  useEffect(() => {
    if (before.current === changes) return
    before.current = changes
    void refetch().catch(() => undefined)
  }, [refetch, changes])
}

const roundTo = (value: number, step: number): number => Number((Math.round(value / step) * step).toFixed(5))

function boundsOf(center: Point, meters: number): Bounds {
  const { south, west, north, east } = boundsAround(center, meters)
  const roundDegrees = (degrees: number) => Math.round(degrees * 1e5) / 1e5
  return { south: roundDegrees(south), west: roundDegrees(west), north: roundDegrees(north), east: roundDegrees(east) }
}
