import { readScope, type Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { createParameters } from '../../database/parameters.ts'
import { authorize, ownUserIdOf } from '../../domain/permissions.ts'
import { checkBounds, type Bounds, type Point } from '../../domain/point.ts'
import { cellCondition } from './cellCondition.ts'
import { doorReachOf } from './teamDoors.ts'

export interface MapNeighborhood extends Point {
  /** Empty for properties without a neighborhood. */
  name: string
  count: number
  interested: number
}

/** In a wider view nobody looks for a neighborhood, and counting more properties would take too long. */
const maxProperties = 20_000
const maxNeighborhoods = 50

/**
 * The neighborhoods of the properties in `bounds` that the actor may see on the map, the largest first; at most 50. Empty if the view
 * contains more than 20,000 properties.
 */
export async function readNeighborhoodsInView(ctx: Context, bounds: Bounds): Promise<MapNeighborhood[]> {
  authorize(ctx.actor, 'property.read')
  checkBounds(bounds)
  const userId = ownUserIdOf(ctx.actor!)
  return ctx.database.within(readScope(ctx), async (em) => {
    const isOwn = (await doorReachOf(em, ctx)) === 'own'
    const { values, bind } = createParameters()
    const rows = await queryRows<MapNeighborhood & { total: number }>(
      em,
      `select n.name, count(*)::int as count, count(*) filter (where n.status = 'interested')::int as interested,
         avg(n.lat) as lat, avg(n.lng) as lng, sum(count(*)) over ()::int as total
       from (select coalesce(p.neighborhood, '') as name, p.status, p.lat, p.lng from properties p
         where p.tenant_id = :tenant and ${cellCondition(bounds, bind)} ${isOwn ? `and p.assigned_to = ${bind(userId)}` : ''}
         limit ${maxProperties + 1}) n
       group by n.name order by count(*) desc, n.name limit ${maxNeighborhoods}`,
      values,
    )
    return (rows[0]?.total ?? 0) > maxProperties ? [] : rows.map(({ total: _, ...neighborhood }) => neighborhood)
  })
}
