import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { coveringCellRanges } from '../../domain/cells.ts'
import { CannotTakeDoors } from '../../domain/errors.ts'
import { authorize, ownUserIdOf, requireTenant } from '../../domain/permissions.ts'
import { boundsAround, checkPoint, distanceMeters, type Point } from '../../domain/point.ts'
import { transactInTenant } from '../../log/transact.ts'
import { lockProperties } from '../../records/propertyWrites.ts'
import { listComeBacks } from '../knocking/comeBacks.ts'
import { doorReachOf } from '../properties/teamDoors.ts'
import { readTenantPeriod } from '../tenants/calendar.ts'
import { placeOf, type Place } from '../territories/countDoors.ts'
import { readToday } from '../tenants/calendar.ts'
import { holdsTerritory, queryHeldTerritoriesNear } from '../../records/territoryRows.ts'
import { readOpenDoors, toRouteStop, type OpenDoor, type RouteStop } from './openDoors.ts'

/** The doors that a rep has taken. No other rep can take them until the day ends. */
export interface DoorsForToday {
  /** Those that are still open. In the answer to taking them, the nearest comes first. */
  doors: RouteStop<OpenDoor>[]
  /** When they return by themselves; null if none are taken. */
  until: Date | null
  /** Whether the company lets its reps take doors, and the actor holds no territory today. */
  canTake: boolean
}

/** The most doors that a rep has at a time. */
export const maxTakenDoors = 40

/** Doors are searched within these distances, until there are enough. Farther ones cannot be reached on foot. */
const reachesMeters = [300, 1_200, 5_000]

/** The doors that the actor has taken for today. No job returns them at midnight in the time zone of the company: later reads leave them out. */
export async function readDoorsForToday(ctx: Context): Promise<DoorsForToday> {
  authorize(ctx.actor, 'knock.log')
  const tenantId = requireTenant(ctx.actor)
  const search = await prepareSearch(ctx)
  return ctx.database.within({ tenantId }, async (em) => {
    const taken = await readTaken(em, search.userId, ctx.now())
    const propertyIds = taken.map(({ propertyId }) => propertyId)
    const { span } = await readTenantPeriod(em, tenantId, 'day', ctx.now())
    const doors = await readOpenDoors(
      em,
      { propertyIds },
      {
        ...{ ...search, reach: await doorReachOf(em, ctx), from: null, dayStart: span.from, limit: maxTakenDoors },
      },
    )
    return {
      doors: doors.map((door) => toRouteStop(door)),
      until: taken[0]?.until ?? null,
      canTake: (await reasonAgainst(em, ctx, tenantId)) === null,
    }
  })
}

/**
 * Takes the nearest open doors for today and gives back those that the actor had taken before. Nobody else can take them until midnight.
 * Doors that another rep has taken, and doors in a territory that somebody holds today, are not taken. Throws `CannotTakeDoors` if the
 * company does not allow it or the actor holds a territory today, and `Refused` for an invalid point.
 */
export async function takeNearestDoors(ctx: Context, { from }: { from: Point }): Promise<DoorsForToday> {
  authorize(ctx.actor, 'knock.log')
  const tenantId = requireTenant(ctx.actor)
  checkPoint(from)
  const search = await prepareSearch(ctx)
  const { userId } = search
  return transactInTenant(ctx, tenantId, async ({ em, record }) => {
    // Reps take doors one after another, so that each searches among those that are left.
    await queryRows(em, `select pg_advisory_xact_lock(hashtextextended('taken doors ' || $1, 0))`, [tenantId])
    const reason = await reasonAgainst(em, ctx, tenantId)
    if (reason) throw new CannotTakeDoors(reason)
    const { span } = await readTenantPeriod(em, tenantId, 'day', ctx.now())
    const found = await findNearest(em, ctx, tenantId, { ...search, from, dayStart: span.from })
    // A property may have been deleted since it was found.
    const locked = await lockProperties(
      em,
      tenantId,
      found.map(({ propertyId }) => propertyId),
    )
    const doors = found.filter(({ propertyId }) => locked.some(({ id }) => id === propertyId))
    const propertyIds = doors.map(({ propertyId }) => propertyId)
    const before = (await readTaken(em, userId, ctx.now())).map(({ propertyId }) => propertyId)
    const returned = before.filter((id) => !propertyIds.includes(id))
    const taken = propertyIds.filter((id) => !before.includes(id))
    await queryRows(
      em,
      `delete from taken_doors
       where tenant_id = $1 and (property_id = any($2::uuid[]) or user_id = $3 and until <= $4)`,
      [tenantId, [...returned, ...taken], userId, ctx.now()],
    )
    await queryRows(
      em,
      `insert into taken_doors (tenant_id, property_id, user_id, until)
       select $1, t.id, $3, $4 from unnest($2::uuid[]) t (id) order by t.id`,
      [tenantId, taken, userId, span.to],
    )
    if (returned.length > 0)
      record({ type: 'DoorsReturned', subjectId: userId, data: { repId: userId, propertyIds: returned } })
    const until = span.to.toISOString()
    if (taken.length > 0)
      record({ type: 'DoorsTaken', subjectId: userId, data: { repId: userId, propertyIds: taken, until } })
    return { doors: doors.map((door) => toRouteStop(door)), until: doors.length > 0 ? span.to : null, canTake: true }
  })
}

/** Gives back the doors that the actor has taken for today. Changes nothing if there are none. */
export async function returnDoors(ctx: Context): Promise<DoorsForToday> {
  authorize(ctx.actor, 'knock.log')
  const tenantId = requireTenant(ctx.actor)
  const userId = ownUserIdOf(ctx.actor!)
  await transactInTenant(ctx, tenantId, async ({ em, record }) => {
    const returned = await queryRows<{ propertyId: string }>(
      em,
      `delete from taken_doors where tenant_id = $1 and user_id = $2 and until > $3 returning property_id as "propertyId"`,
      [tenantId, userId, ctx.now()],
    )
    const propertyIds = returned.map(({ propertyId }) => propertyId)
    if (propertyIds.length > 0)
      record({ type: 'DoorsReturned', subjectId: userId, data: { repId: userId, propertyIds } })
  })
  return readDoorsForToday(ctx)
}

/** Reads and writes in separate transactions. */
async function prepareSearch(ctx: Context) {
  const dueIds = (await listComeBacks(ctx)).map(({ propertyId }) => propertyId)
  return { userId: ownUserIdOf(ctx.actor!), dueIds }
}

function readTaken(em: EntityManager, userId: string, now: Date): Promise<{ propertyId: string; until: Date }[]> {
  return queryRows(
    em,
    `select d.property_id as "propertyId", d.until from taken_doors d
     where d.tenant_id = :tenant and d.user_id = $1 and d.until > $2 order by d.property_id`,
    [userId, now],
  )
}

/** Why the actor cannot take doors now; null if they can. */
async function reasonAgainst(em: EntityManager, ctx: Context, tenantId: string): Promise<string | null> {
  const [tenant] = await queryRows<{ allows: boolean }>(
    em,
    'select allow_nearest_doors as allows from tenants where id = $1',
    [tenantId],
  )
  if (!tenant?.allows)
    return 'Your company does not let its reps take doors. Its owner can turn it on in Company Settings.'
  const isHolder = await holdsTerritory(em, ownUserIdOf(ctx.actor!), await readToday(em, ctx, tenantId))
  return isHolder ? 'You hold a territory today. Walk a route through it.' : null
}

interface NearestSearch {
  userId: string
  dueIds: readonly string[]
  dayStart: Date
  from: Point
}

/** The nearest open doors that no colleague has, the nearest first. */
async function findNearest(
  em: EntityManager,
  ctx: Context,
  tenantId: string,
  { from, ...search }: NearestSearch,
): Promise<OpenDoor[]> {
  const reach = await doorReachOf(em, ctx)
  const today = await readToday(em, ctx, tenantId)
  let doors: OpenDoor[] = []
  for (const meters of reachesMeters) {
    const bounds = boundsAround(from, meters)
    const place: Place = {
      cells: { inside: [], border: coveringCellRanges(bounds) },
      contains: (point) => distanceMeters(from, point) <= meters,
    }
    // The actor holds none of them.
    const territories = (await queryHeldTerritoriesNear(em, bounds, today)).map(placeOf)
    doors = await readOpenDoors(
      em,
      { place, free: { now: ctx.now(), territories } },
      {
        ...{ ...search, reach, from, limit: maxTakenDoors },
      },
    )
    if (doors.length === maxTakenDoors) break
  }
  return doors
}
