import { queryRows } from '../../database/connection.ts'
import { platformTenantId } from '../../events/catalog.ts'
import type { DeliveryContext } from './deliveryContext.ts'

/** Positions of the log that are read at a time. */
const sliceSize = 2_000
/** While this many deliveries wait, the rest stays in the log. */
const maxWaiting = 10_000

/**
 * Creates the deliveries of events that the enabled webhooks of the tenant have not got: one for each event and webhook, however
 * many processes do this. Positions have no gaps and appear in order, so that nothing is passed over. A webhook that is locked,
 * perhaps only to record how attempts ended, is waited for: nobody else might create its deliveries. Returns whether some are left,
 * and whether there is a webhook for which it has got further.
 */
export async function createDeliveries(
  { database, live, now }: DeliveryContext,
  tenantId: string,
): Promise<{ isBehind: boolean; hasAdvanced: boolean }> {
  const { hasCreated, ...progress } = await database.within({ tenantId }, async (em) => {
    const behind = await queryRows<{ id: string; types: string[]; position: number; head: number; room: number }>(
      em,
      `select w.id, w.types, w.position::float8 as position, h.position::float8 as head,
         ($2 - (select count(*) from webhook_deliveries d
           where d.tenant_id = $1 and d.webhook_id = w.id and d.status in ('waiting', 'retrying')))::int as room
       from webhooks w join activity_heads h on h.tenant_id = w.tenant_id and h.position > w.position
       where w.tenant_id = $1 and w.disabled_at is null
         and exists (select from tenants t where t.id = $1 and t.archived_at is null)
       order by w.id for update of w`,
      [tenantId, maxWaiting],
    )
    let isBehind = false
    let hasAdvanced = false
    let hasCreated = false
    for (const { id, types, position, head, room } of behind) {
      const end = Math.min(head, position + Math.min(sliceSize, Math.max(0, room)))
      if (end < head) isBehind = true
      if (end === position) continue
      hasAdvanced = true
      const [created] = await queryRows<{ n: number }>(
        em,
        `with created as (
           insert into webhook_deliveries
             (tenant_id, id, webhook_id, position, type, property_id, order_key, next_attempt_at, created_at)
           select $1, gen_random_uuid(), $2, e.position,
             case when e.data->>'webhookId' = $2::uuid::text then coalesce(e.data->>'testType', e.type) else e.type end,
             (e.data->>'propertyId')::uuid,
             coalesce((e.data->>'propertyId')::uuid, $6::uuid), $7, $7
           from activity_events e
           where e.tenant_id = $1 and e.position > $3 and e.position <= $4
             and ('*' = any($5::text[]) or e.type = any($5::text[])
               or (e.type = 'WebhookChanged' and e.data->>'change' = 'tested' and e.data->>'webhookId' = $2::uuid::text))
           returning 1)
         select count(*)::int as n from created`,
        [tenantId, id, position, end, types, platformTenantId, now()],
      )
      hasCreated ||= created!.n > 0
      await queryRows(em, 'update webhooks set position = $3 where tenant_id = $1 and id = $2', [tenantId, id, end])
    }
    return { isBehind, hasAdvanced, hasCreated }
  })
  if (hasCreated) live.announceTopic(tenantId, 'webhooks')
  return progress
}
