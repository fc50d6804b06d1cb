import { queryRows, type EntityManager } from '../database/connection.ts'
import { isHeldOn, withoutHolder } from '../domain/territories/assignments.ts'
import type { DomainEvent } from '../events/catalog.ts'
import { lockTerritory, readAssignments, writeAssignments } from './territoryRows.ts'

type HoldingEnded = Extract<DomainEvent, { type: 'TerritoryAssigned' }> & { subjectId: string }

/**
 * Ends what the user holds in the tenant from today on, YYYY-MM-DD in its calendar, because the account has no access to it any more.
 * Returns the events for the log of this tenant. The scope must be the tenant's.
 */
export async function endHoldings(
  em: EntityManager,
  tenantId: string,
  userId: string,
  today: string,
): Promise<HoldingEnded[]> {
  const held = await queryRows<{ id: string }>(
    em,
    `select distinct territory_id as id from territory_assignments
     where tenant_id = $1 and user_id = $2 and (to_day is null or to_day >= $3::date) order by 1`,
    [tenantId, userId, today],
  )
  const events: HoldingEnded[] = []
  for (const { id: territoryId } of held) {
    const { archivedAt } = await lockTerritory(em, territoryId)
    if (archivedAt) continue
    const { after, ended } = withoutHolder(await readAssignments(em, [territoryId]), userId, today)
    await writeAssignments(em, tenantId, territoryId, after)
    for (const assignment of ended) {
      const from = assignment.from > today ? assignment.from : today
      const others = after.filter((other) => isHeldOn(other, from))
      // The others hold it together until the first of their last days.
      const to = others.flatMap((other) => other.to ?? []).toSorted()[0] ?? null
      const data = { territoryId, userIds: others.map((other) => other.userId), from, to }
      events.push({ type: 'TerritoryAssigned', subjectId: territoryId, data })
    }
  }
  return events
}
