import { check, Refused } from '../errors.ts'
import { toSnakeCase } from '../fields.ts'

/**
 * Why a webhook is disabled: by a manager, because it answered 410 (Gone), because it failed for too long, or because the API key
 * that created it has ended.
 */
export const webhookDisabledReasons = ['manager', 'gone', 'failing', 'key_ended'] as const
export type WebhookDisabledReason = (typeof webhookDisabledReasons)[number]

export type WebhookChange = 'created' | 'edited' | 'enabled' | 'disabled' | 'deleted' | 'resent' | 'tested' | 'rotated'

/** `waiting`: not tried yet. `retrying`: failed, and is tried again. `failed`: given up. */
export const webhookDeliveryStatuses = ['waiting', 'retrying', 'delivered', 'failed'] as const
export type WebhookDeliveryStatus = (typeof webhookDeliveryStatuses)[number]

/** Stands for every event type, also those of later releases. */
export const allEventTypes = '*'

export const maxWebhooks = 20
export const maxWebhookUrlBytes = 2_048

const minute = 60_000
const hour = 60 * minute

/** The time from a failed attempt to the next one. After the last one, a delivery is given up. */
export const webhookRetryDelaysMs: readonly number[] = [5_000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour]

/** A webhook to which nothing could be delivered for this long is disabled. */
export const webhookFailureLimitMs = 24 * hour

/** How long the secret before signs deliveries too, after a webhook has got another. */
export const secretOverlapMs = 24 * hour

/** How long an ended delivery is kept. */
export const webhookDeliveryLifetimeMs = 30 * 24 * hour

/**
 * The URL of a webhook, in its normal form. Throws `Refused` unless it is an https URL without credentials. With
 * `allowLoopback`, http is accepted for the loopback address. Whether the name leads to a private address is checked when
 * something is sent, because that can change.
 */
export function parseWebhookUrl(text: string, { allowLoopback }: { allowLoopback: boolean }): string {
  const refuse = (message: string): never => {
    throw new Refused(message, { url: message })
  }
  if (Buffer.byteLength(text) > maxWebhookUrlBytes) refuse('The URL is longer than 2,048 bytes.')
  if (!URL.canParse(text.trim())) refuse('Enter a URL such as https://example.com/hooks.')
  const url = new URL(text.trim())
  if (url.username || url.password) refuse('The URL must not contain a user name or password.')
  const isAllowed = url.protocol === 'https:' || (allowLoopback && url.protocol === 'http:' && isLoopbackHost(url))
  if (!isAllowed) refuse('The URL must begin with https://.')
  url.hash = ''
  return url.toString()
}

/** Whether the URL names the loopback address itself. */
export function isLoopbackHost({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** Event types without repetition; only '*' if it is among them. Throws `Refused` for none, and for an unknown one. */
export function parseWebhookTypes(types: readonly string[], known: readonly string[]): string[] {
  check(types.length > 0, 'Choose at least one event type.', { types: 'Choose at least one event type, or *.' })
  if (types.includes(allEventTypes)) return [allEventTypes]
  return [...new Set(types.map((type) => checkType(type, known, 'types', ', or *')))]
}

/** One event type. Throws `Refused` for an unknown one. */
export function parseWebhookType(type: string, known: readonly string[]): string {
  return checkType(type, known, 'type')
}

function checkType(type: string, known: readonly string[], field: string, alternative = ''): string {
  const message = `${type.slice(0, 100)} is not an event type.`
  check(known.includes(type), message, { [field]: `${message} The types are ${known.join(', ')}${alternative}.` })
  return type
}

/** When a delivery is tried again after its `attempts`-th attempt failed at `now`; null if it is given up. */
export function nextWebhookAttempt(attempts: number, now: Date, delaysMs = webhookRetryDelaysMs): Date | null {
  const delay = delaysMs[attempts - 1]
  return delay === undefined ? null : new Date(now.getTime() + delay)
}

/** An event as it is delivered. */
export interface DeliveredEvent {
  type: string
  /** The version of the data of its type. */
  version: number
  position: number
  eventId: string
  occurredAt: Date
  recordedAt: Date
  actorId: string | null
  data: Record<string, unknown>
  /** The data are a sample. */
  isTest?: true
}

/**
 * The body of a delivery: what happened, with the payload of the event under REST's names. It is the same each time the
 * delivery is sent.
 */
export function webhookBody(event: DeliveredEvent): string {
  const { type, version, position, eventId, occurredAt, recordedAt, actorId, data, isTest } = event
  const payload = Object.fromEntries(Object.entries(data).map(([name, value]) => [toSnakeCase(name), value]))
  return JSON.stringify({
    type,
    version,
    ...(isTest && { test: true }),
    timestamp: occurredAt.toISOString(),
    data: { ...payload, position, event_id: eventId, recorded_at: recordedAt.toISOString(), actor_id: actorId },
  })
}
