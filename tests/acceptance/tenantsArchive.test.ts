import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { graphql, rest, type ApiResponse } from '../support/client.ts'
import { countBlocked } from '../support/databaseNodes.ts'
import { createServerFixture } from '../support/serverFixture.ts'
import { addSession } from '../support/testTenant.ts'

const fixture = await createServerFixture()
const { server, globalAdmin, testTenant, owner, rep, otherTenant, db, nodeDb } = fixture
afterAll(() => fixture.teardown())

const tenantId = testTenant.tenantId
const inTenant = { 'x-tenant-id': tenantId }
const call = (token: string | null, method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  rest(server.url, token, method, path, body, headers)
const archive = () => call(globalAdmin.token, 'POST', `/tenants/${tenantId}/archive`)
const restore = () => call(globalAdmin.token, 'POST', `/tenants/${tenantId}/restore`)
const outcome = ({ status, body }: ApiResponse) => [status, body['detail']]

/** A socket of the rep, connected; `closed` resolves with the code when the server closes it. */
async function openSocket(token: string): Promise<{ closed: Promise<number> }> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }))
  await once(socket, 'message')
  return { closed: once(socket, 'close').then(([code]) => code as number) }
}

/** Resolves when requests with the token are answered 401. */
function untilEnded(token: string): Promise<void> {
  return expect.poll(async () => (await call(token, 'GET', '/auth/me')).status).toBe(401)
}

describe('an archived tenant', () => {
  it('lets nobody sign in, ends what is signed in, refuses changes and loses nothing until it is restored', async () => {
    const person = { email: 'newcomer@sample.example', password: 'a sample password' }
    const user = { ...person, full_name: 'Sample Newcomer', role: 'sales_rep' }
    expect((await call(globalAdmin.token, 'POST', '/users', user, inTenant)).status).toBe(201)
    const key = await call(owner.token, 'POST', '/api-keys', { name: 'Nightly', scope: 'full', expires_in_days: 30 })
    const apiKey = key.body['data'].token as string
    const properties = (await call(owner.token, 'GET', '/properties')).body['total']
    const [property] = testTenant.properties[0]!
    const socket = await openSocket(rep.token)

    const archived = await archive()
    expect([archived.status, archived.body['message']]).toEqual([200, 'Tenant archived'])
    expect(Date.parse(archived.body['data'].archived_at)).toBeGreaterThan(0)

    await Promise.all([untilEnded(rep.token), untilEnded(apiKey)])
    expect(await socket.closed).toBe(4401)
    expect(outcome(await call(null, 'POST', '/auth/login', person))).toEqual([403, 'This company is archived.'])
    expect((await call(null, 'POST', '/auth/login', { ...person, password: 'wrong' })).status).toBe(401)
    // A session that was created meanwhile is no way in either.
    expect((await call(await addSession(db, owner.id), 'GET', '/properties')).status).toBe(401)
    expect((await call(otherTenant.owner.token, 'GET', '/properties')).status).toBe(200)

    expect((await call(globalAdmin.token, 'GET', '/properties', undefined, inTenant)).body['total']).toBe(properties)
    const refused = [422, 'This company is archived.']
    const changes: [string, string, object?][] = [
      ['PUT', `/properties/${property}`, { notes: 'Changed' }],
      ['POST', '/leads', { property_id: property, tag: 'storm' }],
      ['POST', '/crm/door-knocks', { property_id: property, outcome: 'talked' }],
      ['POST', '/activity/log-map-load', { lat: 39, lng: -86, zoom: 18 }],
      ['PUT', `/tenants/${tenantId}`, { company_name: 'Changed' }],
      ['POST', '/users', { ...user, email: 'another@sample.example' }],
      ['PUT', `/users/${rep.id}/block`, { blocked: true }],
    ]
    for (const [method, path, body] of changes)
      expect([path, outcome(await call(globalAdmin.token, method, path, body, inTenant))]).toEqual([path, refused])
    // Without a chosen tenant, the thing's own tenant counts.
    expect(outcome(await call(globalAdmin.token, 'PUT', `/properties/${property}`, { notes: 'x' }))).toEqual(refused)

    const restored = await restore()
    expect([restored.status, restored.body['message'], restored.body['data'].archived_at]).toEqual([200, 'Tenant restored', null]) // prettier-ignore
    expect((await call(null, 'POST', '/auth/login', person)).status).toBe(200)
    await expect.poll(async () => (await call(apiKey, 'GET', '/auth/me')).status).toBe(200)
    expect((await call(apiKey, 'GET', '/properties')).body['total']).toBe(properties)
    expect((await call(globalAdmin.token, 'PUT', `/properties/${property}`, { notes: 'x' }, inTenant)).status).toBe(200)
  })

  it('records each change once, and says so in GraphQL', async () => {
    const change = (name: string) =>
      graphql(server.url, globalAdmin.token, `mutation ($id: ID!) { ${name}(id: $id) { archivedAt } }`, {
        id: tenantId,
      })
    const first = (await change('archiveTenant')).data.archiveTenant.archivedAt
    expect((await change('archiveTenant')).data.archiveTenant.archivedAt).toBe(first)
    expect((await change('restoreTenant')).data.restoreTenant.archivedAt).toBeNull()
    await change('restoreTenant')
    const log = await call(
      globalAdmin.token,
      'GET',
      '/activity/logs?type=TenantArchived,TenantRestored',
      undefined,
      inTenant,
    )
    expect(log.body['data'].map(({ type }: { type: string }) => type)).toEqual([
      'TenantRestored',
      'TenantArchived',
      'TenantRestored',
      'TenantArchived',
    ])
  })
})

describe('archiving and a simultaneous change by a global admin', () => {
  const [property] = testTenant.properties[0]!
  const change = () => call(globalAdmin.token, 'PUT', `/properties/${property}`, { notes: randomUUID() }, inTenant)
  const knock = () =>
    call(globalAdmin.token, 'POST', '/crm/door-knocks', { property_id: property, outcome: 'talked' }, inTenant)

  /** Runs the statements in a transaction of another connection that is committed when another one waits. */
  async function meet(sql: string[], ask: () => Promise<ApiResponse>): Promise<ApiResponse> {
    await nodeDb.query('begin')
    for (const statement of sql) await nodeDb.query(statement, [tenantId])
    let answered = false
    const answer = ask().finally(() => (answered = true))
    while (!answered && (await countBlocked(nodeDb)) === 0) await sleep(5)
    await nodeDb.query('commit')
    return answer
  }

  it.each<[string, () => Promise<ApiResponse>]>([
    ['a change', change],
    ['a knock', knock],
  ])('%s waits for an archiving in progress and is refused', async (_, ask) => {
    const archiving = [
      'update tenants set archived_at = now() where id = $1',
      'select from activity_heads where tenant_id = $1 for update',
    ]
    const response = await meet(archiving, ask)
    expect(outcome(response)).toEqual([422, 'This company is archived.'])
    expect((await restore()).status).toBe(200)
  })

  it('a change that an archiving overtakes is refused, so that the log ends with the archiving', async () => {
    await nodeDb.query('begin')
    await nodeDb.query('select from properties where tenant_id = $1 and id = $2 for update', [tenantId, property])
    const changed = change()
    await expect.poll(() => countBlocked(nodeDb), { interval: 5 }).toBe(1)
    expect((await archive()).status).toBe(200)
    await nodeDb.query('commit')
    expect(outcome(await changed)).toEqual([422, 'This company is archived.'])
    const { rows } = await db.query(
      'select type from activity_events where tenant_id = $1 order by position desc limit 1',
      [tenantId],
    )
    expect(rows[0].type).toBe('TenantArchived')
    expect((await restore()).status).toBe(200)
  })
})
