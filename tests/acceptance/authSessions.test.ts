import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import type { TestDatabase } from '../support/database.ts'
import type { TestServer } from '../support/server.ts'
import { takeServer } from '../support/sharedServer.ts'
import {
  addUser,
  addSession,
  createTestTenant,
  setPassword,
  type TestUser,
  type TestTenant,
} from '../support/testTenant.ts'
import { graphql, rest, createSocketClient } from '../support/client.ts'

let database: TestDatabase
let owner: pg.Client
let first: TestServer
let second: TestServer
let testTenant: TestTenant
let otherTenant: TestTenant
let globalAdmin: TestUser

beforeAll(async () => {
  const { takeSecond, ...taken } = await takeServer()
  ;({ database, server: first } = taken)
  second = await takeSecond()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  testTenant = await createTestTenant(database.ownerUrl, { reps: 1, propertiesPerRep: 1 })
  otherTenant = await createTestTenant(database.ownerUrl, { reps: 0, propertiesPerRep: 0 })
  globalAdmin = await addUser(owner, null, 'global_admin', 'Sample Boss')
}, 120_000)

afterAll(async () => {
  await owner.end()
  await database.close()
})

interface Message {
  id?: string
  type: string
}

interface OpenSocket {
  messages: Message[]
  closed: Promise<{ code: number; reason: string }>
  close(): void
}

/** Opens a socket that subscribes to the leaderboard on a process, as a page with `token` and `headers` does. */
async function watch(server: TestServer, token: string | null, headers: object = {}): Promise<OpenSocket> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  const messages: Message[] = []
  const closed = once(socket, 'close').then(([code, reason]) => ({ code: Number(code), reason: String(reason) }))
  socket.on('message', (text: Buffer) => messages.push(JSON.parse(text.toString()) as Message))
  const ask = (id: string, query: string) => socket.send(JSON.stringify({ id, type: 'subscribe', payload: { query } }))
  const untilAnswered = async (id: string) => {
    while (!messages.some((message) => message.id === id && message.type !== 'next')) await once(socket, 'message')
  }
  await once(socket, 'open')
  const payload = { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers }
  socket.send(JSON.stringify({ type: 'connection_init', payload }))
  await Promise.race([once(socket, 'message'), closed])
  if (messages.length === 0) return { messages, closed, close: () => socket.close() }
  ask('1', 'subscription { leaderboardChanged(period: WEEK) { entries { doorsKnocked } } }')
  // The server does not confirm a subscription, but it handles messages in order: when it answers a query sent later,
  // the subscription is open.
  for (const id of ['2', '3', '4']) {
    ask(id, '{ me { tenant { id } } }')
    await Promise.race([untilAnswered(id), closed])
  }
  return { messages, closed, close: () => socket.close() }
}

const createUser = (role = 'sales_rep') => addUser(owner, testTenant.tenantId, role, 'Sample Watcher')
const asGlobalAdmin = (method: string, path: string, body?: unknown) =>
  rest(first.url, globalAdmin.token, method, path, body)

describe('an open socket on another process', () => {
  const ends: [string, (person: TestUser) => Promise<unknown>][] = [
    ['a block', ({ id }) => asGlobalAdmin('PUT', `/users/${id}/block`, { blocked: true })],
    [
      'a reset of the password',
      ({ id }) => asGlobalAdmin('POST', `/users/${id}/reset-password`, { new_password: 'other words' }),
    ],
    ['a deletion', ({ id }) => asGlobalAdmin('DELETE', `/users/${id}`)],
    ['a move to another tenant', ({ id }) => asGlobalAdmin('PUT', `/users/${id}`, { tenant_id: otherTenant.tenantId })],

    ['a sign-out', ({ token }) => rest(first.url, token, 'POST', '/auth/logout', {})],
  ]

  it.each(ends)('is closed after %s', async (_what, end) => {
    const person = await createUser()
    const socket = await watch(second, person.token)
    expect(socket.messages.map(({ type }) => type)).toContain('connection_ack')
    await end(person)
    const { code, reason } = await socket.closed
    expect([code, reason]).toEqual([4401, 'Session expired, please login again'])
    expect((await rest(second.url, person.token, 'GET', '/auth/me')).status).toBe(401)
  })

  it('is closed even when no notification arrives', async () => {
    const person = await createUser()
    const socket = await watch(second, person.token)
    await owner.query('update sessions set ended_at = now() where user_id = $1', [person.id])
    expect((await socket.closed).code).toBe(4401)
  })

  it('is closed for other sessions when the password changes, and stays open for the current one', async () => {
    const person = await createUser()
    await setPassword(owner, person.id, 'words of before')
    const other = await addSession(owner, person.id)
    const [mine, another] = [await watch(second, person.token), await watch(second, other)]
    await rest(first.url, person.token, 'POST', '/auth/change-password', {
      new_password: 'words of my own',
      current_password: 'words of before',
    })
    expect((await another.closed).code).toBe(4401)
    await expect(Promise.race([mine.closed, sleep(1_500)])).resolves.toBeUndefined()
    mine.close()
  })

  it('is asked to reconnect when the role changes, and reconnects with the new one', async () => {
    const person = await createUser('owner')
    const socket = await watch(second, person.token)
    await asGlobalAdmin('PUT', `/users/${person.id}`, { role: 'sales_rep' })
    expect((await socket.closed).code).toBe(4403)
    expect((await graphql(second.url, person.token, '{ me { role } }')).data.me.role).toBe('SALES_REP')
    const again = await watch(second, person.token)
    await expect(Promise.race([again.closed, sleep(1_000)])).resolves.toBeUndefined()
    again.close()
  })

  it('receives nothing after its session has ended', async () => {
    const person = await createUser()
    const socket = await watch(second, person.token)
    const before = socket.messages.length
    await asGlobalAdmin('PUT', `/users/${person.id}/block`, { blocked: true })
    await socket.closed
    const knock = { property_id: testTenant.properties[0]![0], outcome: 'talked' }
    expect((await rest(first.url, testTenant.reps[0]!.token, 'POST', '/crm/door-knocks', knock)).status).toBe(201)
    await sleep(300)
    expect(socket.messages).toHaveLength(before)
  })

  it('is closed with 4401 only when the session is over, so that no other error signs users out', async () => {
    expect((await (await watch(second, 'made-up')).closed).code).toBe(4401)
    expect((await (await watch(second, null)).closed).code).toBe(4401)
    const person = await createUser()
    expect((await (await watch(second, person.token, { 'x-impersonate-role': 'owner' })).closed).code).toBe(4403)
    expect((await (await watch(second, globalAdmin.token, { 'x-tenant-id': globalAdmin.id })).closed).code).toBe(4403)
  })
})

describe('the sockets of a user', () => {
  it('are at most ten in a process; another one is told so, and is accepted when one has closed', async () => {
    const person = await createUser()
    const key = await rest(first.url, person.token, 'POST', '/api-keys', {
      name: 'x',
      scope: 'read',
      expires_in_days: 1,
    })
    const tokens = [person.token, await addSession(owner, person.id), key.body['data'].token as string]
    const open: OpenSocket[] = []
    for (let n = 0; n < 10; n += 1) open.push(await watch(first, tokens[n % 3]!))
    expect(open.every(({ messages }) => messages.some(({ type }) => type === 'connection_ack'))).toBe(true)
    for (const token of tokens) {
      const { code, reason } = await (await watch(first, token)).closed
      expect([code, reason]).toEqual([
        4420,
        'Live updates are open 10 times, the maximum for one user. Close other tabs or programs.',
      ])
    }
    const others = [await watch(first, (await createUser()).token), await watch(second, person.token)]
    for (const { messages } of others) expect(messages.map(({ type }) => type)).toContain('connection_ack')
    open[0]!.close()
    await expect
      .poll(async () => {
        const again = await watch(first, person.token)
        others.push(again)
        return again.messages.length > 0
      })
      .toBe(true)
    for (const socket of [...open, ...others]) socket.close()
  })

  it('have at most 20 subscriptions each: another one is refused, and those before go on', async () => {
    const person = await createUser()
    const client = createSocketClient(first.url, person.token)
    const query = 'subscription { leadsChanged { at } }'
    const refused: unknown[] = []
    for (let n = 0; n < 21; n += 1)
      client.subscribe(
        { query },
        { next: () => undefined, error: (error) => refused.push(error), complete: () => undefined },
      )
    await expect.poll(() => refused).toHaveLength(1)
    expect(refused[0]).toEqual([expect.objectContaining({ message: 'A socket can have at most 20 subscriptions.' })])
    await client.dispose()
  })
})

it('a query over the socket has the same errors and limits as over HTTP', async () => {
  const client = createSocketClient(second.url, testTenant.owner.token)
  const ask = async (query: string) => {
    for await (const result of client.iterate({ query })) return result.errors
    return undefined
  }
  expect(await ask('{ lead(id: "unknown") { id } }')).toEqual([
    expect.objectContaining({ message: 'Lead not found', extensions: { code: 'NOT_FOUND' } }),
  ])
  const aliases = Array.from({ length: 31 }, (_, n) => `a${n}: me { id }`).join(' ')
  await expect(ask(`{ ${aliases} }`)).rejects.toEqual([
    expect.objectContaining({ message: 'The query has 31 aliases; 30 are allowed.' }),
  ])
  await client.dispose()
})

describe('a session', () => {
  it('ends after 24 hours', async () => {
    const person = await createUser()
    await owner.query(`update sessions set expires_at = now() + interval '5 seconds' where user_id = $1`, [person.id])
    const socket = await watch(second, person.token)
    expect((await rest(first.url, person.token, 'GET', '/auth/me')).status).toBe(200)
    expect((await socket.closed).code).toBe(4401)
    const late = await rest(first.url, person.token, 'GET', '/auth/me')
    expect([late.status, late.body['detail']]).toEqual([401, 'Session expired, please login again'])
    const { rows } = await owner.query(
      `select round(extract(epoch from expires_at - created_at) / 3600)::int as hours from sessions where user_id = $1`,
      [testTenant.owner.id],
    )
    expect(rows[0].hours).toBe(24)
  })
})
