import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { networkOf } from '../../api/domain/networks.ts'
import { graphql, rest } from '../support/client.ts'
import { addSession } from '../support/testTenant.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'
import type { TestServer } from '../support/server.ts'

let fixture: ServerFixture
let secondServer: TestServer
const perMinute = 10
const partnerSite = 'https://partner.example'
beforeAll(async () => {
  const env = { ANONYMOUS_REQUESTS_PER_MINUTE: `${perMinute}`, TRUSTED_PROXIES: '1', ALLOWED_ORIGINS: partnerSite }
  fixture = await createServerFixture({ ownServer: 'allows few requests', env })
  secondServer = await fixture.takeSecondServer()
}, 60_000)
afterAll(() => fixture.teardown())

/** The addresses of 198.51.100.0/24 that were used. */
let addresses = 0

const message = 'Too many requests without a valid session. Wait a moment and try again.'
const from = (address: string) => ({ 'x-forwarded-for': address })
const get = (path: string, address: string, token: string | null = null) =>
  rest(fixture.server.url, token, 'GET', path, undefined, from(address))

/** Uses up the requests of the address. One is refilled every six seconds. */
async function exhaust(address: string, token: string | null = null): Promise<void> {
  for (let n = 0; n <= perMinute; n += 1) {
    const { status } = await get('/auth/me', address, token && `${token}${n}`)
    if (status === 429) return
    expect(status).toBe(401)
  }
}

describe('requests without a session', () => {
  it('are refused when a network address has sent too many, over REST and GraphQL', async () => {
    for (let n = 0; n < perMinute; n += 1) expect((await get('/auth/me', '2001:db8::1')).status).toBe(401)
    await exhaust('2001:db8::2')
    const refused = await get('/openapi.json', '2001:db8::3')
    expect(refused).toMatchObject({ status: 429, body: { detail: message } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    const byGraphql = await fetch(`${fixture.server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...from('2001:db8::4') },
      body: JSON.stringify({ query: '{ __typename }' }),
    })
    expect(byGraphql.status).toBe(429)
    expect(Number(byGraphql.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(await byGraphql.json()).toMatchObject({ errors: [{ message, extensions: { code: 'RATE_LIMITED' } }] })
    const signIn = await rest(fixture.server.url, null, 'POST', '/auth/login', {}, from('2001:db8::5'))
    expect(signIn.status).toBe(429)
  })

  it('tell by headers what is left, over REST and GraphQL', async () => {
    const policy = `"anonymousRequests";q=${perMinute};w=60`
    const first = await get('/openapi.json', '192.0.2.6')
    expect([first.headers.get('ratelimit-policy'), first.headers.get('ratelimit')]).toEqual([
      policy,
      '"anonymousRequests";r=9;t=6',
    ])
    const byGraphql = await fetch(`${fixture.server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...from('192.0.2.7') },
      body: JSON.stringify({ query: '{ __typename }' }),
    })
    expect(byGraphql.headers.get('ratelimit')).toBe('"anonymousRequests";r=9;t=6')
    let refused = first
    while (refused.status !== 429) refused = await get('/openapi.json', '192.0.2.6')
    expect(refused.headers.get('ratelimit-policy')).toBe(policy)
    expect(refused.headers.get('ratelimit')).toBe(`"anonymousRequests";r=0;t=${refused.headers.get('retry-after')}`)
  })

  it('are counted together by several processes', async () => {
    const address = '2001:db8:0:2::1'
    const told: string[] = []
    fixture.db.on('notification', ({ payload }) => told.push(payload ?? ''))
    await fixture.db.query('listen porchlight_live_taken')
    await exhaust(address)
    const count = () => told.flatMap((payload) => (JSON.parse(payload) as { taken: [string, string, number][] }).taken)
    await expect
      .poll(() => count().reduce((sum, [, key, tokens]) => sum + (key === networkOf(address) ? tokens : 0), 0))
      .toBe(perMinute)
    let accepted = 0
    while ((await rest(secondServer.url, null, 'GET', '/openapi.json', undefined, from(address))).status === 200)
      accepted += 1
    // What was refilled since, and a request before the second process received the notification.
    expect(accepted).toBeLessThanOrEqual(perMinute / 2)
  })

  it('from another network are not refused', async () => {
    expect((await get('/openapi.json', '2001:db8:0:1::1')).status).toBe(200)
    expect((await get('/openapi.json', '192.0.2.1')).status).toBe(200)
  })

  it('for the health of the server, a map tile or the web client do not count', async () => {
    const address = '192.0.2.2'
    for (let n = 0; n < 2 * perMinute; n += 1) {
      const path = ['/health/live', '/basemap/3/1/1.mvt', '/docs/swagger-ui.css'][n % 3]!
      const response = await fetch(`${fixture.server.url}/api${path}`, { headers: from(address) })
      expect([200, 204]).toContain(response.status)
    }
    expect((await get('/openapi.json', address)).status).toBe(200)
  })
})

describe('requests with a token', () => {
  it('that is not valid count, over sockets too, and are then refused without reading the database', async () => {
    const address = '192.0.2.3'
    await exhaust(address, 'unknown')
    expect(await get('/auth/me', address, 'another')).toMatchObject({ status: 429, body: { detail: message } })
    const socket = new WebSocket(`${fixture.server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: from(address),
    })
    const code = await new Promise((resolve) => {
      socket.on('open', () =>
        socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: 'Bearer unknown' } })),
      )
      socket.on('close', resolve)
    })
    // The client connects again after this code.
    expect(code).toBe(1013)
  })

  it('of a user at the same address are answered, also when the address has reached the limit', async () => {
    const address = '192.0.2.4'
    for (let n = 0; n < 2 * perMinute; n += 1)
      expect((await get('/auth/me', address, fixture.rep.token)).status).toBe(200)
    expect((await get('/openapi.json', address)).status).toBe(200)
    await exhaust(address)
    expect((await get('/auth/me', address, fixture.rep.token)).status).toBe(200)
    const answer = await graphql(fixture.server.url, fixture.rep.token, '{ me { id } }', {}, from(address))
    expect(answer['data']).toEqual({ me: { id: fixture.rep.id } })
  })

  it('that is valid are not told of a limit that does not count them', async () => {
    const { headers } = await get('/auth/me', '192.0.2.8', fixture.rep.token)
    expect([headers.get('ratelimit-policy'), headers.get('ratelimit')]).toEqual([null, null])
  })

  describe.each([
    ['a sign-in', 'POST', '/api/auth/login', '{"email":"nobody@sample.example","password":""}'],
    ['a public document', 'GET', '/api/openapi.json', undefined],
    ['a route that does not exist', 'GET', '/api/nothing', undefined],
    [
      'a sign-in by GraphQL',
      'POST',
      '/graphql',
      '{"query":"mutation { login(email: \\"\\", password: \\"\\") { tokenType } }"}',
    ],
    ['a body that is not JSON', 'POST', '/graphql', '{'],
    ['a query that is not GraphQL', 'POST', '/graphql', '{"query":"{"}'],
  ])('that is not valid, %s', (what, method, path, body) => {
    it.each([
      ['counts, with a token of its own for each request', (n: number) => `made-up-${n}`],
      ['counts, with one token', () => 'made-up'],
    ])('%s', async (_how, tokenOf) => {
      const address = `198.51.100.${(addresses += 1)}`
      const statuses: number[] = []
      while (statuses.length < 3 * perMinute && statuses.at(-1) !== 429) {
        const token = tokenOf(statuses.length)
        const response = await fetch(`${fixture.server.url}${path}`, {
          method,
          ...(body === undefined ? {} : { body }),
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...from(address) },
        })
        statuses.push(response.status)
      }
      expect([what, statuses.at(-1)]).toEqual([what, 429])
      expect(statuses.length).toBeGreaterThanOrEqual(perMinute)
    })
  })

  it('of many users at one address are answered by a process that does not know them, as after a restart', async () => {
    const address = '192.0.2.5'
    const tokens: string[] = []
    while (tokens.length < 6 * perMinute) tokens.push(await addSession(fixture.db, fixture.rep.id))
    const ask = async (token: string, n: number) => {
      if (n % 3 === 0) return (await rest(secondServer.url, token, 'GET', '/auth/me', undefined, from(address))).status
      if (n % 3 === 1)
        return (await rest(secondServer.url, token, 'GET', '/openapi.json', undefined, from(address))).status
      const answer = await graphql(secondServer.url, token, '{ me { id } }', {}, from(address))
      return answer['data']?.me ? 200 : 0
    }
    // Not all at once: on a busy machine the last ones would wait for a connection for too long.
    const statuses: number[] = []
    for (let first = 0; first < tokens.length; first += perMinute) {
      const some = tokens.slice(first, first + perMinute)
      statuses.push(...(await Promise.all(some.map((token, n) => ask(token, first + n)))))
    }
    expect(statuses).toEqual(tokens.map(() => 200))
  })
})

describe('a page of another site', () => {
  const call = (path: string, origin: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${fixture.server.url}${path}`, { method, headers: { ...headers, origin, ...from('192.0.2.9') } })
  const ask = (path: string, origin: string) =>
    call(
      path,
      origin,
      { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
      'OPTIONS',
    )
  const authorization = () => `Bearer ${fixture.rep.token}`

  it.each(['/api/leads', '/graphql'])('that the setting names may call %s', async (path) => {
    const asked = await ask(path, partnerSite)
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-origin')).toBe(partnerSite)
    expect(asked.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, DELETE')
    expect(asked.headers.get('access-control-allow-headers')).toMatch(/^Authorization, Content-Type, Idempotency-Key/)
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull()
    const query = path === '/graphql' ? '?query={me{id}}' : ''
    const answer = await call(path + query, partnerSite, { authorization: authorization() })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe(partnerSite)
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-Log-Position')
    expect(answer.headers.get('vary')).toContain('Origin')
  })

  it('that the setting names reads errors, too', async () => {
    const refused = await call('/api/auth/me', partnerSite)
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, partnerSite])
  })

  it.each(['https://other.example', 'https://partner.example.other.example', 'http://partner.example', 'null'])(
    'such as %s may not',
    async (origin) => {
      for (const path of ['/api/leads', '/graphql']) {
        const asked = await ask(path, origin)
        expect(asked.ok && asked.headers.get('access-control-allow-methods')).not.toBe('GET, POST, PUT, DELETE')
        expect(asked.headers.get('access-control-allow-origin')).toBeNull()
        const answer = await call(path, origin, { authorization: authorization() })
        expect(answer.headers.get('access-control-allow-origin')).toBeNull()
        expect(answer.headers.get('vary')).toContain('Origin')
      }
    },
  )
})
