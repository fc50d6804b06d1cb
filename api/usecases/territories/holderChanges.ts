import { subtractCells } from '../../domain/territories/areaCells.ts'
import { isHeldOn } from '../../domain/territories/assignments.ts'
import type { EntityManager } from '../../database/connection.ts'
import { placeOf, type Place } from './countDoors.ts'
import { readAssignments, type AssignmentRow, type CoveredRow } from '../../records/territoryRows.ts'

/** People who gain and lose the same places, with the indexes of these places. */
interface ChangeGroup {
  userIds: string[]
  gained: number
  lost: number
}

/** Who holds these territories on the day. */
export async function readHoldersOn(
  em: EntityManager,
  territories: readonly CoveredRow[],
  day: string,
): Promise<AssignmentRow[]> {
  const ids = territories.map(({ id }) => id)
  return (await readAssignments(em, ids)).filter((assignment) => isHeldOn(assignment, day))
}

/**
 * What the holders of a territory gain and lose if its area changes. Places that another territory of theirs covers are neither gained nor
 * lost. `near` are the territories around both areas.
 */
export function placesOfChanges(
  after: Place,
  changed: CoveredRow,
  near: readonly CoveredRow[],
  holders: readonly AssignmentRow[],
): { places: Place[]; groups: ChangeGroup[] } {
  const before = placeOf(changed)
  const placeOfId = new Map(near.map((territory) => [territory.id, placeOf(territory)]))
  const idsOf = Map.groupBy(holders, ({ userId }) => userId)
  const places: Place[] = []
  const groups = new Map<string, ChangeGroup>()
  for (const [userId, held] of idsOf) {
    const ids = held.map(({ territoryId }) => territoryId)
    if (!ids.includes(changed.id)) continue
    const others = ids.filter((id) => id !== changed.id).toSorted()
    const key = others.join()
    const group = groups.get(key)
    if (group) group.userIds.push(userId)
    else {
      const kept = others.map((id) => placeOfId.get(id)!)
      places.push(without(after, [before, ...kept]), without(before, [after, ...kept]))
      groups.set(key, { userIds: [userId], gained: places.length - 2, lost: places.length - 1 })
    }
  }
  return { places, groups: [...groups.values()] }
}

function without(place: Place, others: readonly Place[]): Place {
  return {
    cells: others.reduce((cells, other) => subtractCells(cells, other.cells), place.cells),
    contains: (point) => place.contains(point) && !others.some((other) => other.contains(point)),
  }
}
