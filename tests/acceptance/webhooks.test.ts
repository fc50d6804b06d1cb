import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSocketClient, rest, type Json } from '../support/client.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'
import type { TestUser } from '../support/testTenant.ts'
import { startWebhookReceiver, status, type WebhookReceiver } from '../support/webhookReceiver.ts'

const env = { WEBHOOK_ALLOW_LOOPBACK: 'on', LOG_LEVEL: 'debug' }
let fixture: ServerFixture
/** A second process on the same database. */
let second: TestServer
let receiver: WebhookReceiver
const secrets: string[] = []

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 3, ownServer: 'sends webhooks to this machine', env })
  second = await fixture.takeSecondServer()
  receiver = await startWebhookReceiver()
}, 120_000)
afterAll(async () => {
  await receiver.close()
  await fixture.teardown()
})
beforeEach(async () => {
  const { webhooks } = await fixture.execute(fixture.owner, '{ webhooks { id } }')
  for (const { id } of webhooks) await call('DELETE', `/webhooks/${id}`)
  receiver.answerWith(status(200))
  receiver.received.length = 0
})

const call = (method: string, path: string, body?: object, person = fixture.owner) =>
  rest(fixture.server.url, person.token, method, path, body)
async function hook(types = ['DoorKnocked']): Promise<{ id: string; secret: string }> {
  const { status: code, body } = await call('POST', '/webhooks', { url: receiver.url, types })
  expect([code, body]).toEqual([201, expect.anything()])
  secrets.push(body['data'].secret)
  return { id: body['data'].webhook.id, secret: body['data'].secret }
}
const knock = (property = 0, server = fixture.server) =>
  rest(server.url, fixture.rep.token, 'POST', '/crm/door-knocks', {
    property_id: fixture.testTenant.properties[0]![property],
    outcome: 'nobody_home',
  })
const deliveriesOf = async (id: string): Promise<Json[]> =>
  (await call('GET', `/webhooks/${id}/deliveries`)).body['data']

describe('a webhook', () => {
  it('gets the knocks that either of two processes logs, each once and in order per property', async () => {
    const { id, secret } = await hook()
    for (let n = 0; n < 20; n += 1) await Promise.all([knock(n % 3), knock((n + 1) % 3, second)])
    await expect.poll(() => receiver.received.length).toBe(40)
    for (const one of receiver.received) one.verify(secret)
    const ofProperty = Map.groupBy(receiver.received, ({ data }) => data.property_id)
    expect(ofProperty.size).toBe(3)
    for (const own of ofProperty.values()) {
      const positions = own.map(({ data }) => data.position)
      expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    }
    await expect.poll(async () => (await deliveriesOf(id)).every((one) => one['status'] === 'delivered')).toBe(true)
    expect(receiver.received).toHaveLength(40)
  })

  it('is disabled by 410, and a resent delivery keeps its id', async () => {
    const { id } = await hook()
    await knock()
    await expect.poll(async () => (await deliveriesOf(id))[0]?.['status']).toBe('delivered')
    const [{ id: deliveryId }] = (await deliveriesOf(id)) as [{ id: string }]
    receiver.answerWith(status(410))
    expect((await call('POST', `/webhooks/deliveries/${deliveryId}/resend`)).status).toBe(200)
    await expect.poll(() => receiver.received.map((one) => one.id)).toEqual([deliveryId, deliveryId])
    const disabled = async () => ((await call('GET', '/webhooks')).body['data'] as Json[])[0]!['disabled_reason']
    await expect.poll(disabled).toBe('gone')
  })
})

describe('a test of a webhook', () => {
  it('is sent to it alone, whatever event types it has chosen, and not while it is disabled', async () => {
    const { id, secret } = await hook(['LeadCreated'])
    const other = await hook(['LeadCreated'])
    expect((await call('POST', `/webhooks/${id}/test`)).status).toBe(200)
    await expect.poll(() => receiver.received.length).toBe(1)
    receiver.received[0]!.verify(secret)
    expect(receiver.received[0]!.data).toMatchObject({ webhook_id: id, change: 'tested' })
    expect(await deliveriesOf(other.id)).toEqual([])
    await call('PUT', `/webhooks/${id}`, { enabled: false })
    const refused = await call('POST', `/webhooks/${id}/test`)
    expect([refused.status, refused.body['detail']]).toEqual([409, 'This webhook is disabled. Enable it first.'])
  })
})

describe('the subscription webhooksChanged', () => {
  interface Pushed {
    id: string
    url: string
    hours: { delivered: number; failed: number }[]
    disabledReason: string | null
  }
  const subscription = 'subscription { webhooksChanged { id url disabledReason hours { delivered failed } } }'
  /** Collects what is pushed to the user by a server, until `stop` is called. */
  function watch(server: TestServer, person: TestUser) {
    const client = createSocketClient(server.url, person.token)
    const pushes: { webhooks: Pushed[] }[] = []
    client.subscribe<{ webhooksChanged: Pushed[] }>(
      { query: subscription },
      {
        next: ({ data }) => void pushes.push({ webhooks: data!.webhooksChanged }),
        error: (error) => {
          throw error
        },
        complete: () => undefined,
      },
    )
    const latest = () => pushes.at(-1)?.webhooks[0]
    return { pushes, latest, stop: () => client.dispose() }
  }
  const options = { timeout: 30_000 }
  /** The attempts of the webhook; the hour may change during a test. */
  const attempts = (webhook: Pushed | undefined) => {
    const sum = (count: 'delivered' | 'failed') => webhook?.hours.reduce((all, hour) => all + hour[count], 0) ?? 0
    return { delivered: sum('delivered'), failed: sum('failed') }
  }

  it('pushes in every process what changes and what is tried, and nothing to another tenant', async () => {
    const watching = [watch(fixture.server, fixture.owner), watch(second, fixture.owner)]
    const elsewhere = watch(second, fixture.otherTenant.owner)
    for (const { pushes } of [...watching, elsewhere]) await expect.poll(() => pushes.length, options).toBe(1)

    const { id } = await hook()
    for (const { latest } of watching) await expect.poll(() => latest()?.id, options).toBe(id)
    await knock()
    for (const { latest } of watching) await expect.poll(() => attempts(latest()).delivered, options).toBe(1)
    receiver.answerWith(status(500))
    await knock()
    for (const { latest } of watching) await expect.poll(() => attempts(latest()).failed, options).toBeGreaterThan(0)
    await call('PUT', `/webhooks/${id}`, { enabled: false })
    for (const { latest } of watching) await expect.poll(() => latest()?.disabledReason, options).toBe('MANAGER')
    await call('DELETE', `/webhooks/${id}`)
    for (const { latest } of watching) await expect.poll(latest, options).toBeUndefined()
    expect(elsewhere.pushes.flatMap(({ webhooks }) => webhooks)).toEqual([])
    for (const { stop } of [...watching, elsewhere]) await stop()
  })

  it('pushes at most once a second, however many deliveries are tried', async () => {
    const startedAt = Date.now()
    await hook()
    const { pushes, latest, stop } = watch(fixture.server, fixture.owner)
    for (let n = 0; n < 60; n += 1) await knock(n % 3)
    await expect.poll(() => attempts(latest()), options).toEqual({ delivered: 60, failed: 0 })
    // The first push comes at once, and each of the others at the earliest a second after the one before.
    expect(pushes.length).toBeLessThanOrEqual(2 + (Date.now() - startedAt) / 1_000)
    await stop()
  })
})

it('a process that is killed while it sends repeats only what it was sending', async () => {
  const other = await createServerFixture({
    propertiesPerRep: 3,
    ownServer: 'runs no jobs',
    env: { ...env, JOB_CONCURRENCY: '0' },
  })
  const sender = await startServer({ databaseUrl: other.ownerUrl, env })
  const target = await startWebhookReceiver()
  const send = (path: string, body: object, person = other.owner) =>
    rest(other.server.url, person.token, 'POST', path, body)
  const knockAt = (property: number) =>
    send('/crm/door-knocks', { property_id: other.testTenant.properties[0]![property], outcome: 'talked' }, other.rep)
  await send('/webhooks', { url: target.url, types: ['DoorKnocked'] })
  // Deliveries are sent at the same time after the first is answered, so it is held until the others are due.
  const held = Promise.withResolvers<ServerResponse>()
  target.answerWith((_received, response) => held.resolve(response))
  for (const property of [0, 1, 2]) await knockAt(property)
  await expect.poll(() => target.received.length, { timeout: 30_000 }).toBe(1)
  const countDeliveries = async () => (await other.db.query('select from webhook_deliveries')).rowCount
  await expect.poll(countDeliveries, { timeout: 30_000 }).toBe(3)
  target.answerWith(() => undefined)
  ;(await held.promise).writeHead(200).end()
  await expect.poll(() => target.received.length, { timeout: 30_000 }).toBe(3)
  await sender.kill()
  target.answerWith(status(200))
  const cutOff = target.received.slice(1).map(({ id }) => id)
  // The time for which they belonged to the killed process is over.
  await other.db.query(
    `update webhook_deliveries set lease_until = now() - interval '1 second' where lease_until is not null`,
  )
  const successor = await startServer({ databaseUrl: other.ownerUrl, env })
  await expect.poll(() => target.received.length, { timeout: 60_000 }).toBe(5)
  const repeated = target.received.slice(3).map(({ id }) => id)
  expect(repeated.toSorted()).toEqual(cutOff.toSorted())
  await successor.stop()
  await target.close()
  await other.teardown()
}, 180_000)

describe('webhooks are refused', () => {
  it.each([
    ['http://hooks.example.com/', 'The URL must begin with https://.'],
    ['ftp://hooks.example.com/', 'The URL must begin with https://.'],
    ['https://user:secret@hooks.example.com/', 'The URL must not contain a user name or password.'],
    ['nonsense', 'Enter a URL such as https://example.com/hooks.'],
    [`https://hooks.example.com/${'x'.repeat(2_048)}`, 'The URL is longer than 2,048 bytes.'],
  ])('with the URL %.40s', async (url, detail) => {
    const answer = await call('POST', '/webhooks', { url, types: ['*'] })
    expect([answer.status, answer.body['detail']]).toEqual([422, detail])
  })

  it('with an unknown type, or none', async () => {
    const create = (types: string[]) => call('POST', '/webhooks', { url: receiver.url, types })
    expect((await create(['knock.logged'])).body['detail']).toBe('knock.logged is not an event type.')
    expect((await create([])).status).toBe(422)
  })

  it('beyond 20', async () => {
    const made = await Promise.all(
      Array.from({ length: 21 }, () => call('POST', '/webhooks', { url: receiver.url, types: ['TargetSet'] })),
    )
    expect(made.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([...Array<number>(20).fill(201), 409])
  })

  it.each([
    ['a read-only key', 'owner', 'read'],
    ['the key of a rep', 'rep', 'full'],
  ] as const)('with %s', async (_what, role, scope) => {
    const { token } = await createKey(fixture[role], scope)
    const refused = await call('POST', '/webhooks', { url: receiver.url, types: ['*'] }, { ...fixture[role], token })
    expect([refused.status, refused.body['code']]).toEqual([403, 'FORBIDDEN'])
  })
})

async function createKey(person: TestUser, scope = 'full'): Promise<{ id: string; token: string }> {
  const key = await call('POST', '/api-keys', { name: 'Sample', scope, expires_in_days: 1 }, person)
  return { id: key.body['data'].api_key.id, token: key.body['data'].token }
}

it('a webhook that an API key created ends when the key is revoked', async () => {
  const key = await createKey(fixture.owner)
  const made = await call(
    'POST',
    '/webhooks',
    { url: receiver.url, types: ['DoorKnocked'] },
    { ...fixture.owner, token: key.token },
  )
  expect([made.status, made.body['data']?.webhook.api_key_id]).toEqual([201, key.id])
  secrets.push(made.body['data'].secret)
  await knock()
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1)
  await call('DELETE', `/api-keys/${key.id}`)
  const reason = async () => ((await call('GET', '/webhooks')).body['data'] as Json[])[0]!['disabled_reason']
  await expect.poll(reason, { timeout: 20_000 }).toBe('key_ended')
})

it('no secret is in a response, an event or the output of a server', async () => {
  const { id } = await hook(['*'])
  const answers = [await call('GET', '/webhooks'), await call('GET', `/webhooks/${id}/deliveries`)]
  const { rows } = await fixture.db.query('select data::text from activity_events')
  const texts = [...answers.map(({ body }) => JSON.stringify(body)), JSON.stringify(rows), fixture.server.output()]
  for (const text of texts) for (const secret of secrets) expect(text).not.toContain(secret.slice(6))
})
