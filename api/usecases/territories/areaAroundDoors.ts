import { parcelsOf, type Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { zipCodeRange } from '../../domain/addresses/zipCodeRange.ts'
import { toStreetDoor } from '../../domain/blockFaces/streetDoor.ts'
import { cellRangesNear } from '../../domain/cells.ts'
import { check } from '../../domain/errors.ts'
import { makePauses } from '../../domain/pauses.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { boundsAround, checkPoint, distanceMeters, type Point } from '../../domain/point.ts'
import { parseArea, type Area } from '../../domain/territories/area.ts'
import { areaAround } from '../../domain/territories/areaAround.ts'
import { blockAround } from '../../domain/territories/blockAround.ts'
import type { PropertyFilter } from '../properties/propertyFilters.ts'
import { listProperties } from '../properties/propertyList.ts'
import { readDoors } from './splitTerritory.ts'
import { readStreetLines } from './streetLines.ts'

/** Which doors an area is drawn around: those with a ZIP code, the saved properties that match a filter, or those of the block at a place. */
export interface DoorsOfArea {
  zipCode?: string | null
  filter?: PropertyFilter | null
  at?: Point | null
}

export interface DoorArea {
  area: Area
  /** The number of different places of the doors that it was drawn around. */
  doors: number
}

/** An area around more doors would take several seconds. */
const maxDoors = 40_000
const tooMany = `An area is drawn around at most ${maxDoors.toLocaleString('en-US')} doors. Choose fewer.`

/** A block has no doors farther from its place than this. */
const maxBlockMeters = 500
/** From a place to the nearest door of its block. */
const maxDoorMeters = 150

/**
 * An area around doors with a small margin, which is saved nowhere. Around those with a ZIP code, recorded by the county or saved, and around a
 * block, it has no other doors where that can be avoided. Throws `Refused` without such doors, and for more than 40,000.
 */
export async function areaAroundDoors(ctx: Context, { zipCode, filter, at }: DoorsOfArea): Promise<DoorArea> {
  authorize(ctx.actor, 'territory.manage')
  const tenantId = requireTenant(ctx.actor)
  const given = [zipCode, filter, at].filter((value) => value != null)
  check(given.length === 1, 'Give one of a ZIP code, a filter and a place.')
  const { inside, beside } = await (at != null
    ? readBlock(ctx, tenantId, at)
    : zipCode != null
      ? readDoorsOfZip(ctx, tenantId, zipCode)
      : readMatching(ctx, filter!))
  return { area: await areaAround(inside, beside, makePauses()), doors: inside.length }
}

/** The doors that an area is drawn around, and others near them. */
interface ChosenDoors {
  inside: Point[]
  beside: Point[]
}

async function readBlock(ctx: Context, tenantId: string, at: Point): Promise<ChosenDoors> {
  checkPoint(at)
  const { south, west, north, east } = boundsAround(at, maxBlockMeters)
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  const doors = await readDoors(ctx, tenantId, parseArea({ type: 'Polygon', coordinates: [ring] }))
  const isNear = (door: Point) => distanceMeters(door, at) <= maxDoorMeters
  check(doors.some(isNear), 'No door is known near this place. Choose a place in a block of houses.')
  const streets = await ctx.database.within({ tenantId }, (em) => readStreetLines(em, boundsAround(at, maxBlockMeters)))
  const block = await blockAround(doors.map(toStreetDoor), streets, at, makePauses())
  return { inside: block.inside, beside: block.others }
}

async function readMatching(ctx: Context, filter: PropertyFilter): Promise<ChosenDoors> {
  const { items } = await listProperties(ctx, filter, { limit: maxDoors + 1 }, null, ['id', 'lat', 'lng'])
  check(items.length <= maxDoors, tooMany)
  check(items.length > 0, 'No saved property matches.')
  return { inside: items, beside: [] }
}

async function readDoorsOfZip(ctx: Context, tenantId: string, zipCode: string): Promise<ChosenDoors> {
  const zipCodes = zipCodeRange(zipCode)
  const recorded = (await parcelsOf(ctx).addressesOfZip?.(zipCodes[0], maxDoors + 1)) ?? { inside: [], beside: [] }
  const saved = await ctx.database.within({ tenantId }, async (em) => {
    const inside = await queryRows<Point>(
      em,
      `select distinct p.lat, p.lng from properties p
       where p.tenant_id = :tenant and p.zip_code collate "C" >= $1 and p.zip_code collate "C" < $2 limit ${maxDoors + 1}`,
      zipCodes,
    )
    return { inside, beside: await readSavedBeside(em, [...recorded.inside, ...inside], zipCodes) }
  })
  const inside = [...recorded.inside, ...saved.inside]
  check(inside.length <= maxDoors, tooMany)
  check(inside.length > 0, `No door with the ZIP code ${zipCodes[0]} is known.`)
  return { inside, beside: [...recorded.beside, ...saved.beside] }
}

/** The saved properties near these places that have another ZIP code. */
function readSavedBeside(em: EntityManager, places: readonly Point[], zipCodes: [string, string]): Promise<Point[]> {
  const ranges = cellRangesNear(places)
  return queryRows<Point>(
    em,
    `select p.lat, p.lng from unnest($1::bigint[], $2::bigint[]) c (first, last)
     cross join lateral (select p.lat, p.lng from properties p where p.tenant_id = :tenant
       and p.cell between c.first and c.last
       and (p.zip_code collate "C" < $3 or p.zip_code collate "C" >= $4) offset 0) p
     limit ${maxDoors}`,
    [ranges.map(([first]) => `${first}`), ranges.map(([, last]) => `${last}`), ...zipCodes],
  )
}
