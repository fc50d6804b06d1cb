import { queryRows } from '../../database/connection.ts'
import { changeHeld, claimSql, givenUp, isFree } from '../../database/leases.ts'
import { createParameters } from '../../database/parameters.ts'
import { rowsTable } from '../../database/rowsTable.ts'
import type { DeliveredEvent, WebhookDeliveryStatus } from '../../domain/webhooks/webhooks.ts'
import { storedEventsSql } from '../../events/versions.ts'
import type { WebhookAnswer } from '../../services/webhooks/webhookSender.ts'
import { bodyColumns } from './webhookDeliveries.ts'
import { deliveryBody } from './deliveryBodies.ts'
import type { DeliveryContext } from './deliveryContext.ts'

/** A delivery that this process sends, and what it needs to. */
export interface ClaimedDelivery {
  id: string
  leaseId: string
  url: string
  /** The secrets that sign it: one, or two for a day after the secret was changed. */
  secrets: string[]
  body: string
  /** The number of this attempt. */
  attempt: number
}

/** How an attempt ended, and what becomes of the delivery. */
export interface AttemptResult {
  delivery: ClaimedDelivery
  answer: WebhookAnswer
  at: Date
  status: Exclude<WebhookDeliveryStatus, 'waiting'>
  nextAttemptAt: Date | null
}

/**
 * The deliveries of the webhook `$2` that can be sent at the time `$3`: none while an earlier delivery of the same property is
 * unfinished. COALESCE keeps the planner from using the index on next_attempt_at, after which it would have to sort all due rows.
 */
const isDue = `d.webhook_id = $2 and d.status in ('waiting', 'retrying')
  and coalesce(d.next_attempt_at, 'infinity') <= $3
  and (d.is_resend or not exists (select from webhook_deliveries e where e.tenant_id = $1 and e.webhook_id = $2
    and e.order_key = d.order_key and e.position < d.position and e.status in ('waiting', 'retrying') and not e.is_resend))`

/** The enabled webhooks of the tenant. */
const isEnabled = `w.tenant_id = $1 and w.disabled_at is null
  and exists (select from tenants t where t.id = $1 and t.archived_at is null)`

/** The current secret of the webhook `w`, and the one before while it is valid at the time `$3`. */
const signingSecrets = `array[w.secret] || case when w.previous_secret_until > $3 then array[w.previous_secret] else '{}' end`

/** The ids of the webhooks that have something to send now. */
export async function findDueWebhooks({ database, now }: DeliveryContext, tenantId: string): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    { tenantId },
    `select w.id from webhooks w where ${isEnabled} and exists (select from webhook_deliveries d
       where d.tenant_id = $1 and d.webhook_id = w.id and d.status in ('waiting', 'retrying') and d.next_attempt_at <= $2
         and ${isFree('$2')})`,
    [tenantId, now()],
  )
  return rows.map(({ id }) => id)
}

/** Takes up to `limit` deliveries that can be sent now. No other process sends them until the lease ends. */
export async function claimDeliveries(
  { database, now }: DeliveryContext,
  { tenantId, webhookId, leaseId }: { tenantId: string; webhookId: string; leaseId: string },
  limit: number,
  leaseMs: number,
): Promise<ClaimedDelivery[]> {
  type Row = Omit<ClaimedDelivery, 'body' | 'leaseId'> & Omit<DeliveredEvent, 'version'>
  const at = now()
  const claimed = claimSql({
    table: 'webhook_deliveries',
    due: `${isDue} and exists (select from webhooks w where w.id = $2 and ${isEnabled})`,
    order: 'order by d.position',
    limit: '$6',
    returning: 'd.id, d.position, d.type, d.attempts',
    leaseId: '$4',
    now: '$3',
    until: '$5',
  })
  const rows = await database.query<Row>(
    { tenantId },
    `with ${claimed}
     select c.id, c.position::float8 as position, c.attempts + 1 as attempt, w.url, ${signingSecrets} as secrets, c.type, ${bodyColumns}
     from claimed c join webhooks w on w.tenant_id = $1 and w.id = $2
     join ${storedEventsSql('s.tenant_id = $1')} e on e.position = c.position
     order by c.position`,
    [tenantId, webhookId, at, leaseId, new Date(at.getTime() + leaseMs), limit],
  )
  return rows.map(({ id, url, secrets, attempt, ...event }) => ({
    id,
    leaseId,
    url,
    secrets,
    attempt,
    body: deliveryBody(event),
  }))
}

/**
 * Stores how attempts for one webhook ended; what another process has taken over is left alone. Returns since when the webhook fails;
 * null if one of the attempts succeeded.
 */
export async function recordAttempts(
  { database, now }: DeliveryContext,
  { tenantId, webhookId }: { tenantId: string; webhookId: string },
  results: AttemptResult[],
): Promise<Date | null> {
  const isSuccess = results.some(({ status }) => status === 'delivered')
  return database.within({ tenantId }, async (em) => {
    // The webhook is locked before its deliveries, as by everything that locks both.
    const [webhook] = await queryRows<{ failingSince: Date | null }>(
      em,
      isSuccess
        ? `update webhooks set failing_since = null where tenant_id = $1 and id = $2 and failing_since is not null
           returning failing_since as "failingSince"`
        : `update webhooks set failing_since = coalesce(failing_since, $3) where tenant_id = $1 and id = $2
           returning failing_since as "failingSince"`,
      isSuccess ? [tenantId, webhookId] : [tenantId, webhookId, now()],
    )
    const { values, bind } = createParameters(tenantId)
    const recorded = await queryRows<{ at: Date; status: AttemptResult['status'] }>(
      em,
      `update webhook_deliveries d set status = r.status, attempts = d.attempts + 1, next_attempt_at = r."nextAt",
         ${givenUp}, last_status = r.code, last_error = r.error, last_answer = r.answer,
         last_duration_ms = r.duration, last_attempt_at = r.at,
         finished_at = case when r.status in ('delivered', 'failed') then r.at end,
         is_resend = d.is_resend and r.status = 'retrying',
         tries = case when jsonb_array_length(d.tries) >= 20 then d.tries - 0 else d.tries end || r.try
       from ${rowsTable(resultTypes, results.map(toRow), bind)}
       where d.tenant_id = $1 and d.id = r.id and d.lease_id = r.lease returning r.at, r.status`,
      values,
    )
    for (const [hour, { delivered, failed }] of countByHour(recorded))
      await queryRows(
        em,
        `insert into webhook_hours as h (tenant_id, webhook_id, hour, delivered, failed)
         select w.tenant_id, w.id, $3, $4, $5 from webhooks w where w.tenant_id = $1 and w.id = $2
         on conflict (tenant_id, webhook_id, hour) do update
           set delivered = h.delivered + excluded.delivered, failed = h.failed + excluded.failed`,
        [tenantId, webhookId, new Date(hour), delivered, failed],
      )
    return webhook?.failingSince ?? null
  })
}

/** Gives deliveries up that this process has not sent, so that another one sends them at once. */
export async function releaseDeliveries(
  { database }: DeliveryContext,
  tenantId: string,
  leaseId: string,
  ids: string[],
): Promise<void> {
  await database.within({ tenantId }, (em) => changeHeld(em, 'webhook_deliveries', { tenantId, ids, leaseId }, givenUp))
}

const resultTypes = {
  ...{ id: 'uuid', lease: 'uuid', status: 'text', nextAt: 'timestamptz', code: 'integer', error: 'text' },
  ...{ answer: 'text', duration: 'integer', at: 'timestamptz', try: 'jsonb' },
} as const

function toRow({ delivery, answer, at, status, nextAttemptAt }: AttemptResult) {
  const { status: code, error, durationMs } = answer
  return {
    id: delivery.id,
    lease: delivery.leaseId,
    status,
    nextAt: nextAttemptAt,
    code,
    error,
    answer: answer.answer,
    duration: durationMs,
    at,
    try: JSON.stringify({ at, status: code, error, durationMs }),
  }
}

const hourMs = 60 * 60_000

function countByHour(attempts: { at: Date; status: AttemptResult['status'] }[]) {
  const hours = new Map<number, { delivered: number; failed: number }>()
  for (const { at, status } of attempts) {
    const hour = Math.floor(at.getTime() / hourMs) * hourMs
    const counts = hours.get(hour) ?? { delivered: 0, failed: 0 }
    hours.set(hour, counts)
    if (status === 'delivered') counts.delivered += 1
    else counts.failed += 1
  }
  return hours
}
