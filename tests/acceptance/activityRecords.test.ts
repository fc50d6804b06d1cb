import { afterAll, describe, expect, it } from 'vitest'
import { graphql, rest } from '../support/client.ts'
import { createServerFixture } from '../support/serverFixture.ts'

const fixture = await createServerFixture()
const { globalAdmin, rep, server, testTenant } = fixture
afterAll(() => fixture.teardown())

const call = (token: string, method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  rest(server.url, token, method, path, body, headers)

describe('the activity log', () => {
  it('does not name the user of another tenant whose id a client gave to something else', async () => {
    const property = await fixture.saveProperty(rep, { id: fixture.otherTenant.owner.id })
    const log = await call(rep.token, 'GET', '/activity/logs?type=PropertySaved&limit=1')
    expect(log.body['data'][0]).toMatchObject({ data: { propertyId: property['id'] }, subject_name: null })
  })

  it('names the lead, house or file of each event, unless it was deleted', async () => {
    const property = await fixture.saveProperty(rep, { address: '77 Record Ln' })
    const lead = await call(rep.token, 'POST', '/leads', { property_id: property['id'], tag: 'storm' })
    const leadId = lead.body['data'].id
    await call(rep.token, 'POST', '/crm/door-knocks', { property_id: property['id'], outcome: 'nobody_home' })
    const records = async () => {
      const log = await call(rep.token, 'GET', '/activity/logs?type=PropertySaved,LeadCreated,DoorKnocked&limit=3')
      return log.body['data'].map(({ type, record }: { type: string; record: object }) => [type, record])
    }
    const house = { kind: 'property', id: property['id'], label: '77 Record Ln' }
    const latest = (await call(rep.token, 'GET', '/activity/logs?type=LeadCreated&limit=1')).body['data'][0]
    const one = await call(rep.token, 'GET', `/activity/logs?event_id=${latest.event_id}`)
    expect(one.body).toEqual({ data: [latest], total: 1 })
    // Another person's event is not in the log that a rep reads.
    const stranger = await call(testTenant.reps[1]!.token, 'GET', `/activity/logs?event_id=${latest.event_id}`)
    expect(stranger.body).toEqual({ data: [], total: 0 })
    expect(await records()).toEqual([
      ['DoorKnocked', house],
      ['LeadCreated', { kind: 'lead', id: leadId, label: '77 Record Ln' }],
      ['PropertySaved', house],
    ])
    const inTenant = { 'x-tenant-id': testTenant.tenantId }
    expect((await call(globalAdmin.token, 'DELETE', `/leads/${leadId}`, undefined, inTenant)).status).toBe(200)
    expect((await records())[1]).toEqual(['LeadCreated', house])
    const explain = `{ explain(input: { figure: DOORS_KNOCKED }, first: 1) { edges { node { event { record { kind label } } } } } }`
    const { data } = await graphql(server.url, rep.token, explain)
    expect(data.explain.edges[0].node.event.record).toEqual({ kind: 'PROPERTY', label: '77 Record Ln' })
  })
})
