import type { MultiPolygon, Polygon } from 'geojson'
import { containsPoint } from '../../../api/domain/polygons.ts'
import { isOpenDoor } from '../../../api/domain/walkingRoutes/openDoors.ts'
import { planRoute, usualMinutesAtDoor } from '../../../api/domain/walkingRoutes/planRoute.ts'
import { nearestFirst, prepareIsSaved } from '../../../api/domain/walkingRoutes/unsavedDoors.ts'
import type { WalkingRouteQuery } from '../../gql/graphql.ts'
import type { Point } from '../../lib/distance.ts'
import { stateOf } from './nextDoorFrom.ts'
import type { Door, KnownProperties, UnsavedProperty } from './readStore.ts'
import { isSamePoint, isSameProperty, lineOf, parseNumberAndStreet, streetKey } from './sameAddress.ts'

interface RouteOptions {
  /** The area of the territory. If this and `propertyIds` are null, the route is past the doors of the rep. */
  area: Polygon | MultiPolygon | null
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
 * A walking route past the open ones of these doors, in a territory also past the houses that are not saved, by the rules of the server: those
 * that are due first, then the nearest. The pace of the rep and the lists of cities are not known without a connection.
 */
export async function routeFrom(
  { doors, houses }: KnownProperties,
  { area, propertyIds, from, limit, dueIds, dayStart }: RouteOptions,
): Promise<WalkingRouteQuery['walkingRoute']> {
  const due = new Set(dueIds)
  const isDue = ({ id }: Door) => due.has(id)
  const given = propertyIds && new Set(propertyIds)
  const isHere = (door: Door) =>
    given ? given.has(door.id) : area ? containsPoint(area, door) : door.mine || isDue(door)
  const isOpen = (door: Door) => {
    const lastKnockedBeforeToday = Date.parse(door.lastKnockedAt ?? '') < dayStart
    return isOpenDoor({ ...stateOf(door), lastKnockedBeforeToday }, { isDue: isDue(door) })
  }
  const open = doors.filter((door) => isHere(door) && isOpen(door))
  const unsaved = area ? findUnsaved(houses.filter((house) => containsPoint(area, house))) : []
  const others = nearestFirst<Door | UnsavedProperty>([...open.filter((door) => !isDue(door)), ...unsaved], from)
  const chosen = [...nearestFirst(open.filter(isDue), from), ...others].slice(0, limit)
  const { stops, meters, minutes } = await planRoute(chosen.map(toStreetDoor), {
    ...{ from, minutesAtDoor: usualMinutesAtDoor },
  })
  return { stops: stops.map(({ door }) => ('id' in door ? toStop(door) : toUnsavedStop(door))), meters, minutes }

  /** The nearest of these that are not saved, as many as the route can have. */
  function findUnsaved(inside: readonly UnsavedProperty[]): UnsavedProperty[] {
    const isSaved = prepareIsSaved(doors.map((door) => ({ address: lineOf(door), lat: door.lat, lng: door.lng })))
    const found: UnsavedProperty[] = []
    for (const house of nearestFirst(inside, from)) {
      if (found.length === limit) break
      if (!isSaved(house) && !doors.some((door) => isSamePoint(door, house) && isSameProperty(door, house)))
        found.push(house)
    }
    return found
  }
}

function toStreetDoor(door: Door | UnsavedProperty) {
  const { number } = parseNumberAndStreet('address' in door ? door.address : lineOf(door))
  const place = { street: streetKey(door.streetName), town: '', lat: door.lat, lng: door.lng }
  return { ...place, ...(number ?? { digits: 0, written: '' }), door }
}

function toUnsavedStop(house: UnsavedProperty): WalkingRouteQuery['walkingRoute']['stops'][number] {
  const { address, streetNumber, streetName, city, lat, lng } = house
  return { propertyId: null, address, streetNumber, streetName, city, status: null, point: { lat, lng } }
}

function toStop(door: Door): WalkingRouteQuery['walkingRoute']['stops'][number] {
  const { id, streetNumber, streetName, status, lat, lng } = door
  return {
    ...{ propertyId: id, address: lineOf(door), streetNumber, streetName, city: null, status },
    point: { lat, lng },
  }
}
