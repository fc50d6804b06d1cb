import { z } from 'zod'
import { messages } from '../domain/messages.ts'
import { webhookDeliveryStatuses, webhookDisabledReasons } from '../domain/webhooks/webhooks.ts'
import { schemaVersionOf } from '../events/versions.ts'
import { limitedText, pagingParameters, toPageRequest } from '../rest/parameters.ts'
import { listOf } from '../rest/present.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { id, itemResponse, listResponse, messageResponse, quotaUsedUp, time } from '../rest/shapes.ts'
import { deliverySchema } from '../usecases/webhooks/deliveryBodies.ts'
import {
  countDeliveries,
  listDeliveries,
  readDelivery,
  resendDelivery,
} from '../usecases/webhooks/webhookDeliveries.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhookEventTypes,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../usecases/webhooks/webhooks.ts'

const types = z
  .array(limitedText('types'))
  .describe('Event types such as `LeadCreated`, or `*` for all, also of later releases.')

const webhook = z
  .object({
    id,
    url: z.string().describe('The https URL to which events are posted.'),
    types,
    created_at: time,
    api_key_id: id.nullable().describe('The API key that created it, with which it ends; null if a person did.'),
    disabled_at: time.nullable().describe('When it was disabled; null while it is enabled.'),
    disabled_reason: z
      .enum(webhookDisabledReasons)
      .nullable()
      .describe(
        '`manager`: disabled by hand. `gone`: it answered 410. `failing`: nothing was delivered for 24 hours. `key_ended`: the API key that created it has ended; who enables it takes it over.',
      ),
    failing_since: time.nullable().describe('The first failure since the last delivery.'),
    waiting_count: z.int().describe('Number of deliveries that were not tried yet.'),
    retrying_count: z.int().describe('Number of deliveries that failed and are tried again.'),
    failed_count: z.int().describe('Number of deliveries that were given up, in the last 30 days.'),
    hours: z
      .array(z.object({ hour: time, delivered: z.int(), failed: z.int() }))
      .describe('The attempts of the last 24 hours, by hour; hours without any are left out.'),
  })
  .meta({ id: 'Webhook', description: "A URL that gets the events of the tenant's activity log." })

const url = limitedText('url').describe(
  'An https URL on a public host, without a user name or password, at most 2,048 bytes.',
)

const newWebhook = z
  .object({ url, types })
  .meta({ id: 'NewWebhook', example: { url: 'https://hooks.example.com/porchlight', types: ['LeadCreated'] } })

const createdWebhook = z
  .object({
    secret: z.string().describe('The secret that signs its deliveries. It cannot be read again, so store it securely.'),
    webhook,
  })
  .meta({ id: 'CreatedWebhook', description: 'A newly created webhook.' })

const rotatedSecret = z
  .object({
    secret: z.string().describe('The secret that signs its deliveries from now on. It cannot be read again.'),
    previous_secret_until: time.describe('Until then, the secret before signs them too.'),
    webhook,
  })
  .meta({ id: 'RotatedWebhookSecret', description: 'The new secret of a webhook.' })

const webhookTest = z
  .object({ type: limitedText('type').nullish().describe('The event type of which a sample is sent.') })
  .meta({ id: 'WebhookTest', example: { type: 'LeadCreated' } })

const eventType = z
  .object({
    type: z.string(),
    version: z.int().describe('Raised when the meaning of its payload changes.'),
    schema: z.record(z.string(), z.unknown()).describe('JSON Schema of the body of a delivery.'),
  })
  .meta({ id: 'EventType', description: 'A type of event, and what its deliveries contain.' })

const webhookChanges = z
  .object({
    url: url.nullish(),
    types: types.nullish(),
    enabled: z
      .boolean()
      .nullish()
      .describe('false disables it: its deliveries wait. true enables it: it continues where it stopped.'),
    skip_missed: z.boolean().nullish().describe('With `enabled`: do not send the events since it was disabled.'),
  })
  .meta({ id: 'WebhookChanges', example: { enabled: false } })

const delivery = z
  .object({
    id: id.describe('The header webhook-id: the same each time the delivery is sent.'),
    webhook_id: id,
    position: z.int().describe('Position of the event in the activity log of the tenant.'),
    type: z.string(),
    property_id: id.nullable().describe('The events of a property are sent in order.'),
    status: z.enum(webhookDeliveryStatuses),
    attempts: z.int().describe('Number of attempts, since it was last sent by hand.'),
    next_attempt_at: time.nullable().describe('When it is sent next, at the earliest; null when it has ended.'),
    last_status: z.int().nullable().describe('Status code of the last answer; null if there was none.'),
    last_error: z.string().nullable().describe('Why there was no answer.'),
    last_answer: z.string().nullable().describe('The first kilobyte of the last answer.'),
    last_duration_ms: z.int().nullable(),
    last_attempt_at: time.nullable(),
    created_at: time,
    finished_at: time.nullable().describe('When it was delivered or given up.'),
    tries: z
      .array(
        z.object({
          at: z.string(),
          status: z.int().nullable(),
          error: z.string().nullable(),
          duration_ms: z.int(),
        }),
      )
      .describe('The last 20 attempts, oldest first.'),
    body: z.string().describe('The body that is sent, in JSON.'),
  })
  .meta({ id: 'WebhookDelivery', description: 'One event for one webhook.' })

const params = { id: 'Id of the webhook.' }
const deliveryParams = { id: 'Id of the delivery.' }
const invalid = 'The URL is not allowed, or a type is not an event type.'
const testDescription =
  'Whatever event types it has chosen: a sample of `type` with `"test": true`, or without `type` an event of type `WebhookChanged` with the change `tested`.'
const ownOfKey = 'An API key can change only the webhooks that it created: others fail with 403.'

export const webhookRoutes = [
  defineRoute('get', '/webhooks', {
    graphqlOperation: 'Query.webhooks',
    access: 'webhook.manage',
    summary: 'List the webhooks',
    description: 'Oldest first, without their secrets.',
    response: listResponse(webhook),
    handle: async (ctx) => listOf(await listWebhooks(ctx)),
  }),
  defineRoute('get', '/webhooks/event-types', {
    graphqlOperation: 'Query.webhookEventTypes',
    access: 'webhook.manage',
    summary: 'List the event types that a webhook can choose',
    description: 'With the JSON Schema of the bodies of each type, which `webhooks` of this document has, too.',
    response: listResponse(z.string()).extend({ events: z.array(eventType) }),
    handle: async (ctx) => {
      const types = listWebhookEventTypes(ctx)
      const events = types.map((type) => ({ type, version: schemaVersionOf(type), schema: deliverySchema(type) }))
      return { ...listOf(types), events }
    },
  }),
  defineRoute('post', '/webhooks', {
    graphqlOperation: 'Mutation.createWebhook',
    access: 'webhook.manage',
    summary: 'Create a webhook',
    description: `It gets the events from now on, signed as Standard Webhooks specifies. One that an API key creates is disabled when the key is revoked or expires, or when its owner may not manage webhooks any more.`,
    body: newWebhook,
    response: itemResponse(createdWebhook),
    status: 201,
    errors: { 409: 'The tenant has 20 webhooks.', 422: invalid },
    handle: async (ctx, { body }) => ({ data: await createWebhook(ctx, body) }),
  }),
  defineRoute('put', '/webhooks/:id', {
    graphqlOperation: 'Mutation.updateWebhook',
    access: 'webhook.manage',
    summary: 'Change, disable or enable a webhook',
    description: `Omitted fields are unchanged. ${ownOfKey}`,
    params,
    body: webhookChanges,
    response: itemResponse(webhook),
    errors: { 422: invalid },
    handle: async (ctx, { params, body: { skip_missed: skipMissed, ...changes } }) => ({
      data: await updateWebhook(ctx, params['id']!, { ...changes, skipMissed }),
    }),
  }),
  defineRoute('post', '/webhooks/:id/test', {
    graphqlOperation: 'Mutation.testWebhook',
    access: 'webhook.manage',
    summary: 'Send a test to a webhook',
    description: testDescription,
    params,
    body: webhookTest.optional(),
    response: itemResponse(webhook),
    errors: { 409: 'The webhook is disabled.', 422: 'The type is not an event type.', 429: quotaUsedUp },
    handle: async (ctx, { params, body }) => ({ data: await testWebhook(ctx, params['id']!, body?.type) }),
  }),
  defineRoute('post', '/webhooks/:id/rotate-secret', {
    graphqlOperation: 'Mutation.rotateWebhookSecret',
    access: 'webhook.manage',
    summary: 'Give a webhook another secret',
    description: `For 24 hours, its deliveries have a signature of each of the two secrets, so that none is refused meanwhile. ${ownOfKey}`,
    params,
    response: itemResponse(rotatedSecret),
    handle: async (ctx, { params }) => ({ data: await rotateWebhookSecret(ctx, params['id']!) }),
  }),
  defineRoute('delete', '/webhooks/:id', {
    graphqlOperation: 'Mutation.deleteWebhook',
    access: 'webhook.manage',
    summary: 'Delete a webhook and its deliveries',
    description: ownOfKey,
    params,
    response: messageResponse,
    async handle(ctx, { params }) {
      await deleteWebhook(ctx, params['id']!)
      return { message: messages.webhookDeleted }
    },
  }),
  defineRoute('get', '/webhooks/:id/deliveries', {
    graphqlOperation: 'Query.webhookDeliveries',
    access: 'webhook.manage',
    summary: 'List the deliveries of a webhook',
    description: 'Latest event first. They are kept for 30 days after they ended.',
    params,
    query: z.object({
      ...pagingParameters,
      status: z
        .union([z.enum(webhookDeliveryStatuses), z.array(z.enum(webhookDeliveryStatuses))])
        .transform((value) => [value].flat())
        .optional()
        .describe('Only deliveries with this status; can be repeated.'),
      type: limitedText('type').optional().describe('Only events of this type.'),
    }),
    response: listResponse(delivery),
    async handle(ctx, { params, query: { status: statuses, type, ...page } }) {
      const { items } = await listDeliveries(ctx, params['id']!, { statuses, type }, toPageRequest(page))
      return { data: items, total: await countDeliveries(ctx, params['id']!, { statuses, type }) }
    },
  }),
  defineRoute('get', '/webhooks/deliveries/:id', {
    graphqlOperation: 'Query.webhookDelivery',
    access: 'webhook.manage',
    summary: 'Read a delivery',
    params: deliveryParams,
    response: itemResponse(delivery),
    handle: async (ctx, { params }) => ({ data: await readDelivery(ctx, params['id']!) }),
  }),
  defineRoute('post', '/webhooks/deliveries/:id/resend', {
    graphqlOperation: 'Mutation.resendDelivery',
    access: 'webhook.manage',
    summary: 'Send a delivery again',
    description: 'Now, with the same id. One that has ended begins anew, with all its attempts.',
    params: deliveryParams,
    response: itemResponse(delivery),
    errors: { 409: 'The webhook is disabled.' },
    handle: async (ctx, { params }) => ({ data: await resendDelivery(ctx, params['id']!) }),
  }),
]
