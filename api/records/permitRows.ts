import type { Context } from '../context.ts'
import { prepared } from '../database/pipelinedConnection.ts'
import type { NamedPermit } from '../domain/permits/parsePermit.ts'
import { permitFlagsOf, type PermitFlag } from '../domain/permits/permits.ts'
import type { Bounds, Point } from '../domain/point.ts'

/** A permit as it is stored. */
export interface PermitRow extends NamedPermit {
  id: string
  createdAt: Date
  updatedAt: Date
}

export const permitColumns = `p.id, p.city, p.area, p.number, p.valid_from::text as "validFrom", p.valid_to::text as "validTo", p.weekdays,
  p.from_time as "from", p.to_time as "to", p.until_sunset_minutes as "untilSunsetMinutes", p.badges, p.created_at as "createdAt",
  p.updated_at as "updatedAt"`

const permitsSql = prepared(
  `select ${permitColumns}, p.bounds, t.time_zone as "timeZone" from permits p join tenants t on t.id = p.tenant_id where p.tenant_id = $1`,
)
const pointsSql = prepared('select id, lat, lng from properties where tenant_id = $1 and id = any($2::uuid[])')

/** A knock, as far as permits are about it. */
interface KnockAtDoor {
  propertyId: string
  userId: string
  at: Date
}

/** What is wrong with each knock by the permits of its city. */
export async function readPermitFlags(
  { database }: Pick<Context, 'database'>,
  tenantId: string,
  knocks: readonly KnockAtDoor[],
): Promise<PermitFlag[][]> {
  type Row = PermitRow & { bounds: Bounds; timeZone: string }
  const permits = await database.query<Row>({ tenantId }, permitsSql, [tenantId])
  const ids = [...new Set(knocks.map(({ propertyId }) => propertyId))]
  const doors = await database.query<Point & { id: string }>({ tenantId }, pointsSql, [tenantId, ids])
  const points = new Map(doors.map(({ id, lat, lng }) => [id, { lat, lng }]))
  return knocks.map(({ propertyId, userId, at }) => {
    const point = points.get(propertyId)
    // An unknown property is refused by what saves the knock.
    if (!point) return []
    const near = permits.filter(({ bounds }) => isWithin(bounds, point))
    return near.length === 0 ? [] : permitFlagsOf(near, { point, userId, at }, near[0]!.timeZone)
  })
}

const isWithin = ({ south, west, north, east }: Bounds, { lat, lng }: Point) =>
  south <= lat && lat <= north && west <= lng && lng <= east
