import type { Context } from '../../context.ts'
import { toStreetDoor } from '../../domain/blockFaces/streetDoor.ts'
import { check, NotFound } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { makePauses } from '../../domain/pauses.ts'
import { authorize, ownUserIdOf, requireTenant } from '../../domain/permissions.ts'
import { checkPoint, type Point } from '../../domain/point.ts'
import { learnMinutesAtDoor, maxStops, planRoute } from '../../domain/walkingRoutes/planRoute.ts'
import { nearestFirst } from '../../domain/walkingRoutes/unsavedDoors.ts'
import { listComeBacks } from '../knocking/comeBacks.ts'
import { doorReachOf, readDoors } from '../properties/teamDoors.ts'
import { readTenantPeriod } from '../tenants/calendar.ts'
import { placeOf } from '../territories/countDoors.ts'
import { readToday } from '../tenants/calendar.ts'
import { findTerritory } from '../territories/territories.ts'
import type { CoveredRow } from '../../records/territoryRows.ts'
import { readOpenDoors, readVisits, toRouteStop, type RouteScope, type RouteStop } from './openDoors.ts'
import { readUnsavedDoors } from './unsavedDoors.ts'

/** What the route goes through: a territory, these properties, or without both the open doors of the actor. */
export interface WalkingRouteInput {
  territoryId?: string | null
  propertyIds?: readonly string[] | null
  /** Where the rep stands. */
  from?: Point | null
  /** The most doors. */
  limit?: number | null
}

export interface WalkingRoute {
  stops: RouteStop[]
  line: Point[]
  meters: number
  minutes: number
}

const defaultLimit = 100

/**
 * Plans a short walk past open doors: those of a territory with its houses that are not saved, of the given properties, or of the properties
 * assigned to the actor. If there are more than the limit, those to come back to today are chosen first, then the nearest.
 *
 * A door is open if nobody has knocked there, if nobody was home before today, or if the actor wanted to come back by today. Doors that
 * refused, where nobody or not the actor may knock, or that a colleague follows up are not on the walk. Throws `NotFound` for an unknown territory or property, and `Refused` for an invalid input.
 */
export async function planWalkingRoute(ctx: Context, input: WalkingRouteInput): Promise<WalkingRoute> {
  authorize(ctx.actor, 'place.lookUp')
  const tenantId = requireTenant(ctx.actor)
  const { from = null, territoryId, propertyIds } = input
  const limit = input.limit ?? defaultLimit
  check(limit >= 1 && limit <= maxStops, `A route has between 1 and ${maxStops} doors.`, { limit: `1 to ${maxStops}` })
  check(!territoryId || !propertyIds, 'Give a territory or properties, not both.')
  if (from) checkPoint(from)
  if (propertyIds) await checkProperties(ctx, propertyIds)
  const userId = ownUserIdOf(ctx.actor!)
  const comeBacks = await listComeBacks(ctx)
  const { saved, visits, territory } = await ctx.database.within({ tenantId }, async (em) => {
    const walked = territoryId ? await readTerritory(territoryId) : null
    const scope: RouteScope = walked
      ? { place: placeOf(walked) }
      : propertyIds
        ? { propertyIds }
        : { assignedTo: userId }
    const { span } = await readTenantPeriod(em, tenantId, 'day', ctx.now())
    const found = await readOpenDoors(em, scope, {
      ...{ userId, reach: await doorReachOf(em, ctx), from, limit, dayStart: span.from },
      dueIds: comeBacks.map(({ propertyId }) => propertyId),
    })
    return { saved: found, visits: await readVisits(em, userId), territory: walked }

    async function readTerritory(id: string): Promise<CoveredRow> {
      const reach = authorize(ctx.actor, 'territory.read')
      const today = await readToday(em, ctx, tenantId)
      return findTerritory(em, ctx, { territoryId: parseId(id, 'Territory'), today, reach })
    }
  })
  const unsaved = territory ? await readUnsavedDoors(ctx, tenantId, territory, { from, limit }) : []
  const due = saved.filter(({ isDue }) => isDue)
  const others = nearestFirst([...saved.filter(({ isDue }) => !isDue), ...unsaved], from)
  const doors = [...due, ...others].slice(0, limit)
  const { stops, ...route } = await planRoute(doors.map(toStreetDoor), {
    ...{ from, minutesAtDoor: learnMinutesAtDoor(visits), pause: makePauses() },
  })
  return { ...route, stops: stops.map((stop) => toRouteStop(stop)) }
}

/** Throws `Refused` for too many, and `NotFound` if the actor does not see one of them on the map. */
async function checkProperties(ctx: Context, propertyIds: readonly string[]): Promise<void> {
  check(propertyIds.length <= maxStops, `A route has at most ${maxStops} doors.`)
  const ids = new Set(propertyIds.map((id) => parseId(id, 'Property')))
  const known = await readDoors(ctx, [...ids])
  if (known.length < ids.size) throw new NotFound('Property not found')
}
