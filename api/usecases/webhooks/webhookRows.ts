import { queryRows, type EntityManager } from '../../database/connection.ts'
import { Conflict, NotFound } from '../../domain/errors.ts'
import type { WebhookDisabledReason } from '../../domain/webhooks/webhooks.ts'

/** A webhook as managers see it: without its secret. */
export interface WebhookView {
  id: string
  url: string
  types: string[]
  createdBy: string
  /** The API key that created it, with which it ends; null if a person did. */
  apiKeyId: string | null
  createdAt: Date
  disabledAt: Date | null
  disabledReason: WebhookDisabledReason | null
  failingSince: Date | null
  waitingCount: number
  retryingCount: number
  failedCount: number
  /** The attempts of the last 24 hours, by hour; hours without any are left out. */
  hours: WebhookHour[]
}

export interface WebhookHour {
  hour: Date
  delivered: number
  failed: number
}

const dayMs = 24 * 60 * 60_000

/** The webhooks of a tenant, oldest first; only the one with the id if it is given. */
export async function findWebhooks(
  em: EntityManager,
  tenantId: string,
  now: Date,
  id: string | null = null,
): Promise<WebhookView[]> {
  type Row = Omit<WebhookView, 'hours'>
  const rows = await queryRows<Row>(
    em,
    `select w.id, w.url, w.types, w.created_by as "createdBy", w.created_at as "createdAt",
       w.api_key_id as "apiKeyId", w.disabled_at as "disabledAt",
       w.disabled_reason as "disabledReason", w.failing_since as "failingSince",
       c.waiting as "waitingCount", c.retrying as "retryingCount", c.failed as "failedCount"
     from webhooks w cross join lateral (
       select (count(*) filter (where d.status = 'waiting'))::int as waiting,
         (count(*) filter (where d.status = 'retrying'))::int as retrying,
         (count(*) filter (where d.status = 'failed'))::int as failed
       from webhook_deliveries d where d.tenant_id = $1 and d.webhook_id = w.id and d.status <> 'delivered'
     ) c
     where w.tenant_id = $1 and ($2::uuid is null or w.id = $2) order by w.created_at, w.id`,
    [tenantId, id],
  )
  const hours = await queryRows<WebhookHour & { webhookId: string }>(
    em,
    `select webhook_id as "webhookId", hour, delivered, failed from webhook_hours
     where tenant_id = $1 and hour > $2 and ($3::uuid is null or webhook_id = $3) order by hour`,
    [tenantId, new Date(now.getTime() - dayMs), id],
  )
  return rows.map((row) => ({ ...row, hours: hours.filter(({ webhookId }) => webhookId === row.id) }))
}

/** Throws `NotFound` for a webhook that the tenant does not have, and `Conflict` for one that is disabled. */
export async function assertEnabled(em: EntityManager, tenantId: string, id: string): Promise<void> {
  const [webhook] = await queryRows<{ isEnabled: boolean }>(
    em,
    `select disabled_at is null as "isEnabled" from webhooks where tenant_id = $1 and id = $2 for key share`,
    [tenantId, id],
  )
  if (!webhook) throw new NotFound('Webhook not found')
  if (!webhook.isEnabled) throw new Conflict('This webhook is disabled. Enable it first.')
}
