import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { graphql, rest, type ApiResponse } from '../support/client.ts'
import { createServerFixture } from '../support/serverFixture.ts'

const fixture = await createServerFixture({ propertiesPerRep: 3 })
const { globalAdmin, rep, server, otherTenant, testTenant, db: owner } = fixture
afterAll(() => fixture.teardown())

const call = (token: string | null, method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  rest(server.url, token, method, path, body, headers)
const ask = (token: string, query: string, variables?: object, headers?: Record<string, string>) =>
  graphql(server.url, token, query, variables, headers)
const typesIn = (body: ApiResponse['body']) => body['data'].map(({ type }: { type: string }) => type)

describe('tenants', () => {
  it('are created, changed, listed and read by a global admin', async () => {
    const bare = await call(globalAdmin.token, 'POST', '/tenants', { name: ' Example Gutters ' })
    expect(bare.status).toBe(201)
    expect(bare.body['data']).toMatchObject({
      name: 'Example Gutters',
      company_name: 'Example Gutters',
      time_zone: 'America/Indiana/Indianapolis',
    })
    const id = bare.body['data'].id
    const update = `mutation ($id: ID!, $input: UpdateTenantInput!) { updateTenant(id: $id, input: $input) { name companyName timeZone } }`
    const { data } = await ask(globalAdmin.token, update, {
      id,
      input: { companyName: 'Example Gutters LLC', timeZone: 'America/Denver' },
    })
    expect(data.updateTenant).toEqual({
      name: 'Example Gutters',
      companyName: 'Example Gutters LLC',
      timeZone: 'America/Denver',
    })
    expect((await call(globalAdmin.token, 'GET', `/tenants/${id}`)).body['data'].time_zone).toBe('America/Denver')
    const list = await call(globalAdmin.token, 'GET', '/tenants?limit=1')
    expect([list.body['total'], list.body['data'].map((tenant: { id: string }) => tenant.id)]).toEqual([3, [id]])
    const log = await call(globalAdmin.token, 'GET', '/activity/logs', undefined, { 'x-tenant-id': id })
    expect(typesIn(log.body)).toEqual(['TenantUpdated', 'TenantCreated'])
    expect(log.body['data'][0].data).toEqual({ tenantId: id, fields: ['companyName', 'timeZone'] })
  })

  it('need a name and a valid time zone', async () => {
    for (const [body, field] of [
      [{}, 'name'],
      [{ name: '  ' }, 'name'],
      [{ name: 'Sample', time_zone: 'Mars/Olympus' }, 'time_zone'],
      [{ name: 'Sample', time_zone: '+05:00' }, 'time_zone'],
    ] as const) {
      const answer = await call(globalAdmin.token, 'POST', '/tenants', body)
      expect([answer.status, Object.keys(answer.body['errors'])]).toEqual([422, [field]])
    }
    const answer = await call(globalAdmin.token, 'PUT', `/tenants/${testTenant.tenantId}`, { time_zone: 'EST5' })
    expect(answer.status).toBe(422)
    expect((await call(globalAdmin.token, 'PUT', `/tenants/${randomUUID()}`, { name: 'x' })).status).toBe(404)
  })

  it('have unique names, regardless of case and concurrency', async () => {
    const make = (name: string) => call(globalAdmin.token, 'POST', '/tenants', { name })
    const twice = await Promise.all(Array.from({ length: 5 }, () => make('Sample Storm Crew')))
    expect(twice.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
    const again = await make('  sample   STORM crew')
    expect([again.status, again.body['detail']]).toEqual([409, 'A tenant has this name.'])
    const { id } = (await make('Sample Hail Crew')).body['data']
    const rename = (name: string) => call(globalAdmin.token, 'PUT', `/tenants/${id}`, { name })
    expect((await rename('sample storm crew')).status).toBe(409)
    expect((await rename('SAMPLE Hail crew')).body['data'].name).toBe('SAMPLE Hail crew')
    expect(
      (
        await call(globalAdmin.token, 'PUT', `/tenants/${id}`, {
          name: 'SAMPLE Hail crew',
          company_name: 'Sample Hail',
        })
      ).status,
    ).toBe(200)
  })

  it('are visible to their owner and admins, and not found for others', async () => {
    expect((await call(testTenant.owner.token, 'GET', `/tenants/${testTenant.tenantId}`)).status).toBe(200)
    expect((await call(testTenant.owner.token, 'GET', `/tenants/${otherTenant.tenantId}`)).status).toBe(404)
    expect((await call(rep.token, 'GET', `/tenants/${testTenant.tenantId}`)).status).toBe(403)
    expect((await call(rep.token, 'GET', '/tenants/current')).body['data'].id).toBe(testTenant.tenantId)
    for (const path of ['/tenants', `/tenants/${otherTenant.tenantId}/stats`])
      expect((await call(testTenant.owner.token, 'GET', path)).status).toBe(path === '/tenants' ? 403 : 404)
  })

  it('report counts of their data', async () => {
    const query = 'query ($id: ID) { tenantStats(id: $id) { tenantId users activeUsers properties leads apiCalls } }'
    const own = { tenantId: otherTenant.tenantId, users: 2, activeUsers: 2, properties: 1, leads: 0, apiCalls: 0 }
    expect((await ask(otherTenant.owner.token, query)).data.tenantStats).toEqual(own)
    expect((await ask(globalAdmin.token, query, { id: otherTenant.tenantId })).data.tenantStats).toEqual(own)
    const { body } = await call(globalAdmin.token, 'GET', `/tenants/${otherTenant.tenantId}/stats`)
    expect(body['data']).toMatchObject({ user_count: 2, property_count: 1, last_activity_at: null })
    const users = await call(globalAdmin.token, 'GET', `/tenants/${otherTenant.tenantId}/users`)
    expect([users.body['total'], users.body['data'].length]).toEqual([2, 2])
    expect((await call(testTenant.owner.token, 'GET', `/tenants/${otherTenant.tenantId}/users`)).status).toBe(404)
  })
})

describe('the activity log', () => {
  beforeAll(async () => {
    for (const property_id of testTenant.properties[0]!)
      await call(rep.token, 'POST', '/crm/door-knocks', { property_id, outcome: 'talked' })
    await call(testTenant.reps[1]!.token, 'POST', '/crm/door-knocks', {
      property_id: testTenant.properties[1]![0],
      outcome: 'nobody_home',
    })
  })

  it('lists actions on accounts with actor and subject', async () => {
    const email = 'audited@sample.example'
    const password = 'a sample password'
    await call(null, 'POST', '/auth/register', { email, password, full_name: 'Audited Sample' })
    const { rows } = await owner.query('select id from users where email = $1', [email])
    const id = rows[0].id as string
    await call(globalAdmin.token, 'POST', `/users/${id}/approve`, { tenant_id: testTenant.tenantId, role: 'sales_rep' })
    await call(null, 'POST', '/auth/login', { email, password: 'a wrong one' })
    const { body: session } = await call(null, 'POST', '/auth/login', { email, password })
    await call(session['access_token'], 'POST', '/auth/logout', {})
    await call(globalAdmin.token, 'PUT', `/users/${id}`, { role: 'admin', phone: '(555) 0100-101' })
    await call(globalAdmin.token, 'PUT', `/users/${id}/block`)
    await call(globalAdmin.token, 'PUT', `/users/${id}/block`)
    await call(globalAdmin.token, 'POST', `/users/${id}/reset-password`, { new_password: 'other words' })
    await call(globalAdmin.token, 'DELETE', `/users/${id}`)

    const { body } = await call(testTenant.owner.token, 'GET', '/activity/logs?limit=10')
    expect(typesIn(body)).toEqual([
      'UserDeleted',
      'PasswordReset',
      'UserUnblocked',
      'UserBlocked',
      'UserEdited',
      'UserRoleChanged',
      'UserSignedOut',
      'UserSignedIn',
      'SignInRefused',
      'UserApproved',
    ])
    expect(body['data'][0]).toMatchObject({
      user_id: globalAdmin.id,
      user: { full_name: 'Sample Boss' },
      real_role: 'global_admin',
      acting_role: 'global_admin',
      subject_id: id,
      subject_name: 'Audited Sample',
      tenant_name: 'Sample Tenant',
    })
    expect(body['data'][5].data).toEqual({ userId: id, from: 'sales_rep', to: 'admin' })
    expect(body['data'][8]).toMatchObject({ user_id: null, subject_name: 'Audited Sample' })
    expect(JSON.stringify(body)).not.toContain(email)
  })

  it('is filtered by actor, type and time', async () => {
    const { body: knocks } = await call(testTenant.owner.token, 'GET', '/activity/logs?type=DoorKnocked')
    expect([knocks['total'], knocks['data'].length]).toEqual([4, 4])
    const { body: mine } = await call(
      testTenant.owner.token,
      'GET',
      `/activity/logs?type=DoorKnocked&user_id=${rep.id}`,
    )
    expect(mine['total']).toBe(3)
    const { body: some } = await call(testTenant.owner.token, 'GET', '/activity/logs?type=UserBlocked,UserUnblocked')
    expect(typesIn(some)).toEqual(['UserUnblocked', 'UserBlocked'])
    const [newest, , third] = knocks['data']
    const from = encodeURIComponent(third.recorded_at)
    const to = encodeURIComponent(newest.recorded_at)
    const { body: between } = await call(
      testTenant.owner.token,
      'GET',
      `/activity/logs?type=DoorKnocked&from=${from}&to=${to}`,
    )
    expect(between['data'].map(({ position }: { position: number }) => position)).toEqual(
      knocks['data'].slice(1, 3).map(({ position }: { position: number }) => position),
    )
    const { body: none } = await call(testTenant.owner.token, 'GET', '/activity/logs?from=2999-01-01T00:00:00Z')
    expect(none).toEqual({ data: [], total: 0 })
    for (const [query, status] of [
      ['from=yesterday', 400],
      ['limit=x', 400],
      ['type=%00', 400],
      ['user_id=%00', 400],
    ] as const)
      expect([query, (await call(testTenant.owner.token, 'GET', `/activity/logs?${query}`)).status]).toEqual([
        query,
        status,
      ])
  })

  it('is paged by position, and by time for a global admin across tenants', async () => {
    const query = `query ($after: String, $first: Int) { activityLog(first: $first, after: $after) {
      totalCount pageInfo { hasNextPage endCursor } edges { node { eventId tenantId position recordedAt } } } }`
    type Event = { eventId: string; tenantId: string; position: number; recordedAt: string }
    const readAll = async (token: string, first: number, headers?: Record<string, string>) => {
      const events: Event[] = []
      for (let after: string | null = null; ;) {
        const { activityLog } = (await ask(token, query, { after, first }, headers)).data as {
          activityLog: {
            totalCount: number
            pageInfo: { hasNextPage: boolean; endCursor: string }
            edges: { node: Event }[]
          }
        }
        events.push(...activityLog.edges.map(({ node }) => node))
        if (!activityLog.pageInfo.hasNextPage) return { events, total: activityLog.totalCount }
        after = activityLog.pageInfo.endCursor
      }
    }
    const own = await readAll(testTenant.owner.token, 4)
    expect(own.events.map(({ position }) => position)).toEqual(
      Array.from({ length: own.total }, (_, n) => own.total - n),
    )
    const everything = await readAll(globalAdmin.token, 3)
    expect(new Set(everything.events.map(({ eventId }) => eventId)).size).toBe(everything.total)
    expect(everything.events).toHaveLength(everything.total)
    expect(new Set(everything.events.map(({ tenantId }) => tenantId)).size).toBeGreaterThan(2)
    const times = everything.events.map(({ recordedAt }) => recordedAt)
    expect(times).toEqual([...times].sort().reverse())
    const chosen = await readAll(globalAdmin.token, 100, { 'x-tenant-id': testTenant.tenantId })
    expect(chosen).toEqual(own)
  })

  it('shows a rep their own actions only, and another tenant nothing', async () => {
    const { body } = await call(rep.token, 'GET', '/activity/logs')
    expect(new Set(body['data'].map((event: { user_id: string }) => event.user_id))).toEqual(new Set([rep.id]))
    expect(body['total']).toBe(3)
    expect((await call(otherTenant.owner.token, 'GET', '/activity/logs')).body).toEqual({ data: [], total: 0 })
    const forged = await ask(rep.token, '{ activityLog(after: "bm9uc2Vuc2U") { edges { cursor } } }')
    expect(forged.errors[0].extensions.code).toBe('BAD_USER_INPUT')
  })

  it('is counted by action over the last days', async () => {
    const { body } = await call(rep.token, 'GET', '/activity/stats?days=1')
    expect(body).toEqual({ data: { days: 1, api_calls: 3, by_action: { DoorKnocked: 3 } } })
    const query = '{ activityStats(days: 30) { days apiCalls byAction { action count } } }'
    const { activityStats } = (await ask(testTenant.owner.token, query)).data
    expect(activityStats.byAction[0]).toEqual({ action: 'DoorKnocked', count: 4 })
    const { rows } = await owner.query('select position::int from activity_heads where tenant_id = $1', [
      testTenant.tenantId,
    ])
    expect(activityStats.apiCalls).toBe(rows[0].position)
    const all = (await ask(globalAdmin.token, query)).data.activityStats
    expect(all.apiCalls).toBeGreaterThan(activityStats.apiCalls)
    expect((await call(rep.token, 'GET', '/activity/stats?days=0')).status).toBe(422)
    expect((await call(rep.token, 'GET', '/activity/stats?days=many')).status).toBe(400)
  })
})

// At the end, because the names and the logs of both tenants stand in the tests above.
describe('the settings of a tenant', () => {
  it('are changed by its owner, with its names and time zone, and by no rep or other owner', async () => {
    const changes = {
      name: 'Sample Company of Owners',
      company_name: 'Sample Company LLC',
      time_zone: 'America/Denver',
    }
    const change = (token: string) => call(token, 'PUT', `/tenants/${otherTenant.tenantId}`, changes)
    expect((await change(rep.token)).status).toBe(403)
    expect((await change(testTenant.owner.token)).status).toBe(404)
    expect((await change(otherTenant.owner.token)).body['data']).toMatchObject(changes)
  })
})
