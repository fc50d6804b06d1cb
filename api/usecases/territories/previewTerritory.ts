import type { Context } from '../../context.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { parseArea } from '../../domain/territories/area.ts'
import { cellsOfArea, intersectCells } from '../../domain/territories/areaCells.ts'
import { countOnlySaved, countRecordedAddresses, countSaved, doorsOf, placeOf, type Place } from './countDoors.ts'
import { queryTerritoriesNear } from './territoryRows.ts'

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
  const { others, counts, savedInOthers } = await ctx.database.within({ tenantId }, async (em) => {
    const territories = await queryTerritoriesNear(em, area)
    const common = territories.flatMap((territory) => {
      const other = placeOf(territory)
      const cells = intersectCells(place.cells, other.cells)
      if (cells.inside.length + cells.border.length === 0) return []
      const contains: Place['contains'] = (point) => place.contains(point) && other.contains(point)
      return [{ territoryId: territory.id, cells, contains }]
    })
    const [sum] = await countSaved(em, [place])
    return { others: common, counts: sum!, savedInOthers: await countOnlySaved(em, common) }
  })
  const [addresses, ...addressesInOthers] = await countRecordedAddresses(ctx, [place, ...others])
  return {
    doors: doorsOf(addresses!, counts.saved),
    saved: counts.saved,
    knocked: counts.worked,
    doNotKnock: counts.doNotKnock,
    overlaps: others
      .map(({ territoryId }, index) => ({
        territoryId,
        doors: doorsOf(addressesInOthers[index]!, savedInOthers[index]!),
      }))
      .filter((overlap) => overlap.doors > 0),
  }
}
