import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../../../migrations/list.ts'
import { mapboxToken, startFakeMapbox, type FakeMapbox } from '../../support/fakes/fakeMapbox.ts'
import { regridToken, startFakeRegrid, type FakeRegrid } from '../../support/fakes/fakeRegrid.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { addUser, createTestTenant, type TestUser, type TestTenant } from '../../support/testTenant.ts'
import { graphql, nextValue, rest, createSocketClient, type Json } from '../../support/client.ts'

const metricsToken = 'sample-metrics-token-91c4'

let database: TestDatabase
let owner: pg.Client
let testTenant: TestTenant
let rep: TestUser
let colleague: TestUser
let globalAdmin: TestUser
let regrid: FakeRegrid
let mapbox: FakeMapbox
/** This server guards its metrics with a token, listens on every address and has keyed providers. */
let server: TestServer
/** This server has the default configuration. */
let plain: TestServer

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  testTenant = await createTestTenant(database.ownerUrl, { reps: 2, propertiesPerRep: 5 })
  ;[rep, colleague] = testTenant.reps as [TestUser, TestUser]
  globalAdmin = await addUser(owner, null, 'global_admin', 'Sample Boss')
  ;[regrid, mapbox] = await Promise.all([startFakeRegrid(), startFakeMapbox()])
  const providers = {
    REGRID_TOKEN: regridToken,
    REGRID_URL: regrid.url,
    MAPBOX_TOKEN: mapboxToken,
    MAPBOX_URL: mapbox.url,
  }
  ;[server, plain] = await Promise.all([
    startServer({
      databaseUrl: database.ownerUrl,
      env: { ...providers, METRICS_TOKEN: metricsToken, LOG_LEVEL: 'debug' },
    }),
    startServer({ databaseUrl: database.ownerUrl, env: { LOG_FORMAT: 'pretty' } }),
  ])
}, 120_000)

afterAll(async () => {
  await Promise.all([server, plain].map((item) => item.stop()))
  await Promise.all([regrid.close(), mapbox.close()])
  await owner.end()
  await database.close()
})

/** Waits for log lines with this request id. */
async function linesOf(requestId: string): Promise<Json[]> {
  const lines = () => linesIn(server.output()).filter((line) => line.requestId === requestId)
  await expect.poll(() => lines().map(({ msg }) => msg), { interval: 20 }).toContain('request')
  return lines()
}

function linesIn(output: string): Json[] {
  return output
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Json)
}

async function metrics(): Promise<string> {
  const answer = await fetch(`${server.url}/api/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  expect(answer.status).toBe(200)
  return answer.text()
}

/** The value of a metric with exactly these labels. */
async function metric(name: string, labels: Record<string, string> = {}): Promise<number> {
  const written = Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .join(',')
  const start = `porchlight_${name}${written ? `{${written}}` : ''} `
  const line = (await metrics()).split('\n').find((item) => item.startsWith(start))
  return line ? Number(line.slice(start.length)) : 0
}

describe('the health of a server', () => {
  const status = async (path: string) => (await fetch(`${server.url}/api/health${path}`)).status

  it('is 200 while it can serve requests', async () => {
    expect([await status(''), await status('/live'), await status('/ready')]).toEqual([200, 200, 200])
    const ready = await fetch(`${server.url}/api/health/ready`)
    expect(await ready.json()).toEqual({ status: 'ok' })
    expect(ready.headers.get('cache-control')).toBe('no-store')
  })

  it('is not ready while the database lacks a migration, which it names', async () => {
    const last = migrations.at(-1)!.name
    await owner.query('update schema_migrations set name = $2 where name = $1', [last, 'renamed'])
    await expect.poll(() => status('/ready')).toBe(503)
    const answer = await fetch(`${server.url}/api/health/ready`)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await answer.json()).toMatchObject({ status: 503, detail: `The database is missing migrations: ${last}.` })
    expect(await status('/live')).toBe(200)
    await owner.query('update schema_migrations set name = $1 where name = $2', [last, 'renamed'])
    await expect.poll(() => status('/ready')).toBe(200)
  })

  it('is not ready while the projections are not installed', async () => {
    const { rows } = await owner.query(`delete from installation where key = 'projections' returning value`)
    await expect.poll(() => status('/ready')).toBe(503)
    await owner.query(`insert into installation values ('projections', $1)`, [JSON.stringify(rows[0].value)])
    await expect.poll(() => status('/ready')).toBe(200)
  })

  it('is not ready while the database is unreachable, and recovers without a restart', async () => {
    const { rows } = await owner.query('select current_database() as name')
    const name = rows[0].name as string
    const maintenance = new pg.Client({ connectionString: database.ownerUrl.replace(/[^/]+$/, 'postgres') })
    await maintenance.connect()
    await maintenance.query(`alter database ${name} allow_connections false`)
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`,
      [name],
    )
    await expect.poll(() => status('/ready')).toBe(503)
    expect([await status(''), await status('/live')]).toEqual([503, 200])
    await maintenance.query(`alter database ${name} allow_connections true`)
    await maintenance.end()
    await expect.poll(() => status('/ready')).toBe(200)
  })
})

describe('a request', () => {
  it('keeps its request id, up to the events it records', async () => {
    const requestId = randomUUID()
    const knock = { property_id: testTenant.properties[0]![0], outcome: 'talked' }
    const answer = await rest(server.url, rep.token, 'POST', '/crm/door-knocks', knock, { 'x-request-id': requestId })
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([201, requestId])
    const { rows } = await owner.query('select type from activity_events where request_id = $1', [requestId])
    expect(rows).toEqual([{ type: 'DoorKnocked' }])
    const [line] = await linesOf(requestId)
    expect(line).toMatchObject({
      level: 'info',
      method: 'POST',
      route: '/api/crm/door-knocks',
      status: 201,
      actorId: rep.id,
      tenantId: testTenant.tenantId,
      ms: expect.any(Number),
      bytes: expect.any(Number),
    })
  })

  it('gets a new id when it has no valid one', async () => {
    const given = ['not-an-id', `${randomUUID()} `.repeat(2), regridToken]
    const answered = await Promise.all(
      given.map((id) => rest(server.url, null, 'GET', '/health', undefined, { 'x-request-id': id.trim() })),
    )
    const ids = answered.map(({ headers }) => headers.get('x-request-id')!)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(new Set(ids).size).toBe(3)
    expect(server.output()).not.toContain('not-an-id')
  })

  it('by GraphQL is logged with its fields and error codes', async () => {
    const [fine, refused] = [randomUUID(), randomUUID()]
    const ask = (id: string, query: string) => graphql(server.url, rep.token, query, {}, { 'x-request-id': id })
    await ask(fine, 'query AnyNameAtAll { leads(first: 1) { totalCount } }')
    await ask(refused, '{ users { totalCount } }')
    expect((await linesOf(fine))[0]).toMatchObject({ route: '/graphql', operation: 'query leads', actorId: rep.id })
    expect((await linesOf(refused))[0]).toMatchObject({ operation: 'query users', codes: ['FORBIDDEN'] })
    expect(server.output()).not.toContain('AnyNameAtAll')
  })

  it('by GraphQL that is refused on a socket is logged with its error codes, when the socket closes', async () => {
    const socket = createSocketClient(server.url, rep.token)
    const ask = (query: string) =>
      new Promise<void>((resolve) =>
        socket.subscribe({ query }, { next: () => undefined, error: () => resolve(), complete: resolve }),
      )
    await ask('{ leads(first: 1) { totalCount } }')
    await ask('{ users { totalCount } }')
    await ask('{ nothing }')
    await socket.dispose()
    const closed = () => linesIn(server.output()).filter(({ msg, actorId }) => msg === 'socket' && actorId === rep.id)
    await expect.poll(closed).toMatchObject([{ codes: ['FORBIDDEN', 'BAD_USER_INPUT'] }])
  })

  it('on a socket that is too long closes it, and is one line of the log', async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    socket.send('x'.repeat(300 * 1024))
    expect(await closed).toBe(1009)
    const codes = () => linesIn(server.output()).flatMap((line) => (line.msg === 'socket' ? [line['codes']] : []))
    await expect.poll(codes).toContainEqual(['WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'])
    expect(server.output()).not.toContain('Internal error emitted')
  })

  it('that fails on the server logs the place and kind of error, without request data', async () => {
    const requestId = randomUUID()
    const body = {
      email: `${randomUUID()}@sample.example`,
      password: 'a secret of somebody',
      full_name: 'Sample Unlucky',
    }
    await owner.query('revoke insert on users from porchlight_platform')
    const answer = await rest(server.url, null, 'POST', '/auth/register', body, { 'x-request-id': requestId })
    await owner.query('grant insert on users to porchlight_platform')
    expect(answer.status).toBe(500)
    const lines = await linesOf(requestId)
    const failed = lines.find(({ msg }) => msg === 'failed')!
    expect(failed).toMatchObject({ level: 'error', error: { code: '42501' } })
    expect(failed.error.stack.join('\n')).toMatch(/routes\/auth\.js/)
    expect(lines.find(({ msg }) => msg === 'request')).toMatchObject({ level: 'error', status: 500 })
    expect(server.output()).not.toMatch(/Unlucky|argon2|a secret of somebody|insert into/)
    expect(server.output()).not.toContain(body.email)
  })

  it('is logged without its query string', async () => {
    const requestId = randomUUID()
    await rest(server.url, rep.token, 'GET', '/leads?search=sample-search-words', undefined, {
      'x-request-id': requestId,
    })
    expect((await linesOf(requestId))[0]).toMatchObject({ route: '/api/leads', status: 200 })
    expect(server.output()).not.toContain('sample-search-words')
  })
})

describe('the log', () => {
  it('contains no secrets, by any route', { timeout: 60_000 }, async () => {
    const secrets: string[] = [regridToken, mapboxToken, metricsToken, rep.token, globalAdmin.token]
    const secret = () => {
      secrets.push(`never-${randomUUID()}`)
      return secrets.at(-1)!
    }
    const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      rest(server.url, globalAdmin.token, method, path, body, headers)

    await call('POST', '/auth/login', { email: 'nobody@sample.example', password: secret() })
    await call('POST', '/auth/login', `{"email": "broken, "password": "${secret()}"}`)
    await call('POST', '/auth/login', { email: secret(), password: [secret()] })
    await call('POST', '/auth/register', { email: 'one@sample.example', password: secret(), full_name: 'Sample One' })
    await call('POST', `/users/${colleague.id}/reset-password?new_password=${secret()}`)
    await call('POST', `/users/nobody/reset-password?new_password=${secret()}`)
    await call('GET', `/leads?access_token=${secret()}`)
    await call('GET', `/${secret()}`)
    await fetch(`${server.url}/${secret()}?token=${secret()}`)
    await fetch(`${server.url}/assets/${secret()}`)
    await call('GET', '/leads', undefined, { authorization: `Bearer ${secret()}` })
    await call('GET', '/leads', undefined, {
      authorization: `Basic ${secret()}`,
      cookie: secret(),
      'x-api-key': secret(),
    })
    await call('GET', '/leads', undefined, { 'x-tenant-id': secret(), 'x-impersonate-role': secret() })
    await call('GET', '/metrics', undefined, { authorization: `Bearer ${secret()}` })

    const login = 'mutation ($p: String!) { login(email: "x@sample.example", password: $p) { accessToken } }'
    await graphql(server.url, null, login, { p: secret() })
    await graphql(server.url, null, login, { p: { nested: secret() } })
    await graphql(server.url, null, `mutation { login(email: "x", password: "${secret()}") { nothing } }`)
    await graphql(server.url, null, `{ ${secret().replaceAll('-', '_')} }`)
    await graphql(server.url, null, `query ${secret().replaceAll('-', '_')} { me { id } }`)

    const made = await graphql(
      server.url,
      globalAdmin.token,
      'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { token } }',
      { input: { name: 'Sample key', scope: 'FULL', expiresAt: new Date(Date.now() + 86_400_000).toISOString() } },
    )
    const key = made.data.createApiKey.token as string
    secrets.push(key)
    expect((await rest(server.url, key, 'GET', '/auth/me')).status).toBe(200)
    await graphql(server.url, key, '{ me { id } }')

    for (const mode of [null, 'broken', 'hangUp', 'unauthorized', 'redirect', 'nonsense'] as const) {
      regrid.failureMode = mapbox.failureMode = mode
      const search = `/regrid/search?address=${randomUUID()}&context=/us/in/marion`
      await rest(server.url, rep.token, 'GET', search)
      await graphql(
        server.url,
        rep.token,
        'mutation { locateProperty(input: { address: "7 Nowhere Rd" }) { __typename } }',
      )
    }
    regrid.failureMode = mapbox.failureMode = null
    const socket = createSocketClient(server.url, secret())
    await sleep(300)
    await socket.dispose()

    await sleep(200)
    const written = server.output()
    expect(linesIn(written).filter(({ msg }) => msg === 'request').length).toBeGreaterThan(30)
    for (const item of secrets) {
      expect(written).not.toContain(item)
      expect(written).not.toContain(item.replaceAll('-', '_'))
    }
    expect(written).not.toMatch(/sample\.example/)
  })

  it('has one JSON object per line, or a readable form', async () => {
    await rest(plain.url, null, 'GET', '/leads')
    await expect
      .poll(() => plain.output())
      .toMatch(/^\d\d:\d\d:\d\d\.\d{3} request requestId=\S+ method=GET route=\/api\/leads status=401/m)
    for (const line of linesIn(server.output()))
      expect(line).toMatchObject({ level: expect.any(String), time: expect.any(String) })
  })
})

describe('the metrics', () => {
  const read = (url: string, headers: Record<string, string> = {}) => fetch(`${url}/api/metrics`, { headers })

  it('require the token when one is configured', async () => {
    expect((await read(server.url)).status).toBe(401)
    expect((await read(server.url, { authorization: `Bearer ${globalAdmin.token}` })).status).toBe(401)
    expect((await read(server.url, { authorization: `Bearer ${metricsToken}` })).status).toBe(200)
  })

  it('are only available on this machine when no token is configured', async () => {
    expect((await read(plain.url)).status).toBe(200)
    // A proxy on this machine forwards a remote client's request.
    expect((await read(plain.url, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(404)
  })

  it('count requests by route pattern, not by path', async () => {
    const labels = { method: 'GET', route: '/api/properties/:id', status: '404' }
    const before = await metric('http_requests_total', labels)
    for (let n = 0; n < 5; n += 1) await rest(server.url, rep.token, 'GET', `/properties/${randomUUID()}`)
    await expect.poll(() => metric('http_requests_total', labels)).toBe(before + 5)
    const { method, route } = labels
    expect(await metric('http_request_duration_seconds_count', { method, route })).toBeGreaterThanOrEqual(5)
  })

  it('count GraphQL by schema fields, whatever aliases callers use', async () => {
    const labels = { operation: 'query property', outcome: 'done' }
    const before = await metric('graphql_operations_total', labels)
    for (const name of ['First', 'Second', 'Third'])
      await graphql(server.url, rep.token, `query ${name} { property(id: "${testTenant.properties[0]![0]}") { id } }`)
    await expect.poll(() => metric('graphql_operations_total', labels)).toBe(before + 3)
    expect(await metrics()).not.toMatch(/First|Second|Third/)
  })

  it('count sockets, pushes and events', async () => {
    const type = { type: 'DoorKnocked' }
    const [events, pushes] = [await metric('activity_events_total', type), await metric('live_pushes_total')]
    const watching = createSocketClient(server.url, testTenant.owner.token)
    const board = nextValue(
      watching,
      'subscription { leaderboardChanged(period: DAY) { entries { doorsKnocked } } }',
      () => true,
    )
    await expect.poll(() => metric('sockets_open')).toBe(1)
    const knock = { property_id: testTenant.properties[0]![1], outcome: 'talked' }
    expect((await rest(server.url, rep.token, 'POST', '/crm/door-knocks', knock)).status).toBe(201)
    await board
    expect(await metric('activity_events_total', type)).toBe(events + 1)
    expect(await metric('live_pushes_total')).toBeGreaterThan(pushes)
    await watching.dispose()
    await expect.poll(() => metric('sockets_open')).toBe(0)
  })

  describe('of outside services', () => {
    beforeEach(() => void (regrid.failureMode = null))
    const search = () =>
      rest(server.url, rep.token, 'GET', `/regrid/search?address=${randomUUID()}&context=/us/in/marion`)
    const asked = (outcome: string) => metric('upstream_requests_total', { provider: 'regrid', outcome })

    it('count upstream requests and their results', async () => {
      const before = [await asked('2xx'), await asked('5xx'), await asked('failed')]
      const sent = regrid.requests.length
      await search()
      const first = regrid.requests.length - sent
      regrid.failureMode = 'broken'
      await search()
      regrid.failureMode = 'hangUp'
      await search()
      const after = [await asked('2xx'), await asked('5xx'), await asked('failed')]
      expect(after[0]! - before[0]!).toBe(first)
      expect(after[1]! - before[1]!).toBeGreaterThan(0)
      expect(after[2]! - before[2]!).toBeGreaterThan(0)
    })
  })

  it('include the database and the process', async () => {
    const text = await metrics()
    for (const name of [
      'porchlight_database_transactions_running',
      'porchlight_database_pool_size 10',
      'porchlight_database_transaction_duration_seconds_count',
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'porchlight_document_jobs_running',
      'porchlight_http_requests_running 1',
    ])
      expect(text).toContain(name)
  })

  it('contain no tenant, user or request data', async () => {
    const text = await metrics()
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|@|Sample|never|nowhere/i)
    expect(text.length).toBeLessThan(200_000)
  })
})

describe('the error of a browser', () => {
  const report = {
    name: 'TypeError',
    message: 'sample is undefined, token=not-for-the-log-17',
    stack: ['at save (/assets/index-sample.js:2:3)'],
    route: '/leads',
    version: 'index-sample.js',
  }
  const send = (body: unknown) =>
    fetch(`${server.url}/client-errors`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  it('is logged and counted, without a session and without secrets', async () => {
    expect((await send(report)).status).toBe(204)
    const logged = () => linesIn(server.output()).filter(({ msg }) => msg === 'client error')
    await expect.poll(() => logged().length).toBe(1)
    expect(logged()[0]).toMatchObject({
      level: 'warn',
      route: '/leads',
      version: 'index-sample.js',
      error: { name: 'TypeError', message: 'sample is undefined, token=…', stack: report.stack },
    })
    expect(await metric('client_errors_total', { outcome: 'logged' })).toBe(1)
    const requests = { method: 'POST', route: '/client-errors', status: '204' }
    await expect.poll(() => metric('http_requests_total', requests)).toBe(1)
  })

  it('is refused if it is no report, too large or one of too many', async () => {
    const extra = { ...report, cookie: 'sample' }
    const large = { ...report, stack: Array(15).fill('x'.repeat(300)) }
    expect([(await send(extra)).status, (await send('{')).status, (await send(large)).status]).toEqual([400, 400, 413])
    const statuses = []
    for (let n = 0; n < 20; n += 1) statuses.push((await send(report)).status)
    expect(new Set(statuses)).toEqual(new Set([204, 429]))
    const seconds = Number((await send(report)).headers.get('retry-after'))
    // 10 at first, and less on a slow machine.
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(10)
    expect(await metric('client_errors_total', { outcome: 'refused' })).toBeGreaterThan(3)
  })
})
