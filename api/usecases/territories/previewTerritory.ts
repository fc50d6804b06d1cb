import type { Context } from '../../context.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { parseArea } from '../../domain/territories/area.ts'
import { cellsOfArea, intersectCells } from '../../domain/territories/areaCells.ts'
import { countRecordedAddresses, countSaved, doorsOf, type Place } from './countDoors.ts'
import { placeOf } from './territories.ts'
import { queryTerritories } from './territoryRows.ts'

/** What an area contains before it is saved as a territory. */
export interface TerritoryPreview {
  doors: number
  /** Saved properties. */
  saved: number
  /** Saved properties with a knock that stands. */
  knocked: number
  /** Saved properties at which nobody may knock now. */
  doNotKnock: number
  /** The doors that the area has in common with territories in use, without those that have none. */
  overlaps: { territoryId: string; doors: number }[]
}

/** Counts the doors of an area without saving it. Throws `Refused` for an invalid area. */
export async function previewTerritory(ctx: Context, input: unknown): Promise<TerritoryPreview> {
  authorize(ctx.actor, 'territory.manage')
  const tenantId = requireTenant(ctx.actor)
  const area = parseArea(input)
  const place = placeOf({ area, cells: cellsOfArea(area) })
  const { others, saved } = await ctx.database.within({ tenantId }, async (em) => {
    const territories = await queryTerritories(em, 'and t.archived_at is null', [])
    const common = territories.flatMap((territory) => {
      const other = placeOf(territory)
      const cells = intersectCells(place.cells, other.cells)
      if (cells.inside.length + cells.border.length === 0) return []
      const contains: Place['contains'] = (point) => place.contains(point) && other.contains(point)
      return [{ territoryId: territory.id, cells, contains, onlySaved: true }]
    })
    return { others: common, saved: await countSaved(em, [place, ...common]) }
  })
  const addresses = await countRecordedAddresses(ctx, [place, ...others])
  const doors = saved.map((counts, index) => doorsOf(addresses[index]!, counts.saved))
  return {
    doors: doors[0]!,
    saved: saved[0]!.saved,
    knocked: saved[0]!.worked,
    doNotKnock: saved[0]!.doNotKnock,
    overlaps: others
      .map(({ territoryId }, index) => ({ territoryId, doors: doors[index + 1]! }))
      .filter((overlap) => overlap.doors > 0),
  }
}
