import { queryRows, type EntityManager } from '../../database/connection.ts'
import { createParameters } from '../../database/parameters.ts'
import { sideOfDoor } from '../../domain/blockFaces/blockFaces.ts'
import { toStreetDoor } from '../../domain/blockFaces/streetDoor.ts'
import type { PropertyStatus } from '../../domain/enums.ts'
import type { Side } from '../../domain/knocking/streetWalk.ts'
import type { Reach } from '../../domain/permissions.ts'
import type { Point } from '../../domain/point.ts'
import type { Visit } from '../../domain/walkingRoutes/planRoute.ts'
import { inForceSql } from '../../records/doNotKnockRows.ts'
import { lastKnockSql } from '../properties/lastKnocks.ts'
import type { Place } from '../territories/countDoors.ts'

/** A saved property that a route goes to. */
export interface OpenDoor extends Point {
  propertyId: string
  address: string
  streetNumber: string
  streetName: string | null
  city: string | null
  status: PropertyStatus
  /** The actor wanted to come back by today. */
  isDue: boolean
}

/** A house that the county records and nobody has saved, which a route goes to. */
export type UnsavedDoor = Omit<OpenDoor, 'propertyId' | 'status'> & { propertyId: null; status: null }

/** A door as a route shows it. */
export type RouteStop<Door extends OpenDoor | UnsavedDoor = OpenDoor | UnsavedDoor> = Pick<
  Door,
  'propertyId' | 'address' | 'streetNumber' | 'streetName' | 'city' | 'status' | 'isDue'
> & {
  point: Point
  /** The side of its street; null if it has no number. */
  side: Side | null
}

export function toRouteStop<Door extends OpenDoor | UnsavedDoor>(door: Door): RouteStop<Door> {
  const { propertyId, address, streetNumber, streetName, city, status, isDue, lat, lng } = door
  const side = sideOfDoor(toStreetDoor(door))
  return { propertyId, address, streetNumber, streetName, city, status, isDue, side, point: { lat, lng } }
}

/** Where a route looks for its doors. */
export type RouteScope =
  | { place: Place; free?: FreeDoors }
  | { propertyIds: readonly string[] }
  /** The properties of a user, and those to which they want to come back. */
  | { assignedTo: string }

/** Leaves out the doors that colleagues have. */
interface FreeDoors {
  now: Date
  /** The territories that colleagues hold. */
  territories: readonly Place[]
}

interface OpenDoorOptions {
  userId: string
  /** Where the user may knock. */
  reach: Reach
  dueIds: readonly string[]
  dayStart: Date
  from: Point | null
  limit: number
}

/** Of a place, more doors are not tested by their points. */
const maxTested = 2_000

/**
 * The open doors of the scope, as `planWalkingRoute` says: those that are due first, then the nearest. Doors that a rep may take are all
 * ordered by distance.
 */
export async function readOpenDoors(
  em: EntityManager,
  scope: RouteScope,
  { userId, reach, dueIds, dayStart, from, limit }: OpenDoorOptions,
): Promise<OpenDoor[]> {
  const { values, bind } = createParameters()
  const [me, due] = [`${bind(userId)}::uuid`, `${bind(dueIds)}::uuid[]`]
  const isDue = `p.id = any(${due})`
  const { place = null, free = null } = 'place' in scope ? scope : {}
  const ranges = place && [...place.cells.inside, ...place.cells.border]
  const source = ranges
    ? `unnest(${bind(ranges.map(([first]) => `${first}`))}::bigint[], ${bind(ranges.map(([, last]) => `${last}`))}::bigint[])
         c (first, last)
       join properties p on p.tenant_id = :tenant and p.cell between c.first and c.last`
    : 'properties p'
  const conditions = [
    ...('propertyIds' in scope ? [`p.id = any(${bind(scope.propertyIds)}::uuid[])`] : []),
    ...('assignedTo' in scope ? [`(p.assigned_to = ${me} or ${isDue})`] : []),
    ...(reach === 'own' ? [`p.assigned_to = ${me}`] : []),
    `(${isDue} or ((knock.outcome is null and p.status = 'new'
        or knock.outcome = 'nobody_home' and knock.occurred_at < ${bind(dayStart)})
      and p.status <> 'not_interested'
      and (p.status <> 'interested' or p.assigned_to is null or p.assigned_to = ${me})))`,
    `not exists (select from do_not_knock m where m.tenant_id = :tenant and m.tenant_id = p.tenant_id
       and m.property_id = p.id and ${inForceSql})`,
    ...(free ? freeConditions(free) : []),
  ]
  const order = free ? '' : '"isDue" desc, '
  const distance = from
    ? `(p.lat - ${bind(from.lat)}) ^ 2 + ((p.lng - ${bind(from.lng)}) * cos(radians(p.lat))) ^ 2, `
    : ''
  const rows = await queryRows<OpenDoor>(
    em,
    `select p.id as "propertyId", p.address, p.street_number as "streetNumber", p.street_name as "streetName", p.city,
       p.lat, p.lng, p.status, ${isDue} as "isDue"
     from ${source} ${lastKnockSql}
     where p.tenant_id = :tenant and ${conditions.join(' and ')}
     order by ${order}${distance}p.cell, p.id limit ${bind(place ? maxTested : limit)}`,
    values,
  )
  const isHeld = (door: OpenDoor) => free?.territories.some(({ contains }) => contains(door))
  return rows.filter((door) => (!place || place.contains(door)) && !isHeld(door)).slice(0, limit)

  function freeConditions({ now, territories }: FreeDoors): string[] {
    const held = territories.flatMap(({ cells }) => cells.inside).map(([first, last]) => `[${first},${last}]`)
    return [
      `not exists (select from taken_doors d where d.tenant_id = :tenant and d.tenant_id = p.tenant_id and d.property_id = p.id
         and d.user_id <> ${me} and d.until > ${bind(now)})`,
      // Most doors in held territories are left out here, so that few at the borders need the exact test.
      `not p.cell <@ ${bind(`{${held.join(',')}}`)}::int8multirange`,
    ]
  }
}

/** From so many knocks the pace of a rep is learned. */
const maxVisits = 300

/** The last knocks of the user in sessions, with the points of their properties, earliest first. */
export function readVisits(em: EntityManager, userId: string): Promise<Visit[]> {
  return queryRows<Visit>(
    em,
    `select k.session_id as "sessionId", (extract(epoch from k.occurred_at) * 1000)::float8 as at, p.lat, p.lng
     from (select k.tenant_id, k.property_id, k.session_id, k.occurred_at, k.event_id from knocks k
       where k.tenant_id = :tenant and k.rep_id = $1 and k.withdrawn_at is null and k.counted
       order by k.occurred_at desc limit ${maxVisits}) k
     join properties p on p.tenant_id = :tenant and p.tenant_id = k.tenant_id and p.id = k.property_id
     where k.session_id is not null order by k.occurred_at, k.event_id`,
    [userId],
  )
}
