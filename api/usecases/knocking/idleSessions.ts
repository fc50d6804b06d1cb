import { queryRows } from '../../database/connection.ts'
import { queryReachable } from '../../database/tenantByTenant.ts'
import { transactInTenant, type WriteContext } from '../../log/transact.ts'
import { maxIdleMs } from './sessionChanges.ts'

/**
 * Ends the sessions of all tenants without a knock for two hours, at their last knock, or at their start if they have none. A
 * knock of the session that arrives later, from a phone that was offline, moves the end. Several processes may do this at the
 * same time: each session is ended once. While a node is missing, those of the tenants on the others. Returns the number of sessions.
 */
export async function endIdleSessions(ctx: WriteContext): Promise<number> {
  const before = new Date(ctx.now().getTime() - maxIdleMs)
  const tenants = await queryReachable<{ tenantId: string }>(
    ctx.database,
    `select distinct s.tenant_id as "tenantId" from knock_sessions s
     where s.tenant_id = :tenant and s.ended_at is null and s.started_at < $1`,
    [before],
  )
  let count = 0
  for (const { tenantId } of tenants)
    count += await transactInTenant(ctx, tenantId, async ({ em, record }) => {
      const ended = await queryRows<{ id: string; repId: string; endedAt: Date }>(
        em,
        `update knock_sessions s set ended_at = idle.since, ended_automatically = true
         from (select o.id, greatest(o.started_at, (select max(k.occurred_at) from knocks k
             where k.tenant_id = o.tenant_id and k.tenant_id = $2 and k.session_id = o.id)) as since
           from knock_sessions o where o.tenant_id = $2 and o.ended_at is null and o.started_at < $1) idle
         where s.tenant_id = $2 and s.id = idle.id and s.ended_at is null and idle.since < $1
         returning s.id, s.rep_id as "repId", s.ended_at as "endedAt"`,
        [before, tenantId],
      )
      for (const { id, repId, endedAt } of ended)
        record({
          type: 'KnockSessionEnded',
          occurredAt: endedAt,
          subjectId: id,
          data: { sessionId: id, repId },
        })
      return ended.length
    })
  return count
}
