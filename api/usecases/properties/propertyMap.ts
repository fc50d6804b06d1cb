import { readScope, type Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { createParameters, type Bind } from '../../database/parameters.ts'
import { boundsOfTiles, coveringCellRanges, tileOf } from '../../domain/cells.ts'
import { hourMs, type Span } from '../../domain/periods.ts'
import { authorize, ownUserIdOf, type Reach } from '../../domain/permissions.ts'
import { checkBounds, type Bounds, type Point } from '../../domain/point.ts'
import type { KnockOutcome, Priority, PropertyStatus } from '../../domain/enums.ts'
import { ALL_REPS_ID } from '../../projections/propertyCells.ts'
import { readMarksInForce } from '../../records/doNotKnockRows.ts'
import { readTenantPeriod } from '../tenants/calendar.ts'
import { cellCondition } from './cellCondition.ts'
import { lastKnockSql } from './lastKnocks.ts'
import { doorReachOf } from './teamDoors.ts'

export interface MapMarker extends Point {
  id: string
  /** One line, which tells the unit. */
  address: string
  streetNumber: string
  streetName: string | null
  status: PropertyStatus
  /** Normal for a property of a colleague. */
  priority: Priority
  /** The outcome and time of the last knock that was not withdrawn. */
  lastOutcome: KnockOutcome | null
  lastKnockedAt: Date | null
  /** The id of the assignee. */
  assignedTo: string | null
  mine: boolean
  /** Nobody may knock there now. */
  doNotKnock: boolean
}

export interface MapCluster extends Point {
  key: string
  count: number
  /** How many of them somebody has knocked at today. */
  doneToday: number
}

/** The properties in view: a marker for each while they are few, else clusters per square of a grid. `total` counts both. */
export interface PropertyMap {
  markers: MapMarker[]
  clusters: MapCluster[]
  total: number
}

/** The minimum width of a grid square on the screen: closer properties form a cluster (spec §9). */
const gridPixels = 60
/** The width of one map tile on the screen. */
const tilePixels = 512
/** From this zoom on, houses can be told apart, so each property gets its own marker. `PROPERTY_ZOOM` of the client is the same. */
const minMarkerZoom = 17.75
/** With more markers than this, properties are clustered at every zoom: in apartment towers many share a point. */
const maxMarkers = 800
/** Limits the response for any size of view. A screen of 2560 × 1440 has fewer squares. */
const maxSquares = 1000
/** The zoom of `properties.cell`. */
const cellZoom = 22
/** `property_cells` stores counts for even levels up to this one. Finer views contain few properties. */
const maxStoredLevel = 18

/** The properties in `bounds`, as markers and clusters of two or more (spec §9). A rep gets those of the team if the tenant allows it. */
export async function readPropertyMap(ctx: Context, bounds: Bounds, zoom: number): Promise<PropertyMap> {
  const reach = authorize(ctx.actor, 'property.read')
  const userId = ownUserIdOf(ctx.actor!)
  checkBounds(bounds)
  const grid = gridOf(bounds, zoom)
  const toMarkers = async (em: EntityManager, rows: (Partial<MarkerRow> & Point)[]) => {
    const marks =
      rows.length > 0
        ? await readMarksInForce(
            em,
            rows.map(({ id }) => id!),
            ctx.now(),
          )
        : new Map()
    return rows.map((row) => markerOf(row, userId, reach, marks.has(row.id)))
  }
  const scope = readScope(ctx)
  return ctx.database.within(scope, async (em) => {
    const repId = (await doorReachOf(em, ctx)) === 'own' ? userId : null
    if (zoom >= minMarkerZoom) {
      const markers = await readMarkers(em, grid, repId)
      if (markers.length <= maxMarkers)
        return { markers: await toMarkers(em, markers), clusters: [], total: markers.length }
    }
    // Together, so that the time zone of the tenant costs no round trip of its own.
    const [squares, today] = await Promise.all([
      grid.level <= maxStoredLevel ? readStoredSquares(em, grid, repId) : countSquares(em, grid, repId),
      scope === 'platform' ? null : readTenantPeriod(em, scope.tenantId, 'day', ctx.now()),
    ])
    const clusters = squares.filter(({ count }) => count > 1)
    const done = clusters.length > 0 && today ? await countDoneToday(em, today.span, grid, repId) : new Map()
    return {
      markers: await toMarkers(
        em,
        squares.filter(({ count }) => count === 1),
      ),
      clusters: clusters.map(({ key, lat, lng, count }) => ({
        ...{ key, lat: roundDegrees(lat), lng: roundDegrees(lng), count },
        doneToday: done.get(key) ?? 0,
      })),
      total: squares.reduce((sum, { count }) => sum + count, 0),
    }
  })
}

interface Grid {
  /** The squares are the map tiles of this zoom. */
  level: number
  /** The view extended to whole squares, so that the counts at its edge do not change while the map moves. */
  bounds: Bounds
}

/** The finest grid that respects `gridPixels` and `maxSquares` in this view. */
function gridOf(bounds: Bounds, zoom: number): Grid {
  const idealLevel = Math.floor(zoom + Math.log2(tilePixels / gridPixels))
  for (let level = Math.min(cellZoom, Math.max(0, idealLevel)); ; level -= 1) {
    const from = tileOf({ lat: bounds.north, lng: bounds.west }, level)
    const to = tileOf({ lat: bounds.south, lng: bounds.east }, level)
    if ((to.x - from.x + 1) * (to.y - from.y + 1) <= maxSquares || level === 0)
      return { level, bounds: boundsOfTiles(level, from, to) }
  }
}

/** A grid square. The marker's fields are set if it contains exactly one property. */
type Square = Omit<MapCluster, 'doneToday'> & Partial<MarkerRow>

type MarkerRow = Omit<MapMarker, 'mine' | 'doNotKnock'>

/** What is shown of a property, selected from `properties p` and `lastKnockSql`. */
const shownColumns = `p.id, p.address, p.street_number as "streetNumber", p.street_name as "streetName", p.status, p.priority,
  p.assigned_to as "assignedTo", knock.outcome as "lastOutcome", knock.occurred_at as "lastKnockedAt"`

function readMarkers(em: EntityManager, { bounds }: Grid, repId: string | null): Promise<MarkerRow[]> {
  const { values, bind } = createParameters()
  return queryRows<MarkerRow>(
    em,
    `select p.lat, p.lng, ${shownColumns} from properties p ${lastKnockSql}
     where p.tenant_id = :tenant and ${cellCondition(bounds, bind)} ${repCondition(repId, bind)} limit ${maxMarkers + 1}`,
    values,
  )
}

/** The columns of a `Square`: those of the square, and those of its property if it contains exactly one. */
const squareColumns = `s.square::text as key, s.count, s.lat, s.lng, ${shownColumns}`

/**
 * Squares from the stored counts. Only even levels are stored, so a square of an odd level adds up the four inside it. Sums of
 * microdegrees are exact as float8, which divides faster than numeric.
 */
async function readStoredSquares(em: EntityManager, { level, bounds }: Grid, repId: string | null): Promise<Square[]> {
  const { values, bind } = createParameters()
  const storedLevel = level + (level % 2)
  const shift = (zoom: number) => BigInt(2 * (cellZoom - zoom))
  const ranges = coveringCellRanges(bounds).map(
    ([first, last]) => `c.square between ${bind(first >> shift(storedLevel))} and ${bind(last >> shift(storedLevel))}`,
  )
  return queryRows<Square>(
    em,
    `select ${squareColumns}
     from (select c.tenant_id, c.square >> ${2 * (storedLevel - level)} as square, sum(houses)::int as count,
         sum(lat_sum::float8) / sum(houses) / 1e6::float8 as lat, sum(lng_sum::float8) / sum(houses) / 1e6::float8 as lng
       from property_cells c where c.tenant_id = :tenant and c.rep_id = ${bind(repId ?? ALL_REPS_ID)} and c.level = ${storedLevel} and (${ranges.join(' or ')})
         and houses > 0
       group by 1, 2) s
     left join lateral (select * from properties p
       where s.count = 1 and p.tenant_id = :tenant and p.tenant_id = s.tenant_id
         and p.cell between s.square << ${shift(level)} and ((s.square + 1) << ${shift(level)}) - 1 ${repCondition(repId, bind)}
       limit 1) p on true ${lastKnockSql}
     where s.lat between ${bind(bounds.south)} and ${bind(bounds.north)}
       and s.lng between ${bind(bounds.west)} and ${bind(bounds.east)}`,
    values,
  )
}

/** Squares counted from the property rows. */
async function countSquares(em: EntityManager, { level, bounds }: Grid, repId: string | null): Promise<Square[]> {
  const { values, bind } = createParameters()
  const shift = 2 * (cellZoom - level)
  return queryRows<Square>(
    em,
    `select ${squareColumns}
     from (select p.tenant_id, p.cell >> ${shift} as square, count(*)::int as count, avg(p.lat) as lat, avg(p.lng) as lng,
         (array_agg(p.id))[1] as id
       from properties p where p.tenant_id = :tenant and ${cellCondition(bounds, bind)} ${repCondition(repId, bind)} group by 1, 2) s
     left join lateral (select * from properties single
       where s.count = 1 and single.tenant_id = :tenant and single.tenant_id = s.tenant_id and single.id = s.id limit 1) p on true
     ${lastKnockSql}`,
    values,
  )
}

/** How many properties of each square somebody has knocked at today in the time zone of the tenant, by the key of the square. */
async function countDoneToday(
  em: EntityManager,
  today: Span,
  { level, bounds }: Grid,
  repId: string | null,
): Promise<Map<string, number>> {
  const { values, bind } = createParameters()
  // Knocks have no index by time alone, so that they are read for each rep with work today. The first hour can begin before the day.
  const rows = await queryRows<{ key: string; count: number }>(
    em,
    `select (p.cell >> ${2 * (cellZoom - level)})::text as key, count(distinct p.id)::int as count
     from (select distinct h.rep_id from rep_hours h
         where h.tenant_id = :tenant and h.hour > ${bind(new Date(today.from.getTime() - hourMs))}) rep
     join knocks k on k.tenant_id = :tenant and k.rep_id = rep.rep_id and k.occurred_at >= ${bind(today.from)}
       and k.withdrawn_at is null and k.counted
     join properties p on p.tenant_id = :tenant and p.tenant_id = k.tenant_id and p.id = k.property_id
     where p.lat between ${bind(bounds.south)} and ${bind(bounds.north)}
       and p.lng between ${bind(bounds.west)} and ${bind(bounds.east)} ${repCondition(repId, bind)}
     group by 1`,
    values,
  )
  return new Map(rows.map(({ key, count }) => [key, count]))
}

function repCondition(repId: string | null, bind: Bind): string {
  return repId ? `and p.assigned_to = ${bind(repId)}` : ''
}

function markerOf(row: Partial<MarkerRow> & Point, userId: string, reach: Reach, doNotKnock: boolean): MapMarker {
  const { id, lat, lng, address, streetNumber, streetName, status, priority, lastOutcome, lastKnockedAt, assignedTo } =
    row as MarkerRow
  const mine = assignedTo === userId
  return {
    id,
    lat: roundDegrees(lat),
    lng: roundDegrees(lng),
    address,
    streetNumber,
    streetName,
    status,
    priority: mine || reach === 'all' ? priority : 'normal',
    lastOutcome,
    lastKnockedAt,
    assignedTo,
    mine,
    doNotKnock,
  }
}

/** Rounds to 0.1 meters. More decimals would be invisible on the map and most of the response's bytes. */
function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
