import { parcelsOf, type Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import type { StreetDoor } from '../../domain/blockFaces/blockFaces.ts'
import { toStreetDoor } from '../../domain/blockFaces/streetDoor.ts'
import { check } from '../../domain/errors.ts'
import { makePauses } from '../../domain/pauses.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import type { Point } from '../../domain/point.ts'
import { parseArea, type Area } from '../../domain/territories/area.ts'
import { boundsOfArea } from '../../domain/polygons.ts'
import { cellsOfArea } from '../../domain/territories/areaCells.ts'
import { splitArea, type SplitMove, type SplitPart } from '../../domain/territories/splitArea.ts'
import { maxCreatedAtOnce } from './changeTerritories.ts'
import { placeOf, type Place } from './countDoors.ts'
import { readWideStreets } from './streetLines.ts'

export interface SplitInput {
  /** GeoJSON. */
  area: unknown
  parts?: number | null
  doorsPerPart?: number | null
  /** Made after the division, one after the other. */
  moves?: readonly SplitMove[] | null
}

/** An address with its door. */
interface DoorRow extends Point {
  address: string
  city: string | null
}

/** Dividing more doors would take several seconds. */
const maxDoors = 20_000
/** The most moves of a division. */
export const maxMoves = 500

/**
 * Proposes areas that together are the given one, with about the same number of doors each (`splitArea`) until `moves` give doors of one part to another,
 * and saves nothing. The doors are the houses that the county records, or the saved properties if those are more. Throws `Refused` for an invalid area,
 * number of parts or move, for more than 20,000 doors, and for fewer sides of streets than parts.
 */
export async function splitTerritory(
  ctx: Context,
  { area: input, parts, doorsPerPart, moves }: SplitInput,
): Promise<SplitPart[]> {
  authorize(ctx.actor, 'territory.manage')
  const tenantId = requireTenant(ctx.actor)
  check((parts == null) !== (doorsPerPart == null), 'Give either the number of parts or the doors of each part.')
  const message = `An area is divided into 2 to ${maxCreatedAtOnce} parts.`
  if (parts != null) check(parts >= 2 && parts <= maxCreatedAtOnce, message, { parts: message })
  if (doorsPerPart != null) {
    const tooFew = 'A part has at least one door.'
    check(doorsPerPart >= 1, tooFew, { doors_per_part: tooFew })
  }
  const tooMany = `At most ${maxMoves} moves.`
  check((moves?.length ?? 0) <= maxMoves, tooMany, { moves: tooMany })
  const area = parseArea(input)
  const doors = await readDoors(ctx, tenantId, area)
  const count = parts ?? Math.max(1, Math.round(doors.length / doorsPerPart!))
  check(count <= maxCreatedAtOnce, `${message} ${doorsPerPart} doors each would be ${count}.`)
  if (count === 1) return [{ area, doors: doors.length }]
  const pause = makePauses()
  const parsed: StreetDoor[] = []
  for (const door of doors) {
    await pause()
    parsed.push(toStreetDoor(door))
  }
  const wideStreets = await ctx.database.within({ tenantId }, (em) => readWideStreets(em, boundsOfArea(area)))
  return splitArea(area, parsed, count, pause, { moves: moves ?? [], wideStreets })
}

/** The recorded houses of the area, or its saved properties if those are more. Throws `Refused` for more than 20,000. */
export async function readDoors(ctx: Context, tenantId: string, area: Area): Promise<DoorRow[]> {
  const place = placeOf({ area, cells: cellsOfArea(area) })
  const recorded = (await parcelsOf(ctx).housesIn?.(boundsOfArea(area), maxDoors + 1)) ?? []
  const saved = await ctx.database.within({ tenantId }, (em) => readSaved(em, place))
  const tooMany = `An area with at most ${maxDoors.toLocaleString('en-US')} doors in and around it can be divided. Draw a smaller one.`
  check(recorded.length <= maxDoors && saved.length <= maxDoors, tooMany)
  const [recordedDoors, properties] = [recorded, saved].map((rows) => rows.filter(place.contains)) as [
    DoorRow[],
    DoorRow[],
  ]
  return recordedDoors.length >= properties.length ? recordedDoors : properties
}

function readSaved(em: EntityManager, { cells: { inside, border } }: Place): Promise<DoorRow[]> {
  const ranges = [...inside, ...border]
  return queryRows<DoorRow>(
    em,
    `select p.address, p.city, p.lat, p.lng from unnest($1::bigint[], $2::bigint[]) c (first, last)
     cross join lateral (select p.id, p.address, p.city, p.lat, p.lng
       from properties p where p.tenant_id = :tenant and p.cell between c.first and c.last offset 0) p
     limit ${maxDoors + 1}`,
    [ranges.map(([first]) => `${first}`), ranges.map(([, last]) => `${last}`)],
  )
}
