import { parcelsOf, type Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { cellRangesNear } from '../../domain/cells.ts'
import { boundsAround, type Bounds, distanceMeters, type Point } from '../../domain/point.ts'
import { boundsOfArea } from '../../domain/polygons.ts'
import { nearestFirst, prepareIsSaved } from '../../domain/walkingRoutes/unsavedDoors.ts'
import { findListed } from '../../records/registryRows.ts'
import { placeOf } from '../territories/countDoors.ts'
import type { CoveredRow } from '../../records/territoryRows.ts'
import type { UnsavedDoor } from './openDoors.ts'

/** An address that the county records, with its point. */
type Recorded = Omit<UnsavedDoor, 'propertyId' | 'status' | 'isDue'> & { zipCode: string | null }

/** Houses are searched within these distances, until there are enough. */
const reachesMeters = [200, 800, Infinity]
/** The most houses of a territory that are read. */
const maxRecorded = 20_000
const batchSize = 500

/**
 * The houses of a territory that are not saved, the nearest first, at most `limit`. A house that may be a saved property of anybody, or is on a
 * city's list that is in force, is not returned. Returns none with a parcel provider that bills, because it is not asked.
 */
export async function readUnsavedDoors(
  ctx: Context,
  tenantId: string,
  territory: Pick<CoveredRow, 'area' | 'cells'>,
  { from, limit }: { from: Point | null; limit: number },
): Promise<UnsavedDoor[]> {
  const { contains } = placeOf(territory)
  const whole = boundsOfArea(territory.area)
  let found: Recorded[] = []
  for (const meters of from ? reachesMeters : [Infinity]) {
    const isNear = (place: Point) => !from || distanceMeters(from, place) <= meters
    const bounds = from && meters < Infinity ? overlapOf(whole, boundsAround(from, meters)) : whole
    const recorded = (bounds && (await parcelsOf(ctx).housesIn?.(bounds, maxRecorded))) ?? []
    const places = nearestFirst(
      recorded.filter((place) => isNear(place) && contains(place)),
      from,
    )
    found = await ctx.database.within({ tenantId }, (em) => takeUnsaved(em, ctx, tenantId, places, limit))
    if (found.length >= limit) break
  }
  return found.map(({ address, streetNumber, streetName, city, lat, lng }) => ({
    ...{ propertyId: null, status: null, isDue: false },
    ...{ address, streetNumber, streetName, city, lat, lng },
  }))
}

function overlapOf(one: Bounds, other: Bounds): Bounds | null {
  const [south, west] = [Math.max(one.south, other.south), Math.max(one.west, other.west)]
  const [north, east] = [Math.min(one.north, other.north), Math.min(one.east, other.east)]
  return south <= north && west <= east ? { south, west, north, east } : null
}

/** The first of these houses that are neither saved nor listed. */
async function takeUnsaved(
  em: EntityManager,
  ctx: Context,
  tenantId: string,
  places: readonly Recorded[],
  limit: number,
): Promise<Recorded[]> {
  const taken: Recorded[] = []
  for (let at = 0; at < places.length && taken.length < limit; at += batchSize) {
    const batch = places.slice(at, at + batchSize)
    const isSaved = prepareIsSaved(await readSavedNear(em, batch))
    const unsaved = batch.filter((place) => !isSaved(place))
    const listed = await findListed(em, tenantId, unsaved, ctx.now())
    taken.push(...unsaved.filter((place) => !listed.has(place)))
  }
  return taken.slice(0, limit)
}

type SavedRow = Pick<Recorded, 'address' | 'city' | 'zipCode' | 'lat' | 'lng'>

/** The saved properties around these houses. */
function readSavedNear(em: EntityManager, places: readonly Point[]): Promise<SavedRow[]> {
  const ranges = cellRangesNear(places)
  return queryRows<SavedRow>(
    em,
    `select p.address, p.city, p.zip_code as "zipCode", p.lat, p.lng from unnest($1::bigint[], $2::bigint[]) c (first, last)
     cross join lateral (select p.address, p.city, p.zip_code, p.lat, p.lng
       from properties p where p.tenant_id = :tenant and p.cell between c.first and c.last offset 0) p`,
    [ranges.map(([first]) => `${first}`), ranges.map(([, last]) => `${last}`)],
  )
}
