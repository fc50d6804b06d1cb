import { planRoute, usualMinutesAtDoor, walkMinutes } from '../../../api/domain/walkingRoutes/planRoute.ts'
import { draftOf, temporaryId } from '../../domain/draftOf.ts'
import type { NextDoorQuery, WalkingRouteQuery } from '../../gql/graphql.ts'
import type { Point } from '../../lib/distance.ts'
import { parseNumberAndStreet, streetKey } from '../../session/reads/sameAddress.ts'

type NextDoor = NonNullable<NextDoorQuery['nextDoor']>
type Planned = WalkingRouteQuery['walkingRoute']

/** A planned walk: its doors in their order, and how long the rep stays at each. */
export interface Route {
  stops: readonly NextDoor[]
  minutesAtDoor: number
  /** Its doors were taken for today, and return tonight. */
  isForToday?: boolean
}

/** What the parts of a route tell the map screen. */
export type SendRoute = (event: { type: 'routeChanged'; route: Route | undefined } | { type: 'nextTapped' }) => void

export function toRoute({ stops, meters, minutes }: Pick<Planned, 'stops' | 'meters' | 'minutes'>): Route {
  return {
    stops: stops.map(toNextDoor),
    minutesAtDoor: stops.length === 0 ? usualMinutesAtDoor : (minutes - walkMinutes(meters)) / stops.length,
  }
}

function toNextDoor({ propertyId, point: { lat, lng }, ...stop }: Planned['stops'][number]): NextDoor {
  const { address, streetNumber, streetName, city, status } = stop
  return {
    ...{ address, streetNumber, streetName, city, lat, lng, propertyId, status },
    id: propertyId ?? temporaryId(draftOf({ address, streetNumber, streetName, city, lat, lng })),
    // The walk along a street goes on like this where the route ends.
    ...{ distanceMeters: 0, direction: 'ASCENDING', crossed: false },
  }
}

/** The stops without those on the street of the first one, in a good order from where the rep is. */
export async function skipStreet({ stops, ...route }: Route, from: Point | null): Promise<Route> {
  const streetOf = ({ streetName, city }: NextDoor) => `${streetKey(streetName)}|${city ?? ''}`
  const skipped = stops[0] && streetOf(stops[0])
  const left = stops.filter((stop) => streetOf(stop) !== skipped).map(toStreetDoor)
  const planned = await planRoute(left, { from, minutesAtDoor: route.minutesAtDoor })
  return { ...route, stops: planned.stops.map(({ stop }) => stop) }
}

function toStreetDoor(stop: NextDoor) {
  const { number } = parseNumberAndStreet(stop.address)
  const place = { street: streetKey(stop.streetName), town: stop.city ?? '', lat: stop.lat, lng: stop.lng }
  return { ...place, ...(number ?? { digits: 0, written: '' }), stop }
}
