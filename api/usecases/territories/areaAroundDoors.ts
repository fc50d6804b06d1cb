import { parcelsOf, type Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { zipCodeRange } from '../../domain/addresses/zipCodeRange.ts'
import { cellRangesNear } from '../../domain/cells.ts'
import { check } from '../../domain/errors.ts'
import { makePauses } from '../../domain/pauses.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import type { Point } from '../../domain/point.ts'
import type { Area } from '../../domain/territories/area.ts'
import { areaAround } from '../../domain/territories/areaAround.ts'
import type { PropertyFilter } from '../properties/propertyFilters.ts'
import { listProperties } from '../properties/propertyList.ts'

/** Which doors an area is drawn around: those with a ZIP code, or the saved properties that match a filter. */
export interface DoorsOfArea {
  zipCode?: string | null
  filter?: PropertyFilter | null
}

export interface DoorArea {
  area: Area
  /** The number of different places of the doors that it was drawn around. */
  doors: number
}

/** An area around more doors would take several seconds. */
const maxDoors = 40_000
const tooMany = `An area is drawn around at most ${maxDoors.toLocaleString('en-US')} doors. Choose fewer.`
/** Each is an index scan. */
const maxRanges = 400

/**
 * An area around doors with a small margin, which is saved nowhere. Around those with a ZIP code, recorded by the county or saved, it has no
 * door with another one where that can be avoided. Throws `Refused` without such doors, and for more than 40,000.
 */
export async function areaAroundDoors(ctx: Context, { zipCode, filter }: DoorsOfArea): Promise<DoorArea> {
  authorize(ctx.actor, 'territory.manage')
  const tenantId = requireTenant(ctx.actor)
  check((zipCode == null) !== (filter == null), 'Give either a ZIP code or a filter.')
  const { inside, beside } =
    zipCode == null ? await readMatching(ctx, filter!) : await readDoorsOfZip(ctx, tenantId, zipCode)
  check(inside.length <= maxDoors, tooMany)
  const none = zipCode == null ? 'No saved property matches.' : `No door with the ZIP code ${zipCode.trim()} is known.`
  check(inside.length > 0, none)
  return { area: await areaAround(inside, beside, makePauses()), doors: inside.length }
}

async function readMatching(ctx: Context, filter: PropertyFilter): Promise<{ inside: Point[]; beside: Point[] }> {
  const { items } = await listProperties(ctx, filter, { limit: maxDoors + 1 }, null, ['id', 'lat', 'lng'])
  return { inside: items, beside: [] }
}

async function readDoorsOfZip(ctx: Context, tenantId: string, zipCode: string) {
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
  return { inside: [...recorded.inside, ...saved.inside], beside: [...recorded.beside, ...saved.beside] }
}

/** The saved properties near these places that have another ZIP code. */
function readSavedBeside(em: EntityManager, places: readonly Point[], zipCodes: [string, string]): Promise<Point[]> {
  const ranges = cellRangesNear(places, maxRanges)
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
