import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { createParameters, type Bind } from '../../database/parameters.ts'
import { NotFound } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { readPosition, toPage, writeCursor, type Page, type PageRequest } from '../../domain/paging.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import type { DeliveredEvent, WebhookDeliveryStatus } from '../../domain/webhooks/webhooks.ts'
import { storedEventsSql } from '../../events/versions.ts'
import { transactInTenant } from '../../log/transact.ts'
import { deliveryBody } from './deliveryBodies.ts'
import { assertEnabled } from './webhookRows.ts'

/** One attempt to deliver. */
export interface WebhookTry {
  at: string
  status: number | null
  error: string | null
  durationMs: number
}

/** A delivery with its attempts. Its id is the header webhook-id. */
export interface DeliveryView {
  id: string
  webhookId: string
  position: number
  type: string
  propertyId: string | null
  status: WebhookDeliveryStatus
  attempts: number
  nextAttemptAt: Date | null
  lastStatus: number | null
  lastError: string | null
  /** The first kilobyte of the last answer. */
  lastAnswer: string | null
  lastDurationMs: number | null
  lastAttemptAt: Date | null
  createdAt: Date
  finishedAt: Date | null
  tries: WebhookTry[]
  body: string
}

export interface DeliveryFilter {
  statuses?: readonly WebhookDeliveryStatus[] | null
  type?: string | null
}

/** The parts of an event that a body is made of, as columns of `e`. */
export const bodyColumns = `e.event_id as "eventId", e.occurred_at as "occurredAt", e.recorded_at as "recordedAt",
  e.actor_id as "actorId", e.data`

/** The deliveries of a webhook, latest event first. */
export async function listDeliveries(
  ctx: Context,
  id: string,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<Page<DeliveryView>> {
  authorize(ctx.actor, 'webhook.manage')
  const tenantId = requireTenant(ctx.actor)
  const { values, bind } = createParameters(tenantId)
  const where = conditionsOf(parseId(id, 'Webhook'), filter, bind)
  if (page.after) where.push(`d.position < ${bind(readPosition(page.after))}`)
  return ctx.database.within({ tenantId }, async (em) => {
    await assertExists(em, tenantId, parseId(id, 'Webhook'))
    const found = await findDeliveries(
      em,
      `${where.join(' and ')} order by d.position desc limit ${bind(page.limit + 1)} offset ${bind(page.offset ?? 0)}`,
      values,
    )
    return toPage(found, page.limit, ({ position }) => writeCursor(position))
  })
}

/** The number of deliveries that `listDeliveries` returns over all pages. */
export async function countDeliveries(ctx: Context, id: string, filter: DeliveryFilter): Promise<number> {
  authorize(ctx.actor, 'webhook.manage')
  const tenantId = requireTenant(ctx.actor)
  const { values, bind } = createParameters(tenantId)
  const where = conditionsOf(parseId(id, 'Webhook'), filter, bind)
  const [row] = await ctx.database.query<{ n: number }>(
    { tenantId },
    `select count(*)::int as n from webhook_deliveries d where d.tenant_id = $1 and ${where.join(' and ')}`,
    values,
  )
  return row!.n
}

/** One delivery. */
export async function readDelivery(ctx: Context, id: string): Promise<DeliveryView> {
  authorize(ctx.actor, 'webhook.manage')
  const tenantId = requireTenant(ctx.actor)
  return ctx.database.within({ tenantId }, (em) => findDelivery(em, tenantId, parseId(id, 'Delivery')))
}

/**
 * Sends a delivery now, with the same id. One that has ended begins anew, with all its attempts, and without regard to the order.
 * Throws `Conflict` while its webhook is disabled.
 */
export async function resendDelivery(ctx: Context, id: string): Promise<DeliveryView> {
  authorize(ctx.actor, 'webhook.manage')
  const tenantId = requireTenant(ctx.actor)
  const deliveryId = parseId(id, 'Delivery')
  const delivery = await transactInTenant(ctx, tenantId, async ({ em, record }) => {
    const { webhookId } = await findDelivery(em, tenantId, deliveryId)
    await assertEnabled(em, tenantId, webhookId)
    await queryRows(
      em,
      `update webhook_deliveries set next_attempt_at = $3, finished_at = null,
         is_resend = is_resend or status in ('delivered', 'failed'),
         attempts = case when status in ('delivered', 'failed') then 0 else attempts end,
         status = case when status in ('delivered', 'failed') then 'waiting' else status end
       where tenant_id = $1 and id = $2`,
      [tenantId, deliveryId, ctx.now()],
    )
    record({ type: 'WebhookChanged', subjectId: webhookId, data: { webhookId, change: 'resent', reason: null } })
    return findDelivery(em, tenantId, deliveryId)
  })
  return delivery
}

function findDeliveries(em: EntityManager, conditions: string, values: readonly unknown[]): Promise<DeliveryView[]> {
  type Row = Omit<DeliveryView, 'body'> & Omit<DeliveredEvent, 'type' | 'position' | 'version'>
  return queryRows<Row>(
    em,
    `select d.id, d.webhook_id as "webhookId", d.position::float8 as position, d.type, d.property_id as "propertyId", d.status,
       d.attempts, d.next_attempt_at as "nextAttemptAt", d.last_status as "lastStatus", d.last_error as "lastError",
       d.last_answer as "lastAnswer", d.last_duration_ms as "lastDurationMs", d.last_attempt_at as "lastAttemptAt",
       d.created_at as "createdAt", d.finished_at as "finishedAt", d.tries, ${bodyColumns}
     from webhook_deliveries d join ${storedEventsSql('s.tenant_id = $1')} e on e.position = d.position
     where d.tenant_id = $1 and ${conditions}`,
    values,
  ).then((rows) =>
    rows.map(({ eventId, occurredAt, recordedAt, actorId, data, ...delivery }) => {
      const { type, position } = delivery
      return { ...delivery, body: deliveryBody({ type, position, eventId, occurredAt, recordedAt, actorId, data }) }
    }),
  )
}

async function findDelivery(em: EntityManager, tenantId: string, id: string): Promise<DeliveryView> {
  const [delivery] = await findDeliveries(em, 'd.id = $2', [tenantId, id])
  if (!delivery) throw new NotFound('Delivery not found')
  return delivery
}

async function assertExists(em: EntityManager, tenantId: string, id: string): Promise<void> {
  const found = await queryRows(em, 'select id from webhooks where tenant_id = $1 and id = $2', [tenantId, id])
  if (found.length === 0) throw new NotFound('Webhook not found')
}

function conditionsOf(webhookId: string, { statuses, type }: DeliveryFilter, bind: Bind): string[] {
  const where = [`d.webhook_id = ${bind(webhookId)}`]
  if (statuses?.length) where.push(`d.status = any(${bind(statuses)}::text[])`)
  if (type) where.push(`d.type = ${bind(type)}`)
  return where
}
