import { queryRows, type EntityManager } from '../database/connection.ts'
import { Conflict } from '../domain/errors.ts'
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
  const events: HoldingEnded[] = []
  for (const territoryId of await readHeld(em, tenantId, userId, today)) {
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

/**
 * Throws `Conflict` if the user holds a territory on the day or later, which was then assigned since `endHoldings`. Called when the
 * transaction that ends the access has appended to the log: whoever assigns a territory after that sees that the user is no active one.
 */
export async function assertHoldsNothing(
  em: EntityManager,
  tenantId: string,
  userId: string,
  today: string,
): Promise<void> {
  const held = await readHeld(em, tenantId, userId, today)
  if (held.length > 0) throw new Conflict('This user has just been given a territory. Try again.')
}

/** The territories in use that the user holds on the day or later. */
async function readHeld(em: EntityManager, tenantId: string, userId: string, day: string): Promise<string[]> {
  const held = await queryRows<{ id: string }>(
    em,
    `select distinct t.id from territory_assignments a join territories t on t.tenant_id = a.tenant_id and t.id = a.territory_id
     where a.tenant_id = $1 and t.tenant_id = $1 and t.archived_at is null and a.user_id = $2
       and (a.to_day is null or a.to_day >= $3::date) order by 1`,
    [tenantId, userId, day],
  )
  return held.map(({ id }) => id)
}
