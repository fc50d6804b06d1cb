import type { Context } from '../../context.ts'
import { NotFound } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { parseArea } from '../../domain/territories/area.ts'
import { cellsOfArea, intersectCells } from '../../domain/territories/areaCells.ts'
import { readUserRefs, userRefOf, type UserRef } from '../users/userRefs.ts'
import { assertInUse } from './changeTerritories.ts'
import {
  countOnlySaved,
  countRecordedAddresses,
  countSaved,
  doorsLeft,
  doorsOf,
  placeOf,
  type Place,
} from './countDoors.ts'
import { placesOfChanges, readHoldersOn } from './holderChanges.ts'
import { readToday } from '../tenants/calendar.ts'
import { queryTerritoriesNear } from '../../records/territoryRows.ts'

/** What an area contains before it is saved as a territory, and what changes for those who hold the territory. */
export interface TerritoryPreview {
  doors: number
  /** Saved properties. */
  saved: number
  /** Saved properties with a knock that stands. */
  knocked: number
  /** Saved properties at which nobody may knock now. */
  doNotKnock: number
  /** The doors that the area has in common with other territories in use, without those that have none. */
  overlaps: { territoryId: string; doors: number }[]
  /** Who gains or loses doors; nobody for a new area, which nobody holds yet. */
  changes: HolderChange[]
}

/** The doors that somebody gains and loses, except those of other territories that they hold. Open are those without a knock, where somebody may knock. */
export interface HolderChange {
  user: UserRef
  gained: number
  gainedOpen: number
  lost: number
  lostOpen: number
}

/**
 * Counts the doors of an area without saving it, for a new territory or instead of the area of the given one. Throws `Refused` for an invalid
 * area, `NotFound` for an unknown territory, and `Conflict` for an archived one.
 */
export async function previewTerritory(
  ctx: Context,
  input: unknown,
  territoryId?: string | null,
): Promise<TerritoryPreview> {
  authorize(ctx.actor, 'territory.manage')
  const tenantId = requireTenant(ctx.actor)
  const changedId = territoryId == null ? null : parseId(territoryId, 'Territory')
  const area = parseArea(input)
  const place = placeOf({ area, cells: cellsOfArea(area) })
  const { others, counts, savedInOthers, places, groups, users } = await ctx.database.within(
    { tenantId },
    async (em) => {
      // Together, so that the day and the names cost no round trips of their own.
      const [near, today] = await Promise.all([
        queryTerritoriesNear(em, area, changedId),
        changedId && readToday(em, ctx, tenantId),
      ])
      const changed = near.find(({ id }) => id === changedId)
      if (changedId && !changed) throw new NotFound('Territory not found')
      if (changed) assertInUse(changed)
      const common = near.flatMap((territory) => {
        if (territory === changed) return []
        const other = placeOf(territory)
        const cells = intersectCells(place.cells, other.cells)
        if (cells.inside.length + cells.border.length === 0) return []
        const contains: Place['contains'] = (point) => place.contains(point) && other.contains(point)
        return [{ territoryId: territory.id, cells, contains }]
      })
      const holders = today ? await readHoldersOn(em, near, today) : []
      const changes = changed ? placesOfChanges(place, changed, near, holders) : { places: [], groups: [] }
      const [saved, inOthers, names] = await Promise.all([
        countSaved(em, [place, ...changes.places]),
        countOnlySaved(em, common),
        changes.groups.length > 0
          ? readUserRefs(
              em,
              changes.groups.flatMap(({ userIds }) => userIds),
            )
          : new Map(),
      ])
      return { others: common, counts: saved, savedInOthers: inOthers, ...changes, users: names }
    },
  )
  const [sum, ...countsOfChanges] = counts
  const addresses = await countRecordedAddresses(ctx, [place, ...others, ...places])
  const addressesOfChanges = addresses.slice(1 + others.length)
  const figures = countsOfChanges.map((counted, index) => {
    const doors = doorsOf(addressesOfChanges[index]!, counted.saved)
    return { doors, open: doorsLeft(doors, counted) }
  })
  return {
    doors: doorsOf(addresses[0]!, sum!.saved),
    saved: sum!.saved,
    knocked: sum!.worked,
    doNotKnock: sum!.doNotKnock,
    overlaps: others
      .map(({ territoryId: id }, index) => ({
        territoryId: id,
        doors: doorsOf(addresses[1 + index]!, savedInOthers[index]!),
      }))
      .filter((overlap) => overlap.doors > 0),
    changes: groups
      .flatMap(({ userIds, gained, lost }) =>
        userIds.map((userId) => ({
          user: userRefOf(users, userId),
          gained: figures[gained]!.doors,
          gainedOpen: figures[gained]!.open,
          lost: figures[lost]!.doors,
          lostOpen: figures[lost]!.open,
        })),
      )
      .filter(({ gained, lost }) => gained + lost > 0),
  }
}
