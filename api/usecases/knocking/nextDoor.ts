import { parcelsOf, type Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { createParameters } from '../../database/parameters.ts'
import { parseDoor } from '../../domain/addresses/parseDoor.ts'
import type { KnockOutcome, PropertyStatus, WalkDirection } from '../../domain/enums.ts'
import { check } from '../../domain/errors.ts'
import { authorize, ownUserIdOf, requireTenant, type Reach } from '../../domain/permissions.ts'
import { isLeftOut } from '../../domain/walkingRoutes/openDoors.ts'
import { boundsAround, checkPoint, distanceMeters, type Bounds, type Point } from '../../domain/point.ts'
import {
  besideMeters,
  compareNumbers,
  cornerReachMeters,
  propertyBeside,
  nextProperty,
  type HouseNumber,
  type Walk,
} from '../../domain/knocking/streetWalk.ts'
import { lastKnockSql } from '../properties/lastKnocks.ts'
import { requireAddress } from '../properties/propertyInput.ts'
import { cellCondition } from '../properties/cellCondition.ts'
import { parseSearchTerms } from '../properties/propertySearch.ts'
import { readMarksInForce } from '../../records/doNotKnockRows.ts'
import { findListed } from '../../records/registryRows.ts'
import type { StreetAddress } from '../../services/parcels/parcels.ts'
import { doorReachOf, readDoor } from '../properties/teamDoors.ts'

/** A saved property, or a house that is not saved at its address and point. */
export interface NextDoorFrom {
  propertyId?: string | null
  address?: string | null
  point?: Point | null
}

export interface NextDoor extends Point, Walk {
  /** The number and the street, the same before and after the house is saved. */
  id: string
  address: string
  streetNumber: string
  streetName: string | null
  city: string | null
  distanceMeters: number
  /** Null if the house is not saved, as are the fields below. */
  propertyId: string | null
  status: PropertyStatus | null
  lastOutcome: KnockOutcome | null
  lastKnockedAt: Date | null
}

/** Streets of the same name farther away are other streets. */
const streetReachMeters = 1_000
/** A knock longer ago does not tell the direction of this walk. */
const walkMs = 12 * 3_600_000
const maxSkipped = 500
/** More houses around a corner are those of one tower. */
const maxBeside = 500

/**
 * The next house along the street, saved or not, on the same side by house number. Houses that refused or prohibit
 * soliciting are left out, as are those that are marked as not to be knocked, those in `skip`, those of colleagues that are interested, and those where the actor may not knock. At the end of the side the walk
 * crosses and goes back on the other side (`nextProperty`). After a corner house it goes on with the house beside it. Null at the end, and if the street of `from` is unknown. A parcel
 * provider that bills is not asked: only the saved houses are then known.
 */
export async function findNextDoor(
  ctx: Context,
  from: NextDoorFrom,
  { direction, crossed, skip }: { direction: WalkDirection | null; crossed: boolean; skip: readonly string[] },
): Promise<NextDoor | null> {
  authorize(ctx.actor, 'place.lookUp')
  const tenantId = requireTenant(ctx.actor)
  check(skip.length <= maxSkipped, `At most ${maxSkipped} doors can be skipped.`)
  const start = await readStart(ctx, from)
  const { street, number } = parseDoor(start.address)
  if (street === '') return null
  const bounds = boundsAround(start, streetReachMeters)
  const unsaved = (await parcelsOf(ctx).addressesOnStreet?.(street, bounds)) ?? []
  const { reach, properties } = await ctx.database.within({ tenantId }, async (em) => ({
    reach: await doorReachOf(em, ctx),
    properties: await readProperties(em, ctx, unsaved, street, bounds),
  }))
  const skipped = new Set(skip)
  const isOffered = (property: Property) =>
    !isLeftOut({ ...property, status: property.status ?? 'new', isColleagues: isColleagues(ctx, property) }) &&
    mayKnock(ctx, property, reach) &&
    !skipped.has(property.propertyId ?? '') &&
    !skipped.has(property.id)
  const offered = properties.filter(isOffered)
  if (!number) return toNextDoor(nearestTo(start, offered), start, { direction: direction ?? 'ascending', crossed })
  const reachMeters = crossed ? 0 : cornerReachMeters({ ...start, ...number }, properties)
  if (reachMeters > 0) {
    const nearby = await readPropertiesAround(ctx, tenantId, start)
    const beside = propertyBeside(
      start,
      nearby.filter((property) => property.street !== street && isOffered(property)),
      reachMeters,
    )
    if (beside) return toNextDoor(beside.property, start, beside)
  }
  const walk = { direction: direction ?? directionOf(ctx, properties, number), crossed }
  const next = nextProperty(offered, number, walk)
  return next && toNextDoor(next.property, start, next)
}

/** The houses beside a point and their neighbors, saved or not. */
async function readPropertiesAround(ctx: Context, tenantId: string, point: Point): Promise<Property[]> {
  const bounds = boundsAround(point, 2 * besideMeters)
  const found = (await parcelsOf(ctx).housesIn?.(bounds, maxBeside)) ?? []
  const unsaved = found.map((place) => ({ ...place, point: place }))
  return ctx.database.within({ tenantId }, (em) => readProperties(em, ctx, unsaved, null, bounds))
}

/** The recorded houses and the saved ones in the bounds. Nobody may knock at an unsaved one on a list that is in force. */
async function readProperties(
  em: EntityManager,
  ctx: Context,
  recorded: readonly StreetAddress[],
  street: string | null,
  bounds: Bounds,
): Promise<Property[]> {
  const saved = await readSavedProperties(em, ctx.now(), street, bounds)
  const properties = mergeProperties(recorded.map(toProperty), saved)
  const unsaved = properties.filter(({ propertyId }) => propertyId === null)
  const listed = await findListed(em, requireTenant(ctx.actor), unsaved, ctx.now())
  return properties.map((property) => ({ ...property, doNotKnock: property.doNotKnock || listed.has(property) }))
}

/** A house that the walk may come to. */
interface Property extends HouseNumber, Omit<NextDoor, 'distanceMeters' | 'direction' | 'crossed' | 'streetNumber'> {
  /** `streetKeyOf`. */
  street: string
  assignedTo: string | null
  /** Who knocked last. */
  lastKnockedBy: string | null
  /** Nobody may knock there now. */
  doNotKnock: boolean
}

async function readStart(
  ctx: Context,
  { propertyId, address, point }: NextDoorFrom,
): Promise<Point & { address: string }> {
  if (propertyId) return readDoor(ctx, propertyId)
  check(address && point, 'Give a saved property, or an address with its point.')
  checkPoint(point)
  return { ...point, address: requireAddress(address) }
}

function toProperty({ address, city, point }: StreetAddress): Property | null {
  const { street, streetName, number } = parseDoor(address)
  if (!number) return null
  const unsaved = { propertyId: null, status: null, lastOutcome: null, lastKnockedAt: null }
  const id = `${number.written} ${street}`
  return {
    ...number,
    id,
    address,
    street,
    streetName,
    city,
    ...{ lat: point.lat, lng: point.lng },
    ...unsaved,
    assignedTo: null,
    lastKnockedBy: null,
    doNotKnock: false,
  }
}

type SavedRow = Pick<
  Property,
  | 'address'
  | 'city'
  | 'lat'
  | 'lng'
  | 'propertyId'
  | 'status'
  | 'lastOutcome'
  | 'lastKnockedAt'
  | 'assignedTo'
  | 'lastKnockedBy'
>

/** The saved houses with a number in the bounds, on the street if one is given. */
async function readSavedProperties(
  em: EntityManager,
  now: Date,
  street: string | null,
  bounds: Bounds,
): Promise<Property[]> {
  const { values, bind } = createParameters()
  const conditions = [
    'p.tenant_id = :tenant',
    cellCondition(bounds, bind),
    ...(street === null ? [] : parseSearchTerms(sharedWordsOf(street)).map((term) => term.conditionSql(bind))),
  ]
  const rows = await queryRows<SavedRow>(
    em,
    `select p.address, p.city, p.lat, p.lng, p.id as "propertyId", p.status, p.assigned_to as "assignedTo",
       knock.outcome as "lastOutcome", knock.occurred_at as "lastKnockedAt", knock.rep_id as "lastKnockedBy"
     from (select * from properties p where ${conditions.join(' and ')} limit 2000) p
     ${lastKnockSql} order by p.id`,
    values,
  )
  const found = rows.flatMap((row) => {
    const property = toProperty({ ...row, point: { lat: row.lat, lng: row.lng } })
    return property && (street === null || property.street === street) ? [{ ...property, ...row }] : []
  })
  const marks =
    found.length > 0
      ? await readMarksInForce(
          em,
          found.map(({ propertyId }) => propertyId!),
          now,
        )
      : new Map()
  return found.map((property) => ({ ...property, doNotKnock: marks.has(property.propertyId) }))
}

/** The words of a street that all its spellings have: the number of a road, whose kind may be written in many ways. */
function sharedWordsOf(street: string): string {
  const numbers = street.split(' ').filter((word) => /\d/.test(word))
  return numbers.length > 0 ? numbers.join(' ') : street
}

/** The houses of both lists, each number once; the saved house if there is one. */
function mergeProperties(unsaved: (Property | null)[], saved: Property[]): Property[] {
  const known = unsaved.filter((property) => property !== null)
  return [...new Map([...known, ...saved].map((property) => [property.id, property])).values()]
}

function isColleagues({ actor }: Context, { assignedTo }: Property): boolean {
  return assignedTo !== null && assignedTo !== ownUserIdOf(actor!)
}

function mayKnock({ actor }: Context, { propertyId, assignedTo }: Property, reach: Reach): boolean {
  return propertyId === null || reach === 'all' || assignedTo === ownUserIdOf(actor!)
}

function nearestTo(point: Point, properties: Property[]): Property | null {
  const [nearest] = properties.toSorted((one, other) => distanceMeters(one, point) - distanceMeters(other, point))
  return nearest ?? null
}

/** The direction from the actor's previous knock on the street; ascending without one. */
function directionOf(ctx: Context, properties: Property[], number: HouseNumber): WalkDirection {
  const earliest = ctx.now().getTime() - walkMs
  const [previous] = properties
    .filter((property) => property.lastKnockedBy === ownUserIdOf(ctx.actor!) && compareNumbers(property, number) !== 0)
    .filter(({ lastKnockedAt }) => lastKnockedAt !== null && lastKnockedAt.getTime() > earliest)
    .toSorted((one, other) => other.lastKnockedAt!.getTime() - one.lastKnockedAt!.getTime())
  return previous && compareNumbers(previous, number) > 0 ? 'descending' : 'ascending'
}

function toNextDoor(property: Property | null, start: Point, { direction, crossed }: Walk): NextDoor | null {
  if (!property) return null
  const {
    digits,
    written: _written,
    street: _street,
    assignedTo: _assignee,
    lastKnockedBy: _rep,
    doNotKnock: _mark,
    ...door
  } = property
  return { ...door, streetNumber: `${digits}`, distanceMeters: distanceMeters(property, start), direction, crossed }
}
