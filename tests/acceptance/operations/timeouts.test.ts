import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDatabaseProxy, type TcpProxy } from '../../support/tcpProxy.ts'
import { createTestDatabase, isCluster, type TestDatabase } from '../../support/database.ts'
import { connectToNodeOf, countWaiting } from '../../support/databaseNodes.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { createTestTenant, type TestTenant } from '../../support/testTenant.ts'

const onCluster = await isCluster()

let database: TestDatabase
/** Connected to the node that holds the rows of the tenant. */
let owner: pg.Client
/** The same. Holds locks. In its transactions, `pg_stat_activity` does not change. */
let locker: pg.Client
let proxy: TcpProxy & { url: string }
let testTenant: TestTenant
/** This server waits long for locks. */
let patient: TestServer
/** This server has the default time limits, and reaches the database through the proxy. */
let proxied: TestServer

beforeAll(async () => {
  database = await createTestDatabase()
  testTenant = await createTestTenant(database.ownerUrl, { reps: 1, propertiesPerRep: 2 })
  owner = await connectToNodeOf(database.ownerUrl, testTenant.tenantId)
  locker = await connectToNodeOf(database.ownerUrl, testTenant.tenantId)
  proxy = await startDatabaseProxy(database.ownerUrl)
  ;[patient, proxied] = await Promise.all([
    startServer({ databaseUrl: database.ownerUrl, env: { STATEMENT_TIMEOUT: '600', LOCK_TIMEOUT: '600' } }),
    startServer({ databaseUrl: proxy.url, env: { LOCK_TIMEOUT: '1' } }),
  ])
}, 120_000)

afterAll(async () => {
  await Promise.all([patient.stop(), proxied.stop()])
  await proxy.close()
  await Promise.all([owner.end(), locker.end()])
  await database.close()
})

interface Call {
  path: string
  body?: object
  signal?: AbortSignal
}

/** Sends a request as the rep: POST with a body, otherwise GET. */
const send = (server: TestServer, { path, body, signal }: Call) =>
  fetch(`${server.url}${path}`, {
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
    headers: { authorization: `Bearer ${testTenant.reps[0]!.token}`, 'content-type': 'application/json' },
  })

const listLeads: Call = { path: '/api/leads' }
const queryLeads: Call = { path: '/graphql', body: { query: '{ leads(first: 1) { totalCount } }' } }
const knock = (): Call => ({
  path: '/api/crm/door-knocks',
  body: { property_id: testTenant.properties[0]![0], outcome: 'talked' },
})

const waitingForLock = () => countWaiting(owner)

async function metric(server: TestServer, name: string): Promise<number> {
  const text = await (await fetch(`${server.url}/api/metrics`)).text()
  return Number(new RegExp(`^porchlight_${name.replaceAll(/[{}]/g, '\\$&')} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
}

describe('a request whose client disconnects', () => {
  it('is cancelled in the database if it only reads', async () => {
    await locker.query('begin; lock table leads, properties')
    const client = new AbortController()
    const reads = [listLeads, queryLeads].map((call) => send(patient, { ...call, signal: client.signal }))
    const write = send(patient, { ...knock(), signal: client.signal })
    const settled = Promise.allSettled([...reads, write])
    await expect.poll(waitingForLock).toBe(3)
    client.abort()
    await settled
    await expect.poll(waitingForLock).toBe(1)
    await locker.query('commit')
    // The knock was not cancelled.
    const recorded = `select from activity_events where type = 'DoorKnocked'`
    await expect.poll(async () => (await owner.query(recorded)).rowCount).toBe(1)
    expect((await send(patient, listLeads)).status).toBe(200)
  })
})

describe('a request that waits too long for a lock', () => {
  it('is answered with 503 and when to try again', async () => {
    await locker.query('begin; lock table leads')
    const [rest, graphql] = await Promise.all([send(proxied, listLeads), send(proxied, queryLeads)])
    await locker.query('rollback')
    expect([rest.status, rest.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await rest.json()).toMatchObject({ detail: 'Another change is in progress. Try again in a moment.' })
    expect(graphql.headers.get('retry-after')).toBe('5')
    const { errors } = (await graphql.json()) as { errors: unknown[] }
    expect(errors).toMatchObject([{ extensions: { code: 'UNAVAILABLE', retryAfterSeconds: 5 } }])
    expect(await metric(proxied, 'database_timeouts_total{limit="lock"}')).toBe(2)
  })
})

const reason = onCluster ? ' (skipped: on a cluster, requests go to the node of their tenant, past the proxy)' : ''

describe.skipIf(onCluster)(`a server whose database network drops every packet${reason}`, () => {
  it('answers every request, and serves again without a restart', { timeout: 90_000 }, async () => {
    await locker.query('begin; lock table properties')
    const inFlight = send(proxied, knock())
    await expect.poll(waitingForLock).toBe(1)
    proxy.hold()
    await locker.query('rollback')
    const answers = await Promise.all([
      inFlight,
      ...[listLeads, queryLeads, knock()].map((call) => send(proxied, call)),
    ])
    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    for (const body of bodies) expect(body).toContain('The database cannot be reached. Try again in a moment.')
    proxy.release()
    while ((await send(proxied, knock())).status >= 500) await sleep(50)
    expect(await metric(proxied, 'database_dead_connections_total')).toBeGreaterThan(0)
  })
})
