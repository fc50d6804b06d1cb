import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { Conflict, Forbidden, NotFound } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import {
  maxWebhooks,
  parseWebhookType,
  parseWebhookTypes,
  parseWebhookUrl,
  secretOverlapMs,
} from '../../domain/webhooks/webhooks.ts'
import type { EventType } from '../../events/catalog.ts'
import { tenantEventTypes } from '../../events/eventTypes.ts'
import { countUse } from '../../log/quotas.ts'
import { transactInTenant } from '../../log/transact.ts'
import { requireRecentPassword } from '../auth/passwordConfirmation.ts'
import { assertEnabled, findWebhooks, type WebhookView } from './webhookRows.ts'

export interface NewWebhook {
  url: string
  types: readonly string[]
}

export interface WebhookChanges {
  url?: string | null
  types?: readonly string[] | null
  enabled?: boolean | null
  /** Enable it from now on: the events that it has not got are never sent. */
  skipMissed?: boolean | null
}

/** The types of events that a webhook can choose. */
export function listWebhookEventTypes(ctx: Context): EventType[] {
  authorize(ctx.actor, 'webhook.manage')
  return tenantEventTypes
}

/** The webhooks of the tenant, oldest first. */
export async function listWebhooks(ctx: Context): Promise<WebhookView[]> {
  authorize(ctx.actor, 'webhook.manage')
  const tenantId = requireTenant(ctx.actor)
  return ctx.database.within({ tenantId }, (em) => findWebhooks(em, tenantId, ctx.now()))
}

/**
 * Creates a webhook for events that happen from now on. `secret` cannot be read again. A webhook that an API key creates is disabled
 * when the key ends.
 * Throws `PasswordRequired`, and `Conflict` when the tenant has 20 webhooks.
 */
export async function createWebhook(
  ctx: Context,
  input: NewWebhook,
): Promise<{ secret: string; webhook: WebhookView }> {
  const tenantId = authorizeManager(ctx)
  await requireRecentPassword(ctx)
  const url = parseWebhookUrl(input.url, { allowLoopback: ctx.config.webhookAllowLoopback })
  const types = parseWebhookTypes(input.types, tenantEventTypes)
  const secret = makeSecret()
  const id = uuidv7()
  const webhook = await transactInTenant(ctx, tenantId, async ({ em, record }) => {
    await lockWebhooks(em, tenantId)
    const [{ n } = { n: 0 }] = await queryRows<{ n: number }>(
      em,
      'select count(*)::int as n from webhooks where tenant_id = $1',
      [tenantId],
    )
    if (n >= maxWebhooks)
      throw new Conflict(`This company has ${maxWebhooks} webhooks. Delete one that you no longer need.`)
    const [head] = await queryRows<{ position: string }>(
      em,
      'select position from activity_heads where tenant_id = $1',
      [tenantId],
    )
    await queryRows(
      em,
      `insert into webhooks (tenant_id, id, url, types, secret, created_by, created_at, api_key_id, position)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        tenantId,
        id,
        url,
        types,
        secret,
        ctx.actor!.userId,
        ctx.now(),
        ctx.actor!.apiKey?.id ?? null,
        head?.position ?? 0,
      ],
    )
    record({ type: 'WebhookChanged', subjectId: id, data: { webhookId: id, change: 'created', reason: null } })
    return findWebhook(em, ctx, tenantId, id)
  })
  return { secret, webhook }
}

/**
 * Changes a webhook. What was disabled and is enabled continues where it stopped, at once, unless `skipMissed` is set: then what
 * waits is given up, and it gets the events from now on. Throws `Forbidden` for an API key that did not create it.
 */
export async function updateWebhook(ctx: Context, id: string, changes: WebhookChanges): Promise<WebhookView> {
  const tenantId = authorizeManager(ctx)
  const webhookId = parseId(id, 'Webhook')
  // Another URL gets the events, as a new webhook does.
  if (changes.url != null) await requireRecentPassword(ctx)
  const url =
    changes.url == null ? null : parseWebhookUrl(changes.url, { allowLoopback: ctx.config.webhookAllowLoopback })
  const types = changes.types == null ? null : parseWebhookTypes(changes.types, tenantEventTypes)
  return transactInTenant(ctx, tenantId, async ({ em, record }) => {
    const before = await lockForChange(em, ctx, tenantId, webhookId)
    const isEdited = (url !== null && url !== before.url) || (types !== null && types.join() !== before.types.join())
    if (isEdited) {
      await queryRows(
        em,
        'update webhooks set url = coalesce($3, url), types = coalesce($4, types) where tenant_id = $1 and id = $2',
        [tenantId, webhookId, url, types],
      )
      record({ type: 'WebhookChanged', subjectId: webhookId, data: { webhookId, change: 'edited', reason: null } })
    }
    if (changes.enabled === false && before.isEnabled) {
      await queryRows(
        em,
        `update webhooks set disabled_at = $3, disabled_reason = 'manager' where tenant_id = $1 and id = $2`,
        [tenantId, webhookId, ctx.now()],
      )
      record({
        type: 'WebhookChanged',
        subjectId: webhookId,
        data: { webhookId, change: 'disabled', reason: 'manager' },
      })
    }
    if (changes.enabled === true && !before.isEnabled) {
      await enable(em, tenantId, webhookId, ctx.now(), changes.skipMissed ?? false)
      record({ type: 'WebhookChanged', subjectId: webhookId, data: { webhookId, change: 'enabled', reason: null } })
    }
    return findWebhook(em, ctx, tenantId, webhookId)
  })
}

async function enable(em: EntityManager, tenantId: string, id: string, now: Date, skipMissed: boolean): Promise<void> {
  await queryRows(
    em,
    `update webhooks set disabled_at = null, disabled_reason = null, failing_since = null,
       -- Otherwise the key would end it again at once.
       api_key_id = case when disabled_reason = 'key_ended' then null else api_key_id end,
       position = case when $3 then coalesce((select h.position from activity_heads h where h.tenant_id = $1), 0) else position end
     where tenant_id = $1 and id = $2`,
    [tenantId, id, skipMissed],
  )
  const unfinished = `tenant_id = $1 and webhook_id = $2 and status in ('waiting', 'retrying')`
  await queryRows(
    em,
    skipMissed
      ? `update webhook_deliveries set status = 'failed', next_attempt_at = null, finished_at = $3 where ${unfinished}`
      : `update webhook_deliveries set attempts = 0, next_attempt_at = $3 where ${unfinished}`,
    [tenantId, id, now],
  )
}

/**
 * Records a test of the webhook, which is sent to it whatever event types it has chosen: a sample of the event type, or without one
 * the event of the test itself: type `WebhookChanged`, change `tested`. Throws `Conflict` while it is disabled, and `QuotaExceeded`
 * when the tenant has made its tests of the day.
 */
export async function testWebhook(ctx: Context, id: string, type: string | null = null): Promise<WebhookView> {
  authorize(ctx.actor, 'webhook.manage')
  const tenantId = requireTenant(ctx.actor)
  const webhookId = parseId(id, 'Webhook')
  const testType = type === null || type === 'WebhookChanged' ? null : parseWebhookType(type, tenantEventTypes)
  return transactInTenant(ctx, tenantId, async ({ em, record }) => {
    await countUse(em, ctx, tenantId, 'webhookTests')
    await assertEnabled(em, tenantId, webhookId)
    const data = { webhookId, change: 'tested', reason: null, ...(testType && { testType }) } as const
    record({ type: 'WebhookChanged', subjectId: webhookId, data })
    return findWebhook(em, ctx, tenantId, webhookId)
  })
}

/**
 * Gives the webhook another secret, which cannot be read again. For a day, the one before signs its deliveries too. Throws `Forbidden`
 * for an API key that did not create it, and `PasswordRequired`.
 */
export async function rotateWebhookSecret(
  ctx: Context,
  id: string,
): Promise<{ secret: string; previousSecretUntil: Date; webhook: WebhookView }> {
  const tenantId = authorizeManager(ctx)
  const webhookId = parseId(id, 'Webhook')
  await requireRecentPassword(ctx)
  const secret = makeSecret()
  const previousSecretUntil = new Date(ctx.now().getTime() + secretOverlapMs)
  const webhook = await transactInTenant(ctx, tenantId, async ({ em, record }) => {
    await lockForChange(em, ctx, tenantId, webhookId)
    await queryRows(
      em,
      `update webhooks set previous_secret = secret, previous_secret_until = $4, secret = $3 where tenant_id = $1 and id = $2`,
      [tenantId, webhookId, secret, previousSecretUntil],
    )
    record({ type: 'WebhookChanged', subjectId: webhookId, data: { webhookId, change: 'rotated', reason: null } })
    return findWebhook(em, ctx, tenantId, webhookId)
  })
  return { secret, previousSecretUntil, webhook }
}

const makeSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/**
 * Deletes a webhook with its deliveries. What is being sent to it still arrives. Throws `Forbidden` for an API key that did not
 * create it.
 */
export async function deleteWebhook(ctx: Context, id: string): Promise<void> {
  const tenantId = authorizeManager(ctx)
  const webhookId = parseId(id, 'Webhook')
  await transactInTenant(ctx, tenantId, async ({ em, record }) => {
    await lockForChange(em, ctx, tenantId, webhookId)
    await queryRows(em, 'delete from webhooks where tenant_id = $1 and id = $2', [tenantId, webhookId])
    record({ type: 'WebhookChanged', subjectId: webhookId, data: { webhookId, change: 'deleted', reason: null } })
  })
}

function authorizeManager(ctx: Context): string {
  authorize(ctx.actor, 'webhook.manage')
  return requireTenant(ctx.actor)
}

/**
 * Locks a webhook that is changed, and returns it. Throws `NotFound`, and `Forbidden` for an API key that did not create it: a leaked
 * key must not be able to send the events of a tenant elsewhere after it was revoked.
 */
async function lockForChange(em: EntityManager, { actor }: Context, tenantId: string, id: string) {
  const [webhook] = await queryRows<{ url: string; types: string[]; isEnabled: boolean; apiKeyId: string | null }>(
    em,
    `select url, types, disabled_at is null as "isEnabled", api_key_id as "apiKeyId" from webhooks
     where tenant_id = $1 and id = $2 for update`,
    [tenantId, id],
  )
  if (!webhook) throw new NotFound('Webhook not found')
  if (actor?.apiKey && actor.apiKey.id !== webhook.apiKeyId)
    throw new Forbidden('An API key can change only the webhooks that it created.')
  return webhook
}

async function findWebhook(em: EntityManager, ctx: Context, tenantId: string, id: string): Promise<WebhookView> {
  const [webhook] = await findWebhooks(em, tenantId, ctx.now(), id)
  if (!webhook) throw new NotFound('Webhook not found')
  return webhook
}

/** Serializes the creation of a tenant's webhooks, so that concurrent requests cannot exceed the maximum. */
async function lockWebhooks(em: EntityManager, tenantId: string): Promise<void> {
  // The head of the log must not be locked here: an append locks it in another order.
  await queryRows(em, `select pg_advisory_xact_lock(hashtextextended('webhooks ' || $1, 0))`, [tenantId])
}
