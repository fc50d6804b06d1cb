import { queryRows } from '../../database/connection.ts'
import { isFree } from '../../database/leases.ts'
import { queryReachable } from '../../database/tenantByTenant.ts'
import { webhookDeliveryLifetimeMs, webhookFailureLimitMs } from '../../domain/webhooks/webhooks.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import { disableWebhook } from './deliverWebhooks.ts'

/** Disables the webhooks of all tenants that have failed for too long; while a node is missing, those of the tenants on the others. */
export async function disableFailingWebhooks(ctx: DeliveryContext): Promise<void> {
  const { database, now } = ctx
  const failing = await queryReachable<{ tenantId: string; id: string }>(
    database,
    `select w.tenant_id as "tenantId", w.id from webhooks w
     where w.tenant_id = :tenant and w.disabled_at is null and w.failing_since <= $1 order by w.failing_since limit 1000`,
    [new Date(now().getTime() - webhookFailureLimitMs)],
  )
  for (const { tenantId, id } of failing) await disableWebhook(ctx, tenantId, id, 'failing')
}

/**
 * The tenants to whose webhooks something has to be sent: new events, or deliveries that wait or whose process has ended. While a
 * node is missing, those on the others.
 */
export async function findDueTenants({ database, now }: DeliveryContext): Promise<string[]> {
  const due = await queryReachable<{ tenantId: string }>(
    database,
    `select w.tenant_id as "tenantId" from webhooks w join activity_heads h on h.tenant_id = w.tenant_id
     where w.tenant_id = :tenant and w.disabled_at is null and (h.position > w.position or exists (select from webhook_deliveries d
       where d.tenant_id = w.tenant_id and d.tenant_id = :tenant and d.webhook_id = w.id and d.status in ('waiting', 'retrying')
         and d.next_attempt_at <= $1 and ${isFree('$1')}))
     group by w.tenant_id`,
    [now()],
  )
  return due.map(({ tenantId }) => tenantId)
}

/** Deletes the deliveries of all tenants that ended 30 days ago; while a node is missing, those of the tenants on the others. Returns their number. */
export async function deleteOldDeliveries({
  database,
  live,
  now,
}: Pick<DeliveryContext, 'database' | 'live' | 'now'>): Promise<number> {
  const before = new Date(now().getTime() - webhookDeliveryLifetimeMs)
  let count = 0
  for (;;) {
    const old = await queryReachable<{ tenantId: string; ids: string[] }>(
      database,
      `select tenant_id as "tenantId", array_agg(id) as ids from
         (select w.tenant_id, w.id from webhook_deliveries w where w.tenant_id = :tenant and w.finished_at < $1
          order by w.finished_at limit 1000) d
       group by tenant_id`,
      [before],
    )
    if (old.length === 0) return count
    for (const { tenantId, ids } of old) {
      count += ids.length
      await database.within({ tenantId }, async (em) => {
        await queryRows(em, 'delete from webhook_deliveries where tenant_id = $1 and id = any($2::uuid[])', [
          tenantId,
          ids,
        ])
        await queryRows(em, 'delete from webhook_hours where tenant_id = $1 and hour < $2', [tenantId, before])
      })
      live.announceTopic(tenantId, 'webhooks')
    }
  }
}
