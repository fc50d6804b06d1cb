import { once } from 'node:events'
import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { graphql, rest, type Json } from '../support/client.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'
import { addSession, addUser, setPassword, type TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture
/** Another process on the same database, which ends idle sessions. */
let second: TestServer
let person: TestUser
const password = 'a sample password'
const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

beforeAll(async () => {
  fixture = await createServerFixture()
  second = await startServer({ databaseUrl: fixture.ownerUrl, env: { SESSION_IDLE: '30' } })
}, 120_000)
afterAll(async () => {
  await second.stop()
  await fixture.teardown()
})
beforeEach(async () => {
  person = await addUser(fixture.db, fixture.testTenant.tenantId, 'sales_rep', 'Sample Person')
  await setPassword(fixture.db, person.id, password)
})

const list = async (token = person.token) =>
  (await rest(fixture.server.url, token, 'GET', '/auth/sessions')).body as { data: Json[]; total: number }
const isSignedIn = async (token: string, url = fixture.server.url) =>
  (await rest(url, token, 'GET', '/auth/me')).status === 200
const signIn = async (headers: Record<string, string>): Promise<string> => {
  const { rows } = await fixture.db.query('select email from users where id = $1', [person.id])
  const body = { email: rows[0].email, password }
  return (await rest(fixture.server.url, null, 'POST', '/auth/login', body, headers)).body['access_token']
}
const ageLastUse = (minutes: number) =>
  fixture.db.query(
    `update sessions set created_at = now() - interval '2 hours', last_used_at = now() - make_interval(mins => $2)
     where user_id = $1`,
    [person.id, minutes],
  )

describe('the sessions of a person', () => {
  it('name the device, a part of the network and the current one, newest first', async () => {
    const token = await signIn({ 'user-agent': windows, 'x-forwarded-for': '192.0.2.77' })
    const { data, total } = await list(token)
    expect(total).toBe(2)
    expect(data[0]).toMatchObject({ device: 'Chrome on Windows', address: '192.0.2.x', current: true })
    expect(data[1]).toMatchObject({ device: 'Unknown device', address: null, current: false })
    const hours = (Date.parse(data[0]!['expires_at']) - Date.parse(data[0]!['created_at'])) / 3_600_000
    expect(hours).toBe(24)
    expect(JSON.stringify(data)).not.toMatch(/192\.0\.2\.77|Mozilla/)
    const fields = 'totalCount edges { cursor node { id device address current createdAt lastUsedAt expiresAt } }'
    const { data: answer } = await graphql(fixture.server.url, token, `{ sessions { ${fields} } }`)
    expect(answer.sessions.totalCount).toBe(2)
    expect(answer.sessions.edges.map(({ node }: Json) => node.id)).toEqual(data.map(({ id }) => id))
  })

  it('are read page by page', async () => {
    for (let n = 0; n < 4; n += 1) await addSession(fixture.db, person.id)
    const seen: string[] = []
    let after: string | null = null
    do {
      const query = `query ($after: String) { sessions(first: 2, after: $after) { edges { node { id } } pageInfo { hasNextPage endCursor } } }`
      const { sessions } = await fixture.execute(person, query, { after })
      seen.push(...sessions.edges.map(({ node }: Json) => node.id))
      after = sessions.pageInfo.hasNextPage ? sessions.pageInfo.endCursor : null
    } while (after)
    expect(new Set(seen).size).toBe(5)
    const { body } = await rest(fixture.server.url, person.token, 'GET', '/auth/sessions?limit=2&offset=4')
    expect([body['data'].length, body['total']]).toEqual([1, 5])
  })

  it('are those of the caller only, and not for API keys', async () => {
    const other = await list(fixture.rep.token)
    expect((await list()).data.map(({ id }) => id)).not.toContain(other.data[0]!['id'])
    const ended = await rest(fixture.server.url, person.token, 'DELETE', `/auth/sessions/${other.data[0]!['id']}`)
    expect([ended.status, ended.body['detail']]).toEqual([404, 'Session not found'])
    const key = await rest(fixture.server.url, person.token, 'POST', '/api-keys', {
      ...{ name: 'Sample', scope: 'full', expires_in_days: 1 },
    })
    const { token } = key.body['data']
    expect((await rest(fixture.server.url, token, 'GET', '/auth/sessions')).status).toBe(403)
    expect((await rest(fixture.server.url, token, 'DELETE', '/auth/sessions')).status).toBe(403)
  })

  it('do not include those that have ended', async () => {
    const token = await signIn({})
    await rest(fixture.server.url, token, 'POST', '/auth/logout', {})
    expect((await list()).total).toBe(1)
  })
})

describe('ending a session', () => {
  it('signs that device out at once, closes its sockets on every process and is recorded', async () => {
    const token = await signIn({ 'user-agent': windows })
    const client = createClient({
      url: `${second.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${token}` },
      retryAttempts: 0,
      lazy: false,
      onNonLazyError: () => undefined,
    })
    const closed = new Promise<number>((resolve) =>
      client.on('closed', (event) => resolve((event as { code: number }).code)),
    )
    await new Promise<void>((resolve) => void client.on('connected', () => resolve()))
    const { id } = (await list()).data.find(({ device }) => device === 'Chrome on Windows')!
    const answer = await fixture.execute(person, 'mutation ($id: ID!) { endSession(id: $id) { message } }', { id })
    expect(answer.endSession.message).toBe('Device signed out')
    expect(await closed).toBe(4401)
    expect([await isSignedIn(token), await isSignedIn(token, second.url)]).toEqual([false, false])
    expect(await isSignedIn(person.token)).toBe(true)
    const { rows } = await fixture.db.query(
      `select data from activity_events where type = 'SessionEnded' and subject_id = $1`,
      [person.id],
    )
    expect(rows).toEqual([{ data: { userId: person.id, sessionId: id } }])
    const again = await rest(fixture.server.url, person.token, 'DELETE', `/auth/sessions/${id as string}`)
    expect(again.status).toBe(404)
  })

  it('ends all others at once', async () => {
    const others = [await addSession(fixture.db, person.id), await addSession(fixture.db, person.id)]
    const { status, body } = await rest(fixture.server.url, person.token, 'DELETE', '/auth/sessions')
    expect([status, body['message']]).toEqual([200, 'All other devices signed out'])
    for (const token of others) expect(await isSignedIn(token)).toBe(false)
    expect((await list()).data).toEqual([expect.objectContaining({ current: true })])
    expect(await isSignedIn(fixture.rep.token)).toBe(true)
  })
})

describe('the last use of a session', () => {
  it('is stored at most once in five minutes', async () => {
    const query = 'select last_used_at as at from sessions where user_id = $1 order by created_at limit 1'
    const stored = async () => (await fixture.db.query(query, [person.id])).rows[0].at
    await isSignedIn(person.token)
    expect(await stored()).toBeNull()
    await ageLastUse(4)
    const before = (await stored()) as Date
    await addSession(fixture.db, person.id)
    await list()
    expect(await stored()).toEqual(before)
    const token = await signIn({})
    await ageLastUse(6)
    const { body } = await rest(fixture.server.url, token, 'GET', '/auth/sessions', undefined, {
      'x-forwarded-for': '2001:db8:1:2::7',
    })
    const current = (body['data'] as Json[]).find((session) => session['current'])!
    expect(Date.now() - Date.parse(current['last_used_at'])).toBeLessThan(60_000)
    expect(current['address']).toBe('2001:db8:1:x')
  })

  it('ends a session that was not used for SESSION_IDLE, its sockets too, and only where that is set', async () => {
    const socket = new WebSocket(`${second.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${person.token}` } }))
    await once(socket, 'message')
    const closed = once(socket, 'close')
    await ageLastUse(31)
    expect((await closed)[0]).toBe(4401)
    expect(await isSignedIn(person.token, second.url)).toBe(false)
    expect(await isSignedIn(person.token)).toBe(true)
    await ageLastUse(29)
    const other = await addSession(fixture.db, person.id)
    expect(await isSignedIn(other, second.url)).toBe(true)
  })
})
