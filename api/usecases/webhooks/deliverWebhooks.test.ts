import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import type { DomainEvent } from '../../events/catalog.ts'
import { transactInTenant } from '../../log/transact.ts'
import type { Live } from '../../live/live.ts'
import { createWebhookSender } from '../../services/webhooks/webhookSender.ts'
import { countBlocked } from '../../../tests/support/databaseNodes.ts'
import { createRepContext } from '../../../tests/support/repContext.ts'
import { startWebhookReceiver, status, type WebhookReceiver } from '../../../tests/support/webhookReceiver.ts'
import { disableWebhook, makeWebhookDeliverer } from './deliverWebhooks.ts'
import { listDeliveries, readDelivery, resendDelivery, type DeliveryView } from './webhookDeliveries.ts'
import { makeDeliveryStarter } from './startDeliveries.ts'
import { deleteOldDeliveries, disableFailingWebhooks, findDueTenants } from './webhookMaintenance.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from './webhooks.ts'

const { ctx: request, tenantId, testDatabase } = await createRepContext({ propertiesPerRep: 0 })
// On a busy machine an answer can take long, and an attempt that was given up is made again only five seconds later.
const sender = createWebhookSender({ allowLoopback: true, timeoutMs: 60_000 })
/** The deliveries that were started, with when they are due. */
let tasks: { tenantId: string; runAt?: Date }[] = []
const startDue: Live['startDue'] = ({ tenantId: id }, runAt) => void tasks.push({ tenantId: id, runAt })
/** The number of times that subscribers of the webhooks were notified. */
let notifications = 0
/** How far the clock of the deliveries is ahead. */
let aheadMs = 0
const ctx = {
  ...request,
  actor: { ...request.actor!, role: 'owner' },
  live: { ...request.live, startDue, announceTopic: () => void (notifications += 1) },
  now: () => new Date(Date.now() + aheadMs),
  services: { webhooks: sender },
  config: { ...request.config, webhookAllowLoopback: true },
} as unknown as Context
const deliverer = makeWebhookDeliverer(ctx)
let receiver: WebhookReceiver

beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(async () => {
  await deliverer.stop()
  sender.close()
  await receiver.close()
})
beforeEach(async () => {
  for (const { id } of await listWebhooks(ctx)) await deleteWebhook(ctx, id)
  receiver.answerWith(status(200))
  receiver.received.length = 0
  tasks = []
})

const deliver = () => deliverer.deliver(tenantId)
const record = (...events: DomainEvent[]) =>
  transactInTenant(ctx, tenantId, async (transaction) => {
    for (const event of events) transaction.record(event)
  })
const assigned = (propertyId: string): DomainEvent => ({
  type: 'PropertyAssigned',
  data: { propertyId, neighborhood: null, from: null, to: null },
})
const letters = (count: number): DomainEvent => ({
  type: 'LettersPrinted',
  data: { count, templateId: uuidv7(), templateTag: null, format: 'docx', leadIds: [] },
})
const hook = (types = ['PropertyAssigned', 'LettersPrinted'], path = '') =>
  createWebhook(ctx, { url: receiver.url + path, types })
const deliveriesOf = async (id: string) => (await listDeliveries(ctx, id, {}, { limit: 100 })).items
const [property, neighbor] = [randomUUID(), randomUUID()]
const positions = () => receiver.received.map(({ data }) => data.position)

describe('a webhook', () => {
  it('gets the events of its types from now on, signed, with the payload of the event', async () => {
    await record(assigned(property))
    const { secret, webhook } = await hook(['PropertyAssigned'])
    await record(assigned(property), letters(1), assigned(neighbor))
    await deliver()
    await deliver()
    expect(receiver.received.map(({ type, data }) => [type, data['property_id']])).toEqual([
      ['PropertyAssigned', property],
      ['PropertyAssigned', neighbor],
    ])
    for (const one of receiver.received) one.verify(secret)
    const [latest] = await deliveriesOf(webhook.id)
    expect(latest).toMatchObject({ status: 'delivered', lastStatus: 200, attempts: 1, propertyId: neighbor })
    expect(receiver.received.map(({ id }) => id)).toContain(latest!.id)
    expect(JSON.parse(latest!.body)).toMatchObject({
      type: 'PropertyAssigned',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: { position: latest!.position, event_id: expect.any(String), from: null, to: null },
    })
    expect((await listWebhooks(ctx))[0]).toMatchObject({ hours: [{ delivered: 2, failed: 0 }], failingSince: null })
  })

  it('that is disabled because it does not work is told to the managers by mail, with its host alone', async () => {
    const { webhook } = await hook()
    const mail = { MAIL_URL: 'smtp://mail.example', MAIL_FROM: 'mail@porchlight.example' }
    const mailing = { ...ctx, config: { ...ctx.config, ...readConfig(mail), webhookAllowLoopback: true } }
    await disableWebhook(mailing, tenantId, webhook.id, 'failing')
    await disableWebhook(mailing, tenantId, webhook.id, 'failing')
    const queued = await ctx.database.within({ tenantId }, (em) =>
      queryRows<{ kind: string; content: object }>(em, 'select kind, content from mails where tenant_id = $1', [
        tenantId,
      ]),
    )
    expect(queued).toEqual([
      {
        kind: 'webhook_disabled',
        content: {
          host: new URL(receiver.url).host,
          why: 'nothing was delivered for 24 hours',
          url: 'http://localhost:4000/webhooks',
        },
      },
    ])
  })

  it('with * gets every event, also its own creation and change', async () => {
    const { webhook } = await hook(['*'])
    await updateWebhook(ctx, webhook.id, { types: ['*'], url: `${receiver.url}?a=1` })
    await deliver()
    expect(receiver.received.map(({ data }) => data['change'])).toEqual(['created', 'edited'])
  })

  it('does not lose or repeat any of many events, with several processes', async () => {
    await hook()
    const [first, ...others] = [deliverer, makeWebhookDeliverer(ctx), makeWebhookDeliverer(ctx)] as const
    const properties = Array.from({ length: 20 }, () => randomUUID())
    for (let n = 0; n < 5; n += 1) {
      await record(...properties.map(assigned), letters(n))
      void others[n % 2]!.deliver(tenantId)
      void first.deliver(tenantId)
    }
    for (const one of [...others, first]) await one.deliver(tenantId)
    await expect.poll(() => receiver.received.length).toBe(105)
    expect(new Set(positions()).size).toBe(105)
    for (const id of properties) {
      const own = receiver.received.filter(({ data }) => data.property_id === id).map(({ data }) => data.position)
      expect(own).toEqual(own.toSorted((a, b) => a - b))
    }
    await Promise.all(others.map((one) => one.stop()))
  })
})

describe('the secret of a webhook', () => {
  it('signs for a day beside the one that replaced it', async () => {
    const { secret: first, webhook } = await hook()
    const { secret: second } = await rotateWebhookSecret(ctx, webhook.id)
    const signers = async (count: number) => {
      await record(letters(count))
      await deliver()
      return [first, second].map((secret) => receiver.received.at(-1)!.isSignedWith(secret))
    }
    expect(await signers(1)).toEqual([true, true])
    for (const secret of [first, second]) receiver.received[0]!.verify(secret)
    aheadMs += 23 * 3_600_000
    expect(await signers(2)).toEqual([true, true])
    aheadMs += 3_600_000 + 1
    expect(await signers(3)).toEqual([false, true])
    expect(receiver.received.map(({ data }) => data['count'])).toEqual([1, 2, 3])
  })

  it('of two changes within a day is the last two', async () => {
    const { secret: first, webhook } = await hook()
    const { secret: second } = await rotateWebhookSecret(ctx, webhook.id)
    const { secret: third } = await rotateWebhookSecret(ctx, webhook.id)
    await record(letters(1))
    await deliver()
    expect([first, second, third].map((secret) => receiver.received[0]!.isSignedWith(secret))).toEqual([
      false,
      true,
      true,
    ])
  })
})

describe('a test of a webhook', () => {
  it('with a type sends a sample of it to that webhook, and the test itself to one that gets all events', async () => {
    const { webhook } = await hook(['LettersPrinted'])
    await hook(['*'], '/all')
    await testWebhook(ctx, webhook.id, 'LeadCreated')
    await deliver()
    const sent = receiver.received.map(({ path, type, data }) => [path, type, data['change'], data['priority']])
    expect(sent).toHaveLength(3)
    expect(sent).toEqual(
      expect.arrayContaining([
        ['/hooks', 'LeadCreated', undefined, 'high'],
        ['/hooks/all', 'WebhookChanged', 'created', undefined],
        ['/hooks/all', 'WebhookChanged', 'tested', undefined],
      ]),
    )
    const [delivery] = await deliveriesOf(webhook.id)
    expect([delivery!.type, JSON.parse(delivery!.body)]).toMatchObject(['LeadCreated', { version: 1, test: true }])
  })

  it('with an unknown type is refused by the field', async () => {
    const { webhook } = await hook()
    for (const type of ['*', 'Danced', 'TenantCreated'])
      await expect(testWebhook(ctx, webhook.id, type)).rejects.toMatchObject({
        message: `${type} is not an event type.`,
        fields: { type: expect.any(String) },
      })
  })
})

describe('a delivery that fails', () => {
  it('is tried after 5 s, 5 min, 30 min, 2 h, 5 h and 10 h, and then given up', async () => {
    receiver.answerWith(status(503, 'upstream is restarting'))
    const { webhook } = await hook()
    await record(letters(1))
    await deliver()
    for (const seconds of [5, 300, 1_800, 7_200, 18_000, 36_000]) {
      const [{ status: state, nextAttemptAt }] = (await deliveriesOf(webhook.id)) as unknown as [DeliveryView]
      expect(state).toBe('retrying')
      expect(Math.abs(nextAttemptAt!.getTime() - ctx.now().getTime() - seconds * 1_000)).toBeLessThan(3_000)
      expect(tasks.at(-1)!.runAt!.getTime()).toBeGreaterThanOrEqual(nextAttemptAt!.getTime())
      const before = receiver.received.length
      await deliver()
      expect(receiver.received).toHaveLength(before)
      aheadMs += seconds * 1_000 + 100
      await deliver()
    }
    const [delivery] = await deliveriesOf(webhook.id)
    expect(delivery).toMatchObject({
      status: 'failed',
      attempts: 7,
      nextAttemptAt: null,
      lastStatus: 503,
      lastAnswer: 'upstream is restarting',
    })
    expect(delivery!.tries.map((one) => one.status)).toEqual([503, 503, 503, 503, 503, 503, 503])
    expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([delivery!.id]))
    expect((await listWebhooks(ctx))[0]).toMatchObject({ failedCount: 1, disabledAt: null })
  })

  it('holds back later events of its property, and no others', async () => {
    await hook()
    await record(assigned(property), letters(1), assigned(neighbor), assigned(property), letters(2), assigned(neighbor))
    receiver.answerWith(({ data }, response) => response.writeHead(data.property_id === property ? 500 : 200).end())
    await deliver()
    const ofProperty = () => receiver.received.filter(({ data }) => data.property_id === property)
    expect(ofProperty()).toHaveLength(1)
    expect(receiver.received).toHaveLength(5)
    receiver.answerWith(status(200))
    aheadMs += 6_000
    await deliver()
    expect(ofProperty().map(({ data }) => data.position)).toEqual([
      ofProperty()[0]!.data.position,
      ofProperty()[0]!.data.position,
      ofProperty()[0]!.data.position + 3,
    ])
  })

  it.each([
    ['a redirect', status(302), 302, null],
    [
      'a closed connection',
      (_one: unknown, response: { destroy(): void }) => response.destroy(),
      null,
      'The connection was closed.',
    ],
    ['no answer', () => undefined, null, 'No answer within 0.3 seconds.'],
  ] as const)('by %s is tried again', async (name, answer, lastStatus, lastError) => {
    receiver.answerWith(answer as never)
    const { webhook } = await hook()
    await record(letters(1))
    const impatient = createWebhookSender({ allowLoopback: true, timeoutMs: 300 })
    const webhooks = name === 'no answer' ? impatient : sender
    await makeWebhookDeliverer({ ...ctx, services: { ...ctx.services, webhooks } }).deliver(tenantId)
    impatient.close()
    expect((await deliveriesOf(webhook.id))[0]).toMatchObject({ status: 'retrying', lastStatus, lastError })
    receiver.answerWith(status(204))
    aheadMs += 6_000
    await deliver()
    expect((await deliveriesOf(webhook.id))[0]).toMatchObject({ status: 'delivered', lastStatus: 204, attempts: 2 })
  })

  it('does not hold up another webhook', async () => {
    receiver.answerWith(({ path }, response) => {
      if (path === '/hooks/good') response.end()
    })
    await hook(['LettersPrinted'], '/hanging')
    await hook(['LettersPrinted'], '/good')
    await record(letters(1))
    const waiting = makeWebhookDeliverer(ctx)
    const first = waiting.deliver(tenantId)
    await expect.poll(() => receiver.received.length).toBe(2)
    await record(letters(2))
    const second = waiting.deliver(tenantId)
    await expect.poll(() => receiver.received.filter(({ path }) => path === '/hooks/good').length).toBe(2)
    await waiting.stop()
    await Promise.all([first, second])
  })

  it('that is being recorded does not let the next event be forgotten', async () => {
    const { webhook } = await hook()
    const recording = new pg.Client({ connectionString: testDatabase.ownerUrl })
    await recording.connect()
    try {
      await recording.query('begin')
      await recording.query('select from webhooks where id = $1 for update', [webhook.id])
      await record(assigned(property))
      const delivering = deliver()
      await expect.poll(() => countBlocked(recording)).toBe(1)
      await recording.query('rollback')
      await delivering
      expect(receiver.received.map(({ type }) => type)).toEqual(['PropertyAssigned'])
    } finally {
      await recording.end()
    }
  })

  it('by many receivers that never answer takes one request of each, and holds up no other webhook', async () => {
    const waiting = makeWebhookDeliverer(ctx, { maxRequests: 3, slowMs: 50 })
    receiver.answerWith(({ path }, response) => {
      if (path === '/hooks/good') response.end()
    })
    for (let n = 0; n < 8; n += 1) await hook(['PropertyAssigned'], `/hanging/${n}`)
    await hook(['PropertyAssigned'], '/good')
    await record(...Array.from({ length: 20 }, () => assigned(randomUUID())))
    const delivering = waiting.deliver(tenantId)
    const countOf = (path: string) => receiver.received.filter((one) => one.path === `/hooks${path}`).length
    await expect.poll(() => countOf('/good')).toBe(20)
    await expect.poll(() => receiver.received.length).toBe(28)
    for (let n = 0; n < 8; n += 1) expect(countOf(`/hanging/${n}`)).toBe(1)
    await waiting.stop()
    await delivering
  })
})

describe('a webhook is disabled', () => {
  it('when it answers 410, and continues where it stopped when it is enabled', async () => {
    receiver.answerWith(status(410))
    const { webhook } = await hook()
    await record(letters(1))
    await deliver()
    expect((await listWebhooks(ctx))[0]).toMatchObject({ disabledReason: 'gone' })
    receiver.answerWith(status(200))
    await record(letters(2))
    aheadMs += 3_600_000
    await deliver()
    expect(receiver.received).toHaveLength(1)
    await updateWebhook(ctx, webhook.id, { enabled: true })
    await deliver()
    expect(receiver.received.map(({ data }) => data['count'])).toEqual([1, 1, 2])
  })

  it('when nothing was delivered for 24 hours, by an attempt or by maintenance', async () => {
    receiver.answerWith(status(500))
    const { webhook } = await hook()
    await record(letters(1))
    await deliver()
    aheadMs += 23 * 3_600_000
    await disableFailingWebhooks(ctx)
    expect((await listWebhooks(ctx))[0]).toMatchObject({ disabledReason: null, failingSince: expect.any(Date) })
    aheadMs += 3_600_000
    await disableFailingWebhooks(ctx)
    expect((await listWebhooks(ctx))[0]).toMatchObject({ disabledReason: 'failing' })
    await updateWebhook(ctx, webhook.id, { enabled: true })
    await deliver()
    aheadMs += 25 * 3_600_000
    await deliver()
    expect((await listWebhooks(ctx))[0]).toMatchObject({ disabledReason: 'failing' })
  })

  it('by a manager, and gets only later events when what it missed is skipped', async () => {
    const { webhook } = await hook()
    await updateWebhook(ctx, webhook.id, { enabled: false })
    await record(letters(1))
    await deliver()
    await updateWebhook(ctx, webhook.id, { enabled: true, skipMissed: true })
    await record(letters(2))
    await deliver()
    expect(receiver.received.map(({ data }) => data['count'])).toEqual([2])
  })
})

describe('a delivery that is sent again', () => {
  it('has the same id and body, and waits for nothing', async () => {
    const { webhook } = await hook()
    await record(assigned(property))
    await deliver()
    receiver.answerWith(({ data }, response) => response.writeHead(data.property_id === property ? 500 : 200).end())
    await record(assigned(property))
    await deliver()
    receiver.answerWith(status(200))
    const [, first] = await deliveriesOf(webhook.id)
    await resendDelivery(ctx, first!.id)
    await deliver()
    expect(receiver.received.at(-1)).toMatchObject({ id: first!.id, data: receiver.received[0]!.data })
    expect(await readDelivery(ctx, first!.id)).toMatchObject({ status: 'delivered', attempts: 1 })
    expect((await readDelivery(ctx, first!.id)).tries).toHaveLength(2)
  })

  it('is refused while the webhook is disabled', async () => {
    const { webhook } = await hook()
    await record(letters(1))
    await deliver()
    await updateWebhook(ctx, webhook.id, { enabled: false })
    const [delivery] = await deliveriesOf(webhook.id)
    await expect(resendDelivery(ctx, delivery!.id)).rejects.toThrow('This webhook is disabled. Enable it first.')
  })
})

describe('a webhook that an API key created', () => {
  const change = (sql: string, values: unknown[]) => ctx.database.within('platform', (em) => queryRows(em, sql, values))
  const userId = ctx.actor!.userId
  let keyId: string
  let byKey: Context
  beforeEach(async () => {
    keyId = uuidv7()
    await change(`update users set role = 'owner', status = 'active' where id = $1`, [userId])
    await change(
      `insert into api_keys (id, user_id, token_hash, name, scope, hint, created_at, expires_at, tenant_id)
       values ($1, $2, $3, 'Sample', 'full', 'abcd', now(), now() + interval '300 days', $4)`,
      [keyId, userId, Buffer.from(keyId), tenantId],
    )
    byKey = { ...ctx, actor: { ...ctx.actor!, apiKey: { id: keyId, name: 'Sample', scope: 'full' } } }
  })

  it.each([
    ['is revoked', 'update api_keys set revoked_at = now() where id = $1'],
    ['has expired', `update api_keys set expires_at = now() where id = $1`],
    [
      'belongs to a rep now',
      `update users set role = 'sales_rep' where id = (select user_id from api_keys where id = $1)`,
    ],
    [
      'belongs to a blocked user',
      `update users set status = 'blocked' where id = (select user_id from api_keys where id = $1)`,
    ],
  ])('is sent nothing more when the key %s, until a person takes it over', async (_what, ending) => {
    const { webhook } = await createWebhook(byKey, { url: receiver.url, types: ['LettersPrinted'] })
    expect(webhook.apiKeyId).toBe(keyId)
    await record(letters(1))
    await deliver()
    expect(receiver.received).toHaveLength(1)

    await change(ending, [keyId])
    await record(letters(1))
    await deliver()
    expect(receiver.received).toHaveLength(1)
    expect((await listWebhooks(ctx))[0]).toMatchObject({ disabledReason: 'key_ended', apiKeyId: keyId })

    await updateWebhook(ctx, webhook.id, { enabled: true })
    await deliver()
    expect(receiver.received).toHaveLength(2)
    expect((await listWebhooks(ctx))[0]).toMatchObject({ disabledReason: null, apiKeyId: null })
  })

  it('is changed by that key and by people, and the key changes no other', async () => {
    const { webhook } = await createWebhook(byKey, { url: receiver.url, types: ['LettersPrinted'] })
    const { webhook: other } = await hook()
    expect(await updateWebhook(byKey, webhook.id, { url: `${receiver.url}?a=1` })).toMatchObject({ apiKeyId: keyId })
    await updateWebhook(ctx, webhook.id, { types: ['*'] })
    const refused = 'An API key can change only the webhooks that it created.'
    await expect(updateWebhook(byKey, other.id, { enabled: false })).rejects.toThrow(refused)
    await expect(rotateWebhookSecret(byKey, other.id)).rejects.toThrow(refused)
    await expect(deleteWebhook(byKey, other.id)).rejects.toThrow(refused)
    await deleteWebhook(byKey, webhook.id)
    expect((await listWebhooks(ctx)).map(({ id }) => id)).toEqual([other.id])
  })
})

describe('a process', () => {
  it('that has ended keeps a delivery only until its lease ends', async () => {
    const { webhook } = await hook()
    await record(letters(1))
    const ended = makeWebhookDeliverer({
      ...ctx,
      services: { ...ctx.services, webhooks: { ...sender, send: () => new Promise(() => undefined) } },
    })
    void ended.deliver(tenantId)
    await expect.poll(async () => (await deliveriesOf(webhook.id)).length).toBe(1)
    await expect
      .poll(
        async () =>
          (
            await ctx.database.query(
              { tenantId },
              'select from webhook_deliveries where tenant_id = $1 and lease_until is not null',
              [tenantId],
            )
          ).length,
      )
      .toBe(1)
    await deliver()
    expect(receiver.received).toHaveLength(0)
    aheadMs += 31_000
    expect(await findDueTenants(ctx)).toEqual([tenantId])
    await deliver()
    expect(receiver.received).toHaveLength(1)
  })

  it('that is stopped gives up what it is sending, and the attempt does not count', async () => {
    const { webhook } = await hook()
    await record(letters(1))
    receiver.answerWith(() => undefined)
    const stopping = makeWebhookDeliverer(ctx)
    const delivering = stopping.deliver(tenantId)
    await expect.poll(() => receiver.received.length).toBe(1)
    await stopping.stop()
    await delivering
    expect((await deliveriesOf(webhook.id))[0]).toMatchObject({ status: 'waiting', attempts: 0 })
    receiver.answerWith(status(200))
    await deliver()
    expect((await deliveriesOf(webhook.id))[0]).toMatchObject({ status: 'delivered', attempts: 1 })
  })

  it('notifies the subscribers of the webhooks when it creates or tries deliveries, and not otherwise', async () => {
    await hook(['LettersPrinted'])
    await record(assigned(property))
    notifications = 0
    await deliver()
    expect(notifications).toBe(0)
    await record(letters(1))
    await deliver()
    expect(notifications).toBe(2)
  })

  it('starts the delivery of the events of a tenant with a webhook, and of no others', async () => {
    const afterCommit = makeDeliveryStarter({ database: ctx.database, live: { startDue } })
    afterCommit(tenantId, ['DoorKnocked'], 1)
    const other = randomUUID()
    afterCommit(other, ['DoorKnocked'], 1)
    await createWebhook({ ...ctx, afterCommit }, { url: receiver.url, types: ['*'] })
    await expect.poll(() => tasks).toContainEqual({ tenantId })
    tasks = []
    afterCommit(other, ['DoorKnocked'], 1)
    afterCommit(tenantId, ['DoorKnocked'], 1)
    await expect.poll(() => tasks.length).toBeGreaterThan(0)
    expect(tasks.map((task) => task.tenantId)).not.toContain(other)
  })
})

describe('deliveries', () => {
  it('are deleted 30 days after they ended', async () => {
    const { webhook } = await hook()
    await record(letters(1), letters(2))
    await deliver()
    expect(await deleteOldDeliveries(ctx)).toBe(0)
    aheadMs += 31 * 86_400_000
    expect(await deleteOldDeliveries(ctx)).toBe(2)
    expect(await deliveriesOf(webhook.id)).toEqual([])
  })

  it('are listed in pages, by status and type', async () => {
    const { webhook } = await hook()
    await record(letters(1), assigned(property), letters(2))
    await deliver()
    const page = await listDeliveries(ctx, webhook.id, { type: 'LettersPrinted' }, { limit: 1 })
    const rest = await listDeliveries(
      ctx,
      webhook.id,
      { type: 'LettersPrinted', statuses: ['delivered'] },
      { limit: 5, after: page.cursors[0] },
    )
    expect([page.hasNextPage, rest.hasNextPage, rest.items.length]).toEqual([true, false, 1])
    expect((await listDeliveries(ctx, webhook.id, { statuses: ['failed'] }, { limit: 5 })).items).toEqual([])
  })
})
