import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { addUser } from '../support/testTenant.ts'
import { graphql, rest } from '../support/client.ts'
import { createServerFixture } from '../support/serverFixture.ts'
import type { TestUser } from '../support/testTenant.ts'

const team = await createServerFixture()
const { boss, server, stranger, world, db: owner } = team
afterAll(() => team.teardown())

type Headers = Record<string, string>
const inTenant = (tenantId = world.tenantId): Headers => ({ 'x-tenant-id': tenantId })
const viewing = (role: string, headers = inTenant()): Headers => ({ ...headers, 'x-impersonate-role': role })
const call = (token: string, method: string, path: string, headers: Headers = {}, body?: unknown) =>
  rest(server.url, token, method, path, body, headers)

describe('a global admin', () => {
  it('reads across tenants, or only the one they chose', async () => {
    expect((await call(boss.token, 'GET', '/properties')).body['total']).toBe(3)
    expect((await call(boss.token, 'GET', '/properties', inTenant())).body['total']).toBe(2)
    expect((await call(boss.token, 'GET', '/tenants/current')).body).toEqual({ data: null })
    expect((await call(boss.token, 'GET', '/tenants/current', inTenant())).body['data'].id).toBe(world.tenantId)
  })

  it('is told of a chosen tenant that is not there, by REST and GraphQL', async () => {
    for (const id of [randomUUID(), 'not-an-id']) {
      const answer = await call(boss.token, 'GET', '/properties', inTenant(id))
      expect([answer.status, answer.body['detail']]).toEqual([404, 'Tenant not found'])
      const { errors } = await graphql(server.url, boss.token, '{ me { id } }', {}, inTenant(id))
      expect(errors[0]).toMatchObject({ message: 'Tenant not found', extensions: { code: 'NOT_FOUND' } })
    }
  })

  it('views as each role with what both may do, and no more', async () => {
    const query = `{ me { role effectiveRole tenant { id }
      abilities { viewAllProperties deleteLeads manageTemplates addUsers assignableRoles manageUsers manageTenants viewAs } } }`
    const me = async (role: string) => (await graphql(server.url, boss.token, query, {}, viewing(role))).data.me
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
      tenant: { id: world.tenantId },
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

  it('sees of the tenant, as a rep, only what is assigned to them, which is nothing', async () => {
    expect((await call(boss.token, 'GET', '/properties', viewing('sales_rep'))).body['total']).toBe(0)
    expect((await call(boss.token, 'GET', '/properties', viewing('owner'))).body['total']).toBe(2)
    expect((await call(boss.token, 'PUT', `/users/${world.owner.id}/block`, viewing('owner'))).status).toBe(403)
    const foreign = await call(boss.token, 'GET', `/properties/${stranger.properties[0]![0]}`, viewing('owner'))
    expect(foreign.status).toBe(404)
  })

  it('is assigned, as a rep, the houses they save, with a lead and without, and sees them, by REST and GraphQL', async () => {
    const rep = viewing('sales_rep', inTenant(stranger.tenantId))
    const house = (number: number) => ({ address: `${number} Sample View Rd`, lat: 37 + number / 1_000, lng: -88 })
    const ask = async (query: string, variables: object = {}) =>
      (await graphql(server.url, boss.token, query, variables, rep)).data
    const saved = await call(boss.token, 'POST', '/properties', rep, house(1))
    expect([saved.status, saved.body['data'].assigned_to]).toEqual([201, boss.id])
    const withLead = await call(boss.token, 'POST', '/leads', rep, { property: house(2), tag: 'storm' })
    expect(withLead.status).toBe(201)
    const { createProperty } = await ask(
      'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id assignedTo { id } } }',
      { input: house(3) },
    )
    expect(createProperty.assignedTo).toEqual({ id: boss.id })
    const { createLead } = await ask(
      'mutation ($newProperty: NewPropertyInput!) { createLead(input: { newProperty: $newProperty, tag: STORM }) { id property { id } } }',
      { newProperty: house(4) },
    )
    const lead = withLead.body['data']
    const houses = [createLead.property.id, createProperty.id, lead.property_id, saved.body['data'].id]
    const leads = [createLead.id, lead.id]
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
    expect(ids((await call(boss.token, 'GET', '/properties', rep)).body['data'])).toEqual(houses)
    expect(ids((await call(boss.token, 'GET', '/leads', rep)).body['data'])).toEqual(leads)
    const seen = await ask('{ properties { edges { node { id } } } leads { edges { node { id } } } }')
    expect(seen).toEqual({
      properties: { edges: houses.map((id) => ({ node: { id } })) },
      leads: { edges: leads.map((id) => ({ node: { id } })) },
    })
  })

  it('is assigned nothing where they see every house: it waits for somebody of the team', async () => {
    const house = { address: '9 Sample View Rd', lat: 37, lng: -88 }
    for (const [lng, headers] of [
      viewing('owner', inTenant(stranger.tenantId)),
      inTenant(stranger.tenantId),
    ].entries()) {
      const { body } = await call(boss.token, 'POST', '/properties', headers, { ...house, lng })
      expect(body['data'].assigned_to).toBeNull()
    }
  })

  it('is asked for a tenant where a role is viewed without one', async () => {
    const answer = await call(boss.token, 'GET', '/properties', viewing('owner', {}))
    expect([answer.status, answer.body['detail']]).toEqual([422, 'Choose a tenant first'])
  })

  it('is refused a role that nobody has', async () => {
    expect((await call(boss.token, 'GET', '/properties', viewing('emperor'))).status).toBe(422)
  })
})

it('nobody else views as a role or chooses a tenant', async () => {
  for (const { token } of [world.owner, world.reps[0]!]) {
    const viewed = await call(token, 'GET', '/properties', viewing('admin', {}))
    expect([viewed.status, viewed.body['detail']]).toEqual([403, 'Only global admins can impersonate roles.'])
    expect((await call(token, 'GET', '/tenants/current', inTenant(stranger.tenantId))).body['data'].id).toBe(
      world.tenantId,
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

  it('hears of a view when it begins, changes and stops, once, however many requests come together', async () => {
    const viewer = await addUser(owner, null, 'global_admin', 'Sample Viewer')
    const look = (headers: Headers) =>
      Promise.all(Array.from({ length: 8 }, () => call(viewer.token, 'GET', '/leads', headers)))
    await look(viewing('owner'))
    await look(viewing('owner'))
    await look(viewing('sales_rep', inTenant(stranger.tenantId)))
    await look({})
    const told = { real_role: 'global_admin' }
    expect(await views(viewer)).toEqual([
      { ...told, type: 'ViewAsStarted', role: 'owner', acting_role: 'owner', tenant_id: world.tenantId },
      { ...told, type: 'ViewAsStopped', role: 'owner', acting_role: 'sales_rep', tenant_id: world.tenantId },
      { ...told, type: 'ViewAsStarted', role: 'sales_rep', acting_role: 'sales_rep', tenant_id: stranger.tenantId },
      { ...told, type: 'ViewAsStopped', role: 'sales_rep', acting_role: 'global_admin', tenant_id: stranger.tenantId },
    ])
  })

  it('tells the real and the acting role of everything that is done in a view', async () => {
    const knock = { property_id: world.properties[0]![0], outcome: 'talked' }
    expect(
      (await call(boss.token, 'PUT', `/properties/${knock.property_id}`, viewing('owner'), { notes: 'x' })).status,
    ).toBe(200)
    const { body } = await call(world.owner.token, 'GET', `/activity/logs?user_id=${boss.id}&type=PropertyEdited`)
    expect(body['data'][0]).toMatchObject({
      real_role: 'global_admin',
      acting_role: 'owner',
      user: { full_name: 'Sample Boss', email: '' },
    })
  })
})
