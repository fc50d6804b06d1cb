import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { queryRows } from '../../database/connection.ts'
import { roleMay } from '../../domain/permissions.ts'
import { nextWebhookAttempt, type WebhookDisabledReason } from '../../domain/webhooks/webhooks.ts'
import { transactInTenant } from '../../log/transact.ts'
import { addressesOfManagers, linkTo, queueMail } from '../../records/mailWrites.ts'
import { readSessionStates } from '../auth/sessions.ts'
import { createDeliveries } from './createDeliveries.ts'
import { defaultDeliverySettings, type DeliveryContext, type DeliverySettings } from './deliveryContext.ts'
import {
  claimDeliveries,
  findDueWebhooks,
  recordAttempts,
  releaseDeliveries,
  type AttemptResult,
  type ClaimedDelivery,
} from './deliveryLeases.ts'

/** Sends what is due to webhooks. Any number of processes may have one: each delivery is sent by one of them at a time. */
export interface WebhookDeliverer {
  /** Sends everything of the tenant that is due; resolves when this is done. Calls may overlap. */
  deliver(tenantId: string): Promise<void>
  /** Ends what is being sent, and gives it up for other processes. */
  stop(): Promise<void>
}

interface Sender {
  /** Says that there may be more to send. */
  wake: () => void
  /** Resolves with whether it has sent anything. */
  done: Promise<boolean>
}

export function makeWebhookDeliverer(ctx: DeliveryContext, changes: Partial<DeliverySettings> = {}): WebhookDeliverer {
  const settings = { ...defaultDeliverySettings, ...changes }
  const stopping = new AbortController()
  const senders = new Map<string, Sender>()
  /** One promise for each attempt that counts toward `maxRequests`. It resolves when the attempt no longer counts. */
  const active = new Set<Promise<void>>()

  async function deliver(tenantId: string): Promise<void> {
    await disableWebhooksOfEndedKeys(ctx, tenantId)
    for (let goesOn = true; goesOn && !stopping.signal.aborted;) {
      const { isBehind, hasAdvanced } = await createDeliveries(ctx, tenantId)
      const due = await findDueWebhooks(ctx, tenantId)
      const sent = await Promise.all(due.map((webhookId) => sendDue(tenantId, webhookId)))
      goesOn = isBehind && (hasAdvanced || sent.some(Boolean))
    }
  }

  /** Sends what is due to one webhook. There is one sender for each webhook that has something to send. */
  function sendDue(tenantId: string, webhookId: string): Promise<boolean> {
    const running = senders.get(webhookId)
    running?.wake()
    if (running) return running.done
    const started: Sender = { wake: () => undefined, done: Promise.resolve(false) }
    senders.set(webhookId, started)
    started.done = sendAll(tenantId, webhookId, started).finally(() => senders.delete(webhookId))
    return started.done
  }

  async function sendAll(tenantId: string, webhookId: string, self: Sender): Promise<boolean> {
    const where = { tenantId, webhookId, leaseId: randomUUID() }
    const inFlight = new Set<Promise<void>>()
    let ended: AttemptResult[] = []
    let hasSent = false
    // Concurrency starts at one and grows with each answer, so that a receiver that never answers takes one connection.
    let maxInFlight = 1
    for (;;) {
      let isWoken = false
      const woken = new Promise<void>((resolve) => {
        self.wake = () => {
          isWoken = true
          resolve()
        }
      })
      const free = Math.min(maxInFlight - inFlight.size, settings.maxRequests - active.size)
      const isStopping = stopping.signal.aborted
      const claimed = free > 0 && !isStopping ? await claimDeliveries(ctx, where, free, settings.leaseMs) : []
      hasSent ||= claimed.length > 0
      for (const delivery of claimed) {
        const attempt = send(delivery).then((result) => {
          inFlight.delete(attempt)
          ended.push(result)
        })
        inFlight.add(attempt)
        countUntilSlow(attempt)
      }
      if (ended.length === 0) {
        if (isWoken && !isStopping) continue
        if (inFlight.size === 0 && (free > 0 || isStopping)) return hasSent
        // Without a request of its own in flight, it waits until the process is below `maxRequests`.
        await Promise.race([...(inFlight.size > 0 ? inFlight : active), woken])
      }
      const results = ended
      ended = []
      const isAnswered = results.every(({ answer }) => answer.status !== null)
      maxInFlight = isAnswered ? Math.min(maxInFlight + results.length, settings.requestsPerWebhook) : 1
      if (results.length > 0) await store(where, results)
    }
  }

  /** Counts an attempt toward `maxRequests` until it ends or is slow, so that slow receivers do not block other webhooks. */
  function countUntilSlow(attempt: Promise<void>): void {
    const isOver = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, settings.slowMs)
      void attempt.finally(() => {
        clearTimeout(timer)
        resolve()
      })
    }).then(() => void active.delete(isOver))
    active.add(isOver)
  }

  async function send(delivery: ClaimedDelivery): Promise<AttemptResult> {
    const at = ctx.now()
    const { id, url, secrets, body, attempt } = delivery
    const answer = await ctx.services.webhooks.send({ url, secrets, id, body, sentAt: at }, stopping.signal)
    const isDelivered = answer.status !== null && answer.status >= 200 && answer.status < 300
    const nextAttemptAt = isDelivered ? null : nextWebhookAttempt(attempt, ctx.now(), settings.retryDelaysMs)
    return {
      delivery,
      answer,
      at,
      nextAttemptAt,
      status: isDelivered ? 'delivered' : nextAttemptAt ? 'retrying' : 'failed',
    }
  }

  async function store(
    { tenantId, webhookId, leaseId }: { tenantId: string; webhookId: string; leaseId: string },
    results: AttemptResult[],
  ): Promise<void> {
    // An attempt that the stop of this process cut off does not count.
    const counted = results.filter(({ answer }) => !stopping.signal.aborted || answer.status !== null)
    const cutOff = results.filter((result) => !counted.includes(result))
    if (cutOff.length > 0)
      await releaseDeliveries(
        ctx,
        tenantId,
        leaseId,
        cutOff.map(({ delivery }) => delivery.id),
      )
    if (counted.length === 0) return
    const failingSince = await recordAttempts(ctx, { tenantId, webhookId }, counted)
    ctx.live.announceTopic(tenantId, 'webhooks')
    if (counted.some(({ answer }) => answer.status === 410)) await disableWebhook(ctx, tenantId, webhookId, 'gone')
    else if (failingSince && ctx.now().getTime() - failingSince.getTime() >= settings.failureLimitMs)
      await disableWebhook(ctx, tenantId, webhookId, 'failing')
    startAt(
      tenantId,
      counted.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []),
    )
  }

  /** Delivers again when attempts are due, once for those of the same second. */
  function startAt(tenantId: string, times: Date[]): void {
    for (const second of new Set(times.map((time) => Math.ceil(time.getTime() / 1_000))))
      ctx.live.startDue({ kind: 'webhooks', tenantId, id: tenantId }, new Date(second * 1_000))
  }

  return {
    deliver,
    async stop() {
      stopping.abort()
      await Promise.allSettled([...senders.values()].map(({ done }) => done))
    },
  }
}

/** Disables the webhooks that API keys created which are revoked, expired or of somebody who may not manage webhooks any more. */
async function disableWebhooksOfEndedKeys(ctx: DeliveryContext, tenantId: string): Promise<void> {
  const ofKeys = await ctx.database.query<{ id: string; keyId: string }>(
    { tenantId },
    'select id, api_key_id as "keyId" from webhooks where tenant_id = $1 and api_key_id is not null and disabled_at is null',
    [tenantId],
  )
  if (ofKeys.length === 0) return
  const owners = await readSessionStates(
    ctx,
    ofKeys.map(({ keyId }) => keyId),
  )
  for (const { id, keyId } of ofKeys) {
    const owner = owners.get(keyId)
    if (!owner || !roleMay(owner.role, 'webhook.manage')) await disableWebhook(ctx, tenantId, id, 'key_ended')
  }
}

const whyDisabled: Record<WebhookDisabledReason, string> = {
  manager: 'somebody disabled it',
  gone: 'it answered that it is gone (410)',
  failing: 'nothing was delivered for 24 hours',
  key_ended: 'the API key that created it has ended',
}

/** Disables a webhook without a manager, and records why. Its deliveries wait until it is enabled again. */
export async function disableWebhook(
  ctx: DeliveryContext,
  tenantId: string,
  webhookId: string,
  reason: WebhookDisabledReason,
): Promise<void> {
  const { database, afterCommit, now, config } = ctx
  const write = { actor: null, requestId: uuidv7(), database, afterCommit, now }
  await transactInTenant(write, tenantId, async (writing) => {
    const { em, record } = writing
    const [disabled] = await queryRows<{ url: string }>(
      em,
      `update webhooks set disabled_at = $3, disabled_reason = $4 where tenant_id = $1 and id = $2 and disabled_at is null
       returning url`,
      [tenantId, webhookId, now(), reason],
    )
    if (!disabled) return
    record({ type: 'WebhookChanged', subjectId: webhookId, data: { webhookId, change: 'disabled', reason } })
    const content = { host: new URL(disabled.url).host, why: whyDisabled[reason], url: linkTo(ctx, '/webhooks') }
    if (config.mail)
      for (const to of await addressesOfManagers(em, tenantId))
        queueMail({ ...write, config }, writing, { kind: 'webhook_disabled', to, content })
  })
}
