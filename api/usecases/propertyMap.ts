import { readScope, type Context } from '../context.ts'
import { rows } from '../database/connection.ts'
import { cellsCovering } from '../domain/cells.ts'
import { Refused } from '../domain/errors.ts'
import { authorize } from '../domain/permissions.ts'
import type { Bounds } from '../domain/point.ts'
import type { Priority, PropertyStatus } from '../domain/words.ts'

export interface MapMarker {
  id: string
  lat: number
  lng: number
  streetNumber: string
  status: PropertyStatus
  priority: Priority
}

export interface MapCluster {
  key: string
  lat: number
  lng: number
  count: number
}

/** What is in view: every house by itself while they are few, else counts per square of the grid. */
export interface PropertyMap {
  markers: MapMarker[]
  clusters: MapCluster[]
  total: number
}

/** A cluster stands for the houses within this many pixels (spec §9: grid size 60), as a power of two. */
const gridPixels = 64
/** A house is drawn by itself from this zoom on, where lots are wider than their markers. */
const separateZoom = 18
const cellZoom = 22

/** The properties of the viewport that the actor may see, as markers and clusters of two or more (spec §9). */
export async function readPropertyMap(ctx: Context, bounds: Bounds, zoom: number): Promise<PropertyMap> {
  const reach = authorize(ctx.actor, 'property.read')
  if (!(bounds.north > bounds.south) || !Number.isFinite(zoom))
    throw new Refused('The bounds of the map are not an area.')
  const values: unknown[] = []
  const where = [cellCondition(bounds, values)]
  if (reach === 'own') where.push(`p.assigned_to = $${values.push(ctx.actor!.userId)}`)
  // A square of the grid is a range of cells, so squares are the leading bits of the cell.
  const squareZoom = zoom >= separateZoom ? cellZoom + 1 : Math.max(0, Math.round(zoom) + Math.log2(512 / gridPixels))
  const shift = squareZoom > cellZoom ? 0 : 2 * (cellZoom - squareZoom)
  const found = await ctx.database.within(readScope(ctx), (em) =>
    rows<MapMarker & { key: string; count: number }>(
      em,
      `select (p.cell >> ${shift})::text as key, count(*)::int as count, avg(p.lat) as lat, avg(p.lng) as lng,
         min(p.id::text) as id, min(p.street_number) as "streetNumber", min(p.status) as status, min(p.priority) as priority
       from properties p where ${where.join(' and ')}
       group by ${squareZoom > cellZoom ? 'p.id, p.cell' : `p.cell >> ${shift}`}`,
      values,
    ),
  )
  return {
    markers: found.filter(({ count }) => count === 1).map(({ key: _, count: __, ...marker }) => marker),
    clusters: found.filter(({ count }) => count > 1).map(({ key, lat, lng, count }) => ({ key, lat, lng, count })),
    total: found.reduce((sum, { count }) => sum + count, 0),
  }
}

/** Being in view, as a condition on `p` that an ordinary index answers under row-level security (design §4). */
export function cellCondition(bounds: Bounds, values: unknown[]): string {
  const ranges = cellsCovering(bounds).map(
    ([first, last]) => `p.cell between $${values.push(first)} and $${values.push(last)}`,
  )
  return `(${ranges.join(' or ')}) and p.lat between $${values.push(bounds.south)} and $${values.push(bounds.north)}
    and p.lng between $${values.push(bounds.west)} and $${values.push(bounds.east)}`
}
