import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { addUser } from '../support/testTenant.ts'
import { graphql, rest } from '../support/client.ts'
import { createServerFixture } from '../support/serverFixture.ts'
import type { TestUser } from '../support/testTenant.ts'

const fixture = await createServerFixture()
const { globalAdmin, server, otherTenant, testTenant, db: owner } = fixture
afterAll(() => fixture.teardown())

type Headers = Record<string, string>
const inTenant = (tenantId = testTenant.tenantId): Headers => ({ 'x-tenant-id': tenantId })
const viewing = (role: string, headers = inTenant()): Headers => ({ ...headers, 'x-impersonate-role': role })
const call = (token: string, method: string, path: string, headers: Headers = {}, body?: unknown) =>
  rest(server.url, token, method, path, body, headers)

describe('a global admin', () => {
  it('reads across tenants, or only the chosen one', async () => {
    expect((await call(globalAdmin.token, 'GET', '/properties')).body['total']).toBe(3)
    expect((await call(globalAdmin.token, 'GET', '/properties', inTenant())).body['total']).toBe(2)
    expect((await call(globalAdmin.token, 'GET', '/tenants/current')).body).toEqual({ data: null })
    expect((await call(globalAdmin.token, 'GET', '/tenants/current', inTenant())).body['data'].id).toBe(
      testTenant.tenantId,
    )
  })

  it('gets an error for an unknown chosen tenant, by REST and GraphQL', async () => {
    for (const id of [randomUUID(), 'not-an-id']) {
      const answer = await call(globalAdmin.token, 'GET', '/properties', inTenant(id))
      expect([answer.status, answer.body['detail']]).toEqual([404, 'Tenant not found'])
      const { errors } = await graphql(server.url, globalAdmin.token, '{ me { id } }', {}, inTenant(id))
      expect(errors[0]).toMatchObject({ message: 'Tenant not found', extensions: { code: 'NOT_FOUND' } })
    }
  })

  it('has, viewing as a role, the permissions of both roles only', async () => {
    const query = `{ me { role effectiveRole tenant { id }
      abilities { viewAllProperties deleteLeads manageTemplates addUsers assignableRoles manageUsers manageTenants viewAs } } }`
    const me = async (role: string) => (await graphql(server.url, globalAdmin.token, query, {}, viewing(role))).data.me
    const abilities = {
      viewAllProperties: true,
      deleteLeads: true,
      manageTemplates: true,
      addUsers: false,
      assignableRoles: [],
      manageUsers: false,
      manageTenants: false,
      viewAs: true,
    }
    expect(await me('admin')).toEqual({
      role: 'GLOBAL_ADMIN',
      effectiveRole: 'ADMIN',
      tenant: { id: testTenant.tenantId },
      abilities,
    })
    expect((await me('owner')).abilities).toEqual({
      ...abilities,
      deleteLeads: false,
      addUsers: true,
      assignableRoles: ['SALES_REP', 'ADMIN'],
    })
    expect((await me('sales_rep')).abilities).toEqual({
      ...abilities,
      viewAllProperties: false,
      deleteLeads: false,
      manageTemplates: false,
    })
    expect((await me('global_admin')).abilities).toMatchObject({ manageUsers: true, manageTenants: true })
  })

  it('sees as a rep only properties assigned to them, which are none', async () => {
    expect((await call(globalAdmin.token, 'GET', '/properties', viewing('sales_rep'))).body['total']).toBe(0)
    expect((await call(globalAdmin.token, 'GET', '/properties', viewing('owner'))).body['total']).toBe(2)
    expect((await call(globalAdmin.token, 'PUT', `/users/${testTenant.owner.id}/block`, viewing('owner'))).status).toBe(
      403,
    )
    const foreign = await call(
      globalAdmin.token,
      'GET',
      `/properties/${otherTenant.properties[0]![0]}`,
      viewing('owner'),
    )
    expect(foreign.status).toBe(404)
  })

  it('is assigned, as a rep, the properties they save, with or without a lead, and sees them by REST and GraphQL', async () => {
    const rep = viewing('sales_rep', inTenant(otherTenant.tenantId))
    const savedProperty = (number: number) => ({
      address: `${number} Sample View Rd`,
      lat: 37 + number / 1_000,
      lng: -88,
    })
    const ask = async (query: string, variables: object = {}) =>
      (await graphql(server.url, globalAdmin.token, query, variables, rep)).data
    const saved = await call(globalAdmin.token, 'POST', '/properties', rep, savedProperty(1))
    expect([saved.status, saved.body['data'].assigned_to]).toEqual([201, globalAdmin.id])
    const withLead = await call(globalAdmin.token, 'POST', '/leads', rep, { property: savedProperty(2), tag: 'storm' })
    expect(withLead.status).toBe(201)
    const { createProperty } = await ask(
      'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id assignedTo { id } } }',
      { input: savedProperty(3) },
    )
    expect(createProperty.assignedTo).toEqual({ id: globalAdmin.id })
    const { createLead } = await ask(
      'mutation ($newProperty: NewPropertyInput!) { createLead(input: { newProperty: $newProperty, tag: STORM }) { id property { id } } }',
      { newProperty: savedProperty(4) },
    )
    const lead = withLead.body['data']
    const savedProperties = [createLead.property.id, createProperty.id, lead.property_id, saved.body['data'].id]
    const leads = [createLead.id, lead.id]
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
    expect(ids((await call(globalAdmin.token, 'GET', '/properties', rep)).body['data'])).toEqual(savedProperties)
    expect(ids((await call(globalAdmin.token, 'GET', '/leads', rep)).body['data'])).toEqual(leads)
    const seen = await ask('{ properties { edges { node { id } } } leads { edges { node { id } } } }')
    expect(seen).toEqual({
      properties: { edges: savedProperties.map((id) => ({ node: { id } })) },
      leads: { edges: leads.map((id) => ({ node: { id } })) },
    })
  })

  it('is assigned nothing in a role that sees every property', async () => {
    const savedProperty = { address: '9 Sample View Rd', lat: 37, lng: -88 }
    for (const [lng, headers] of [
      viewing('owner', inTenant(otherTenant.tenantId)),
      inTenant(otherTenant.tenantId),
    ].entries()) {
      const { body } = await call(globalAdmin.token, 'POST', '/properties', headers, { ...savedProperty, lng })
      expect(body['data'].assigned_to).toBeNull()
    }
  })

  it('must choose a tenant to view as a role', async () => {
    const answer = await call(globalAdmin.token, 'GET', '/properties', viewing('owner', {}))
    expect([answer.status, answer.body['detail']]).toEqual([422, 'Choose a tenant first'])
  })

  it('cannot view as an unknown role', async () => {
    expect((await call(globalAdmin.token, 'GET', '/properties', viewing('emperor'))).status).toBe(422)
  })
})

it('no other role can view as a role or choose a tenant', async () => {
  for (const { token } of [testTenant.owner, testTenant.reps[0]!]) {
    const viewed = await call(token, 'GET', '/properties', viewing('admin', {}))
    expect([viewed.status, viewed.body['detail']]).toEqual([403, 'Only global admins can impersonate roles.'])
    expect((await call(token, 'GET', '/tenants/current', inTenant(otherTenant.tenantId))).body['data'].id).toBe(
      testTenant.tenantId,
    )
  }
})

describe('the log', () => {
  const views = async (session: TestUser) =>
    (
      await owner.query(
        `select type, data->>'role' as role, real_role, acting_role, tenant_id from activity_events
         where type like 'ViewAs%' and actor_id = $1 order by recorded_at, position`,
        [session.id],
      )
    ).rows

  it('records the start, change and end of viewing as a role once, however many requests arrive together', async () => {
    const viewer = await addUser(owner, null, 'global_admin', 'Sample Viewer')
    const look = (headers: Headers) =>
      Promise.all(Array.from({ length: 8 }, () => call(viewer.token, 'GET', '/leads', headers)))
    await look(viewing('owner'))
    await look(viewing('owner'))
    await look(viewing('sales_rep', inTenant(otherTenant.tenantId)))
    await look({})
    const received = { real_role: 'global_admin' }
    expect(await views(viewer)).toEqual([
      { ...received, type: 'ViewAsStarted', role: 'owner', acting_role: 'owner', tenant_id: testTenant.tenantId },
      { ...received, type: 'ViewAsStopped', role: 'owner', acting_role: 'sales_rep', tenant_id: testTenant.tenantId },
      {
        ...received,
        type: 'ViewAsStarted',
        role: 'sales_rep',
        acting_role: 'sales_rep',
        tenant_id: otherTenant.tenantId,
      },
      {
        ...received,
        type: 'ViewAsStopped',
        role: 'sales_rep',
        acting_role: 'global_admin',
        tenant_id: otherTenant.tenantId,
      },
    ])
  })

  it('records the real and the acting role of every action', async () => {
    const knock = { property_id: testTenant.properties[0]![0], outcome: 'talked' }
    expect(
      (await call(globalAdmin.token, 'PUT', `/properties/${knock.property_id}`, viewing('owner'), { notes: 'x' }))
        .status,
    ).toBe(200)
    const { body } = await call(
      testTenant.owner.token,
      'GET',
      `/activity/logs?user_id=${globalAdmin.id}&type=PropertyEdited`,
    )
    expect(body['data'][0]).toMatchObject({
      real_role: 'global_admin',
      acting_role: 'owner',
      user: { full_name: 'Sample Boss', email: '' },
    })
  })
})

describe('viewing the app as a person', () => {
  const asRep = (id: string, role = 'sales_rep', tenantId = testTenant.tenantId): Headers => ({
    ...viewing(role, inTenant(tenantId)),
    'x-impersonate-user': id,
  })
  const [rep, colleague] = testTenant.reps as [TestUser, TestUser]

  it("shows that person's records and nothing more", async () => {
    const ids = async (token: string, headers: Headers = {}) =>
      (await call(token, 'GET', '/properties', headers)).body['data'].map(({ id }: { id: string }) => id)
    expect(await ids(globalAdmin.token, viewing('sales_rep'))).toEqual([])
    expect(await ids(globalAdmin.token, asRep(rep.id))).toEqual(await ids(rep.token))
    expect(await ids(globalAdmin.token, asRep(colleague.id))).toEqual(await ids(colleague.token))
    const foreign = testTenant.properties[1]![0]!
    expect((await call(globalAdmin.token, 'GET', `/properties/${foreign}`, asRep(rep.id))).status).toBe(404)
    expect((await call(globalAdmin.token, 'GET', '/users', asRep(rep.id))).status).toBe(403)
    const { data } = await graphql(
      server.url,
      globalAdmin.token,
      '{ me { id viewedUser { fullName } } }',
      {},
      asRep(rep.id),
    )
    expect(data.me).toEqual({ id: globalAdmin.id, viewedUser: { fullName: 'Sample Rep 00' } })
  })

  it('changes nothing', async () => {
    const refused = [403, 'You are viewing the app as another person, so nothing can be changed.']
    const [property] = testTenant.properties[0]!
    for (const [path, body] of [
      ['/leads', { property_id: property, tag: 'storm' }],
      ['/crm/door-knocks', { property_id: property, outcome: 'talked' }],
    ] as const) {
      const { status, body: answer } = await call(globalAdmin.token, 'POST', path, asRep(rep.id), body)
      expect([status, answer['detail']]).toEqual(refused)
    }
    const start = 'mutation { startKnockSession { id } }'
    const { errors } = await graphql(server.url, globalAdmin.token, start, {}, asRep(rep.id))
    expect(errors[0].extensions.code).toBe('FORBIDDEN')
  })

  it('needs a person with that role in the chosen tenant', async () => {
    for (const headers of [
      asRep(otherTenant.reps[0]!.id),
      asRep(rep.id, 'owner'),
      asRep(rep.id, 'sales_rep', otherTenant.tenantId),
      asRep(randomUUID()),
      { ...inTenant(), 'x-impersonate-user': rep.id },
    ])
      expect((await call(globalAdmin.token, 'GET', '/properties', headers)).status).toBe(404)
    expect((await call(rep.token, 'GET', '/properties', { 'x-impersonate-user': colleague.id })).status).toBe(403)
  })

  it('is recorded with the person, and so is the change to another', async () => {
    for (const headers of [inTenant(), asRep(rep.id), asRep(colleague.id), inTenant()])
      await call(globalAdmin.token, 'GET', '/properties', headers)
    const types = 'type=ViewAsStarted,ViewAsStopped&limit=4'
    const log = await call(globalAdmin.token, 'GET', `/activity/logs?${types}`, inTenant())
    const viewed = log.body['data'].map((event: { type: string; data: object; subject_name: string | null }) => [
      event.type,
      event.data,
    ])
    expect(viewed).toEqual([
      ['ViewAsStopped', { role: 'sales_rep', userId: colleague.id }],
      ['ViewAsStarted', { role: 'sales_rep', userId: colleague.id }],
      ['ViewAsStopped', { role: 'sales_rep', userId: rep.id }],
      ['ViewAsStarted', { role: 'sales_rep', userId: rep.id }],
    ])
  })
})
