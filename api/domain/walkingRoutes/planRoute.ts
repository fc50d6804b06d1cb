import { toBlockFaces, type StreetDoor } from '../blockFaces/blockFaces.ts'
import type { Side } from '../knocking/streetWalk.ts'
import { distanceMeters, planeAt, type Point } from '../point.ts'
import { orderStretches, type SearchOptions } from './orderStretches.ts'

/** A door of a route, with the side of its street; null if it has no number. */
export type Stop<Door extends StreetDoor> = Door & { side: Side | null }

export interface PlannedRoute<Door extends StreetDoor> {
  stops: Stop<Door>[]
  /** From where the route begins, past each stop. */
  line: Point[]
  meters: number
  minutes: number
}

/** The most doors of a route. */
export const maxStops = 500
const walkedMetersPerMinute = 80

export interface RouteOptions extends SearchOptions {
  /** Where the rep stands; the route begins anywhere without it. */
  from: Point | null
  /** How long a rep stays at a door. */
  minutesAtDoor: number
}

/**
 * A short walk past all of these doors. A block face is walked from one end to the other, so that nobody crosses the street between
 * its doors. The same doors in another order give the same route.
 */
export async function planRoute<Door extends StreetDoor>(
  doors: readonly Door[],
  { from, minutesAtDoor, ...search }: RouteOptions,
): Promise<PlannedRoute<Door>> {
  const faces = toBlockFaces(doors)
  const toPlane = planeAt(from ?? faces[0]?.doors[0] ?? { lat: 0, lng: 0 })
  const stretches = faces.map(({ doors: onFace }) => ({
    first: toPlane(onFace[0]!),
    last: toPlane(onFace.at(-1)!),
  }))
  const walked = await orderStretches(stretches, from && toPlane(from), search)
  const stops = walked.flatMap(({ index, isReversed }) => {
    const { doors: onFace, side } = faces[index]!
    return (isReversed ? onFace.toReversed() : onFace).map((door) => ({ ...door, side }))
  })
  return { stops, ...measureRoute(stops, from, minutesAtDoor) }
}

/** The line past these stops, with its length and the time that it takes. */
export function measureRoute(
  stops: readonly Point[],
  from: Point | null,
  minutesAtDoor: number,
): Pick<PlannedRoute<StreetDoor>, 'line' | 'meters' | 'minutes'> {
  const line = [...(from ? [from] : []), ...stops].map(({ lat, lng }) => ({ lat, lng }))
  const meters = line.slice(1).reduce((sum, point, index) => sum + distanceMeters(line[index]!, point), 0)
  return { line, meters, minutes: walkMinutes(meters) + stops.length * minutesAtDoor }
}

/** How long a walk takes. */
export const walkMinutes = (meters: number): number => meters / walkedMetersPerMinute

/** How long a rep stays at a door, until their own visits tell it. */
export const usualMinutesAtDoor = 2.5
/** A pace is learned from so many visits, so that one long talk does not count for all doors. */
const minVisits = 20
const paceBounds = { min: 0.5, max: 10 }

/** A visit of a session, in the order of the session. */
export interface Visit extends Point {
  sessionId: string
  /** In milliseconds. */
  at: number
}

/** How long the rep stays at a door: the median time from a visit to the next one of its session, without the walk between them. */
export function learnMinutesAtDoor(visits: readonly Visit[]): number {
  const minutes = visits
    .slice(1)
    .flatMap((visit, index) => {
      const before = visits[index]!
      const walk = walkMinutes(distanceMeters(before, visit))
      return visit.sessionId === before.sessionId ? [(visit.at - before.at) / 60_000 - walk] : []
    })
    .sort((one, other) => one - other)
  if (minutes.length < minVisits) return usualMinutesAtDoor
  return Math.min(paceBounds.max, Math.max(paceBounds.min, minutes[Math.floor(minutes.length / 2)]!))
}
