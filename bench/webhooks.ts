import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { startServer } from '../tests/support/server.ts'
import { createTestEnvironment, type TestEnvironment } from '../tests/support/testEnvironment.ts'
import { createTestTenant, type TestTenant } from '../tests/support/testTenant.ts'
import { cpuSeconds, cpuSecondsWithChildren } from './cpu.ts'
import { graphql, median, post, quantile } from './load.ts'
import { fillMonth } from './seedMonth.ts'
import { formatValue, type Row } from './table.ts'

const backlog = 20_000
const knocks = 40
/** What has not arrived after this time counts as that late. */
const maxWaitMs = 3_000
/** The most webhooks that a tenant can have. */
const maxWebhooks = 20

/**
 * The time from an acknowledged knock to its arrival at a receiver on this machine, while nothing else happens and while the
 * receivers of another tenant do not answer; and deliveries per second of events that waited.
 */
export async function webhooks(): Promise<Row[]> {
  const environment = await createTestEnvironment()
  try {
    const receiver = await startReceiver(environment)
    const tenants: TestTenant[] = []
    for (let n = 0; n < 3; n += 1)
      tenants.push(await createTestTenant(environment.ownerUrl, { reps: 16, propertiesPerRep: 20 }))
    const [quiet, busy, hanging] = tenants as [TestTenant, TestTenant, TestTenant]
    const db = new pg.Client({ connectionString: environment.ownerUrl })
    await db.connect()
    environment.onTeardown(() => db.end())
    for (const tenant of [busy, hanging]) await fillMonth(db, tenant, backlog)
    const server = await startServer({
      databaseUrl: environment.ownerUrl,
      env: { NODE_ENV: 'production', LOG_LEVEL: 'info', DATA_DIR: environment.dataDir, WEBHOOK_ALLOW_LOOPBACK: 'on' },
    })
    environment.onTeardown(() => server.stop())
    const { url } = server
    const rows: Row[] = []

    await createWebhook(url, quiet, `${receiver.url}/quiet`)
    const timeKnocks = () => timeDeliveries(url, quiet, receiver)
    await timeKnocks()
    const alone = await timeKnocks()
    rows.push(...latencyRows('with an idle log', alone, null))

    const before = { server: cpuSeconds(server.pid), database: cpuSecondsWithChildren(environment.database.pid) }
    const perSecond = await timeBacklog(db, url, busy, receiver)
    const cpuMs = (seconds: number, sinceSeconds: number) =>
      `${(((seconds - sinceSeconds) * 1_000) / backlog).toFixed(2)} ms`
    rows.push({
      work: `webhook with a backlog of ${backlog.toLocaleString('en-US')} events, CPU of the server and of PostgreSQL for each delivery`,
      measured: `${cpuMs(cpuSeconds(server.pid), before.server)} and ${cpuMs(cpuSecondsWithChildren(environment.database.pid), before.database)}`,
      baseline: '',
      ratio: null,
      target: '',
      met: true,
    })
    const baseline = await timePosts(receiver)
    rows.push({
      work: `webhook with a backlog of ${backlog.toLocaleString('en-US')} events, deliveries`,
      measured: formatValue(perSecond, '/s'),
      baseline: `${formatValue(baseline, '/s')} only posted, 10 at a time`,
      ratio: perSecond / baseline,
      target: '>= 0.05 x',
      met: perSecond >= 0.05 * baseline,
    })

    for (const count of [1, maxWebhooks]) {
      await hang(db, url, hanging, receiver, count)
      const delayed = await timeKnocks()
      const which = count === 1 ? 'a receiver' : `${count} receivers`
      rows.push(
        ...latencyRows(
          `while ${which} of another tenant with a backlog never answer${count === 1 ? 's' : ''}`,
          delayed,
          alone,
        ),
      )
    }
    return rows
  } finally {
    await environment.teardown()
  }
}

interface Receiver {
  url: string
  /** Resolves to when the event arrives; call it before. */
  arrivalOf(eventId: string): Promise<number>
  /** The number of deliveries that arrived at a path. */
  countOf(path: string): number
}

/** A receiver that answers at once, except under /hanging, where it never answers. */
async function startReceiver(environment: TestEnvironment): Promise<Receiver> {
  const awaited = new Map<string, (at: number) => void>()
  const counts = new Map<string, number>()
  const server = createServer((request, response) => {
    const path = request.url!
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const at = performance.now()
      counts.set(path, (counts.get(path) ?? 0) + 1)
      if (path.startsWith('/hanging')) return
      response.end()
      if (awaited.size === 0) return
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { event_id: string } }
      awaited.get(data.event_id)?.(at)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  environment.onTeardown(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivalOf: (eventId) =>
      new Promise<number>((resolve) => awaited.set(eventId, resolve)).finally(() => awaited.delete(eventId)),
    countOf: (path) => counts.get(path) ?? 0,
  }
}

async function createWebhook(url: string, { owner }: TestTenant, target: string): Promise<string> {
  const { createWebhook: created } = await graphql<{ createWebhook: { webhook: { id: string } } }>(
    url,
    owner.token,
    'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }',
    { input: { url: target, types: ['*'] } },
  )
  return created.webhook.id
}

/** Enables or disables a webhook. */
async function setEnabled(url: string, { owner }: TestTenant, id: string, enabled: boolean): Promise<void> {
  await graphql(
    url,
    owner.token,
    'mutation ($id: ID!, $input: UpdateWebhookInput!) { updateWebhook(id: $id, input: $input) { id } }',
    { id, input: { enabled } },
  )
}

/** Logs knocks one by one, with pauses, and returns the milliseconds from each response to the arrival of the event. */
async function timeDeliveries(url: string, { reps, properties }: TestTenant, receiver: Receiver): Promise<number[]> {
  const durations: number[] = []
  for (let n = 0; n < knocks; n += 1) {
    const eventId = uuidv7()
    const arrival = receiver.arrivalOf(eventId)
    const input = { propertyId: properties[0]![n % 20], outcome: 'NOBODY_HOME', eventId }
    await graphql(url, reps[0]!.token, 'mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }', {
      input,
    })
    const acknowledgedAt = performance.now()
    durations.push(
      Math.max(0, (await Promise.race([arrival, sleep(maxWaitMs).then(() => performance.now())])) - acknowledgedAt),
    )
    await sleep(150)
  }
  return durations
}

function latencyRows(state: string, times: number[], alone: number[] | null): Row[] {
  const limits = [
    ['median', median(times), alone && median(alone), 100],
    ['95th percentile', quantile(times, 0.95), alone && quantile(alone, 0.95), 250],
  ] as const
  return limits.map(([name, ms, before, limit]) => ({
    work: `knock acknowledged → webhook arrives, ${state}, ${name}`,
    measured: formatValue(ms, 'ms'),
    baseline: before === null ? '' : `${formatValue(before, 'ms')} with an idle log`,
    ratio: before === null ? null : ms / before,
    target: `<= ${limit} ms`,
    met: ms <= limit,
  }))
}

/** Sends the whole log of the tenant to a new webhook. Returns deliveries per second. */
async function timeBacklog(db: pg.Client, url: string, tenant: TestTenant, receiver: Receiver): Promise<number> {
  const id = await createWebhook(url, tenant, `${receiver.url}/busy`)
  await setEnabled(url, tenant, id, false)
  await db.query('update webhooks set position = 0 where tenant_id = $1', [tenant.tenantId])
  const arrived = receiver.countOf('/busy')
  const began = performance.now()
  await setEnabled(url, tenant, id, true)
  while (receiver.countOf('/busy') - arrived < backlog) {
    if (performance.now() - began > 300_000) throw new Error('The backlog was not delivered within 5 minutes')
    await sleep(20)
  }
  return (backlog * 1_000) / (performance.now() - began)
}

/** Posts bodies of about the same size with as many requests at a time, without a database. Returns requests per second. */
async function timePosts(receiver: Receiver): Promise<number> {
  const began = performance.now()
  const body = {
    type: 'DoorKnocked',
    timestamp: new Date().toISOString(),
    data: { event_id: uuidv7(), filler: 'x'.repeat(300) },
  }
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let n = 0; n < backlog / 10; n += 1) await post(`${receiver.url}/posted`, body)
    }),
  )
  return (backlog * 1_000) / (performance.now() - began)
}

/** Gives the tenant `count` webhooks whose receivers never answer, with the whole log to send, and waits until they are busy. */
async function hang(db: pg.Client, url: string, tenant: TestTenant, receiver: Receiver, count: number): Promise<void> {
  const { rows } = await db.query<{ n: number }>('select count(*)::int as n from webhooks where tenant_id = $1', [
    tenant.tenantId,
  ])
  for (let n = rows[0]!.n; n < count; n += 1) await createWebhook(url, tenant, `${receiver.url}/hanging/${n}`)
  await db.query('update webhooks set position = 0 where tenant_id = $1', [tenant.tenantId])
  const first = await graphql<{ webhooks: { id: string }[] }>(url, tenant.owner.token, '{ webhooks { id } }')
  // An event starts the deliveries.
  await setEnabled(url, tenant, first.webhooks[0]!.id, false)
  await setEnabled(url, tenant, first.webhooks[0]!.id, true)
  await sleep(3_000)
}
