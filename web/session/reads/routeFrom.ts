import type { Polygon } from 'geojson'
import { containsPoint } from '../../../api/domain/polygons.ts'
import { isOpenDoor } from '../../../api/domain/walkingRoutes/openDoors.ts'
import { planRoute, usualMinutesAtDoor } from '../../../api/domain/walkingRoutes/planRoute.ts'
import type { WalkingRouteQuery } from '../../gql/graphql.ts'
import { distanceMeters, type Point } from '../../lib/distance.ts'
import { stateOf } from './nextDoorFrom.ts'
import type { Door } from './readStore.ts'
import { lineOf, parseNumberAndStreet, streetKey } from './sameAddress.ts'

interface RouteOptions {
  /** GeoJSON of the territory, or the properties; null for the doors of the rep. */
  area: unknown
  propertyIds: readonly string[] | null
  from: Point | null
  /** The most doors. */
  limit: number
  /** Where the rep wanted to come back by today. */
  dueIds: readonly string[]
  /** When today began, in milliseconds. */
  dayStart: number
}

/**
 * A walking route past the open ones of these saved doors, by the rules of the server: those that are due first, then the nearest. The pace
 * of the rep is not known without a connection.
 */
export async function routeFrom(
  doors: readonly Door[],
  { area, propertyIds, from, limit, dueIds, dayStart }: RouteOptions,
): Promise<WalkingRouteQuery['walkingRoute']> {
  const due = new Set(dueIds)
  const isDue = ({ id }: Door) => due.has(id)
  const given = propertyIds && new Set(propertyIds)
  const isHere = (door: Door) =>
    given ? given.has(door.id) : area ? containsPoint(area as Polygon, door) : door.mine || isDue(door)
  const isOpen = (door: Door) => {
    const lastKnockedBeforeToday = Date.parse(door.lastKnockedAt ?? '') < dayStart
    return isOpenDoor({ ...stateOf(door), lastKnockedBeforeToday }, { isDue: isDue(door) })
  }
  const metersTo = (door: Door) => (from ? distanceMeters(from, door) : 0)
  const open = doors
    .filter((door) => isHere(door) && isOpen(door))
    .sort((one, other) => Number(isDue(other)) - Number(isDue(one)) || metersTo(one) - metersTo(other))
    .slice(0, limit)
  const { stops, meters, minutes } = await planRoute(open.map(toStreetDoor), {
    ...{ from, minutesAtDoor: usualMinutesAtDoor },
  })
  return { stops: stops.map(({ door }) => toStop(door)), meters, minutes }
}

function toStreetDoor(door: Door) {
  const { number } = parseNumberAndStreet(lineOf(door))
  const place = { street: streetKey(door.streetName), town: '', lat: door.lat, lng: door.lng }
  return { ...place, ...(number ?? { digits: 0, written: '' }), door }
}

function toStop(door: Door): WalkingRouteQuery['walkingRoute']['stops'][number] {
  const { id, streetNumber, streetName, status, lat, lng } = door
  return {
    ...{ propertyId: id, address: lineOf(door), streetNumber, streetName, city: null, status },
    point: { lat, lng },
  }
}
