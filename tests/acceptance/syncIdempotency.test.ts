import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { graphql, rest } from '../support/client.ts'
import type { TestServer } from '../support/server.ts'
import { createServerFixture, type Json, type ServerFixture } from '../support/serverFixture.ts'
import type { TestUser } from '../support/testTenant.ts'
import { verifyLog } from '../../api/log/verify.ts'

let fixture: ServerFixture
let second: TestServer

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 6 })
  second = await fixture.takeSecondServer()
}, 60_000)
afterAll(() => fixture.teardown())

const SYNC = `mutation ($actions: [SyncActionInput!]!) { sync(actions: $actions) { id outcome code status } }`
const CREATE_LEAD = 'mutation ($input: CreateLeadInput!) { createLead(input: $input) { id tag } }'

const doors = () => fixture.testTenant.properties[0]!
let street = 0
const house = () => ({ address: `${(street += 1)} Repeat St`, lat: 43 + street / 1_000, lng: -89 })

async function countOf(type: string): Promise<number> {
  const { rows } = await fixture.db.query(
    'select count(*)::int as n from activity_events where tenant_id = $1 and type = $2',
    [fixture.testTenant.tenantId, type],
  )
  return rows[0].n as number
}

async function send(actions: object[], person: TestUser = fixture.rep, url = fixture.server.url, headers = {}) {
  const { data, errors } = await graphql(url, person.token, SYNC, { actions }, headers)
  if (errors) return errors[0].extensions.code as string
  return (data.sync as Json[]).map(({ outcome, code }) => (code ?? outcome) as string)
}

const byRest = (person: TestUser, path: string, body: object, url = fixture.server.url) =>
  rest(url, person.token, 'POST', path, body)

describe('a lead with a client-made id', () => {
  it('is created and counted once when the request is sent again', async () => {
    const before = await countOf('LeadCreated')
    const input = { id: uuidv7(), propertyId: doors()[0], tag: 'STORM' }
    const first = await fixture.execute(fixture.rep, CREATE_LEAD, { input })
    expect(await fixture.execute(fixture.rep, CREATE_LEAD, { input })).toEqual(first)
    expect(first.createLead.id).toBe(input.id)
    expect(await countOf('LeadCreated')).toBe(before + 1)
  })

  it('is told by the same header of GraphQL when it is a repeat', async () => {
    const createLead = {
      query: CREATE_LEAD,
      variables: { input: { id: uuidv7(), propertyId: doors()[0], tag: 'STORM' } },
    }
    const send = async () => {
      const response = await fetch(`${fixture.server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${fixture.rep.token}` },
        body: JSON.stringify(createLead),
      })
      const body = (await response.json()) as { data: { createLead: { id: string } } }
      return { headers: response.headers, body }
    }
    const [first, repeated] = [await send(), await send()]
    const [created, again] = [first.body.data.createLead, repeated.body.data.createLead]
    expect([created.id, again]).toEqual([createLead.variables.input.id, created])
    expect([first, repeated].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true'])
    // The name that answers to an Idempotency-Key had before.
    expect(repeated.headers.get('idempotent-replayed')).toBe('true')
  })

  it('is told by a header of REST when it is a repeat', async () => {
    const body = { id: uuidv7(), property: house(), tag: 'storm', template_data: { priority: 'high', crew: 'B' } }
    const first = await byRest(fixture.rep, '/leads', body)
    const repeated = await byRest(fixture.rep, '/leads', body)
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null])
    expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    expect(repeated.body).toEqual(first.body)
  })

  it('is the same lead in REST, where the template data may have its priority, and in GraphQL', async () => {
    const id = uuidv7()
    const propertyId = doors()[0]
    const body = { id, property_id: propertyId, tag: 'storm', template_data: { priority: 'high' } }
    expect((await byRest(fixture.rep, '/leads', body)).status).toBe(201)
    const input = { id, propertyId, tag: 'STORM', priority: 'HIGH' }
    expect((await fixture.execute(fixture.rep, CREATE_LEAD, { input })).createLead.id).toBe(id)
    expect(await fixture.errorCode(fixture.rep, CREATE_LEAD, { input: { ...input, priority: 'NORMAL' } })).toBe(
      'CONFLICT',
    )
  })

  it('is refused with an empty id, which is not the same as none', async () => {
    const lead = { id: '', property_id: doors()[0], tag: 'storm' }
    for (const [path, body] of [
      ['/leads', lead],
      ['/properties', { id: '', ...house() }],
      ['/crm/door-knock-session/start', { id: '' }],
    ] as const)
      expect([path, (await byRest(fixture.rep, path, body)).body['detail']]).toEqual([path, 'The id must be a UUID.'])
    const input = { id: '', propertyId: doors()[0], tag: 'STORM' }
    expect(await fixture.errorCode(fixture.rep, CREATE_LEAD, { input })).toBe('BAD_USER_INPUT')
  })

  it('is a conflict with other content, of another user, and with the id of something else', async () => {
    const id = uuidv7()
    const input = { id, propertyId: doors()[0], tag: 'STORM' }
    await fixture.execute(fixture.rep, CREATE_LEAD, { input })
    const before = await countOf('LeadCreated')
    expect(await fixture.errorCode(fixture.rep, CREATE_LEAD, { input: { ...input, tag: 'GUTTER' } })).toBe('CONFLICT')
    expect(await fixture.errorCode(fixture.owner, CREATE_LEAD, { input })).toBe('CONFLICT')
    expect((await byRest(fixture.rep, '/properties', { id, ...house() })).status).toBe(409)
    const { id: savedId } = await fixture.saveProperty(fixture.rep)
    expect((await byRest(fixture.rep, '/properties', { id: savedId, ...house() })).status).toBe(409)
    expect(
      (await byRest(fixture.rep, '/leads', { ...input, property_id: doors()[0], tag: 'storm', id: 'x' })).status,
    ).toBe(422)
    expect(await countOf('LeadCreated')).toBe(before)
  })

  it('is a conflict when its new property has the id of one that was saved without a client-made id', async () => {
    const id = doors()[0]!
    const graphqlInput = { newProperty: { ...house(), id }, tag: 'STORM' }
    expect(await fixture.errorCode(fixture.rep, CREATE_LEAD, { input: graphqlInput })).toBe('CONFLICT')
    expect((await byRest(fixture.rep, '/leads', { property: { ...house(), id }, tag: 'storm' })).status).toBe(409)
  })

  it('is independent of the same id in another tenant', async () => {
    const id = uuidv7()
    const { otherTenant, rep } = fixture
    await fixture.execute(rep, CREATE_LEAD, { input: { id, propertyId: doors()[0], tag: 'STORM' } })
    const [stranger] = otherTenant.reps as [TestUser]
    const input = { id, propertyId: otherTenant.properties[0]![0], tag: 'GUTTER' }
    expect((await fixture.execute(stranger, CREATE_LEAD, { input })).createLead).toEqual({ id, tag: 'GUTTER' })
  })

  it('may be sent again, changed, after it was refused', async () => {
    const input = { id: uuidv7(), propertyId: uuidv7(), tag: 'STORM' }
    expect(await fixture.errorCode(fixture.rep, CREATE_LEAD, { input })).toBe('NOT_FOUND')
    const repaired = { ...input, propertyId: doors()[0] }
    expect((await fixture.execute(fixture.rep, CREATE_LEAD, { input: repaired })).createLead.id).toBe(input.id)
  })

  it('is created once when sixteen requests send it at the same moment to two processes', async () => {
    const before = await countOf('LeadCreated')
    const body = { id: uuidv7(), property: { id: uuidv7(), ...house() }, tag: 'storm' }
    const urls = Array.from({ length: 16 }, (_, n) => (n % 2 ? second.url : fixture.server.url))
    const answers = await Promise.all(urls.map((url) => byRest(fixture.rep, '/leads', body, url)))
    expect(answers.map(({ status }) => status)).toEqual(urls.map(() => 201))
    expect(new Set(answers.map((answer) => answer.body['data'].id))).toEqual(new Set([body.id]))
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1)
    expect(await countOf('LeadCreated')).toBe(before + 1)
  })
})

describe('a property and a session with a client-made id', () => {
  it('are created once', async () => {
    const saved = [await countOf('PropertySaved'), await countOf('KnockSessionStarted')]
    const property = { id: uuidv7(), ...house() }
    const session = { id: uuidv7(), lat: 43, lng: -89 }
    for (const [path, body] of [
      ['/properties', property],
      ['/crm/door-knock-session/start', session],
    ] as const) {
      const [first, repeated] = [await byRest(fixture.rep, path, body), await byRest(fixture.rep, path, body)]
      expect([first.body['data'].id, repeated.body['data'].id]).toEqual([body.id, body.id])
      expect([first, repeated].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true'])
      expect((await byRest(fixture.colleague, path, body)).status).toBe(409)
    }
    expect([await countOf('PropertySaved'), await countOf('KnockSessionStarted')]).toEqual(saved.map((n) => n + 1))
  })

  it('end the session that was open; without an id the open one is returned', async () => {
    const start = (variables: object) =>
      fixture.execute(fixture.colleague, 'mutation ($id: ID) { startKnockSession(id: $id) { id } }', variables)
    const [first, other] = [uuidv7(), uuidv7()]
    await start({ id: first })
    expect((await start({})).startKnockSession.id).toBe(first)
    await start({ id: other })
    const { knockSessions } = await fixture.execute(fixture.colleague, '{ knockSessions(open: true) { id } }')
    expect(knockSessions).toEqual([{ id: other }])
  })
})

describe('a request for sync', () => {
  const day = () => {
    const [session, property, lead, knock] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
    return [
      { id: session, kind: 'SESSION_START', sessionStart: {} },
      { id: property, kind: 'PROPERTY', property: house() },
      { id: knock, kind: 'KNOCK', knock: { propertyId: property, outcome: 'TALKED', sessionId: session, note: 'Dog' } },
      { id: lead, kind: 'LEAD', lead: { propertyId: property, tag: 'STORM' } },
      { id: uuidv7(), kind: 'NOTE', note: { propertyId: property, text: 'Ring twice.' } },
      { id: uuidv7(), kind: 'STATUS', status: { leadId: lead, status: 'CONTACTED' } },
      { id: uuidv7(), kind: 'WITHDRAWAL', withdrawal: { knockId: knock } },
      { id: uuidv7(), kind: 'SESSION_END', sessionEnd: { sessionId: session } },
    ]
  }

  it('that is sent again is replayed as a whole, with other times too', async () => {
    const actions = day()
    expect(await send(actions)).toEqual(actions.map(() => 'APPLIED'))
    const events = await countEvents()
    const later = actions.map((action) => ({ ...action, occurredAt: new Date(Date.now() - 60_000).toISOString() }))
    expect(await send(later)).toEqual(actions.map(() => 'REPLAYED'))
    expect(await countEvents()).toBe(events)
  })

  it('that two tabs send at the same moment to two processes is applied once', async () => {
    const actions = day()
    const before = await countEvents()
    const answers = await Promise.all([fixture.server.url, second.url].map((url) => send(actions, fixture.rep, url)))
    for (let index = 0; index < actions.length; index += 1)
      expect(new Set(answers.map((answer) => answer[index]))).toEqual(new Set(['APPLIED', 'REPLAYED']))
    expect(await countEvents()).toBe(before + actions.length)
  })

  it('continues what single mutations have begun', async () => {
    const [property, lead] = [uuidv7(), uuidv7()]
    const place = house()
    const input = { id: lead, newProperty: { id: property, ...place }, tag: 'STORM' }
    await fixture.execute(fixture.rep, CREATE_LEAD, { input })
    const actions = [
      { id: property, kind: 'PROPERTY', property: place },
      { id: lead, kind: 'LEAD', lead: { newProperty: { id: property, ...place }, tag: 'STORM' } },
      { id: uuidv7(), kind: 'KNOCK', dependsOn: [property], knock: { propertyId: property, outcome: 'TALKED' } },
    ]
    expect(await send(actions.slice(0, 2))).toEqual(['REPLAYED', 'REPLAYED'])
    expect(await send(actions.slice(2))).toEqual(['APPLIED'])
  })

  it('rejects an id with other content: of a knock its note, position, session and outcome', async () => {
    const id = uuidv7()
    const knock = { propertyId: doors()[1], outcome: 'TALKED', note: 'Dog', lat: 41, lng: -89, accuracyMeters: 8.5 }
    const again = (change: object) => send([{ id, kind: 'KNOCK', knock: { ...knock, ...change } }])
    expect(await again({})).toEqual(['APPLIED'])
    expect(await again({})).toEqual(['REPLAYED'])
    for (const change of [
      { note: 'Cat' },
      { lat: 42 },
      { accuracyMeters: 9 },
      { outcome: 'INTERESTED' },
      { note: null },
    ])
      expect([change, await again(change)]).toEqual([change, ['CONFLICT']])
    expect(await send([{ id, kind: 'KNOCK', knock }], fixture.colleague)).toEqual(['CONFLICT'])
    expect(await again({ accuracyMeters: -1 })).toEqual(['BAD_USER_INPUT'])
  })

  it('saves 200 knocks in one or a few transactions, in order', async () => {
    const actions = Array.from({ length: 200 }, (_, n) => ({
      id: uuidv7(),
      kind: 'KNOCK',
      occurredAt: new Date(Date.now() - (200 - n) * 1_000).toISOString(),
      knock: { propertyId: doors()[n % 3], outcome: n % 2 ? 'TALKED' : 'INTERESTED' },
    }))
    expect(await send(actions)).toEqual(actions.map(() => 'APPLIED'))
    const ids = actions.map(({ id }) => id)
    const { rows } = await fixture.db.query(
      'select event_id, xmin::text as transaction from activity_events where event_id = any($1) order by position',
      [ids],
    )
    expect(rows.map(({ event_id }) => event_id as string)).toEqual(ids)
    expect(new Set(rows.map(({ transaction }) => transaction as string)).size).toBeLessThanOrEqual(3)
    expect(await send([...actions, ...actions.slice(0, 1)])).toBe('BAD_USER_INPUT')
  })

  it('uses times of the last seven days only, and changes no record backwards', async () => {
    const [tooOld, tooLate] = [uuidv7(), uuidv7()]
    const [lead] = [uuidv7()]
    const now = Date.now()
    const outcomes = await send([
      { id: tooOld, kind: 'LEAD', occurredAt: '2001-01-01T00:00:00Z', lead: { propertyId: doors()[2], tag: 'STORM' } },
      { id: tooLate, kind: 'LEAD', occurredAt: '2901-01-01T00:00:00Z', lead: { propertyId: doors()[2], tag: 'STORM' } },
      { id: lead, kind: 'LEAD', lead: { propertyId: doors()[2], tag: 'STORM' } },
      {
        id: uuidv7(),
        kind: 'STATUS',
        occurredAt: new Date(now - 86_400_000).toISOString(),
        status: { leadId: lead, status: 'COMPLETED' },
      },
    ])
    expect(outcomes).toEqual(['APPLIED', 'APPLIED', 'APPLIED', 'APPLIED'])
    const { rows } = await fixture.db.query(
      'select id, created_at, updated_at, completed_at from leads where id = any($1)',
      [[tooOld, tooLate, lead]],
    )
    const byId = new Map(rows.map((row) => [row.id as string, row as Record<string, Date>]))
    const ageOf = (id: string) => now - byId.get(id)!['created_at']!.getTime()
    expect(ageOf(tooOld) / 86_400_000).toBeCloseTo(7, 2)
    expect(Math.abs(ageOf(tooLate))).toBeLessThan(60_000)
    const { created_at: created, updated_at: updated, completed_at: completed } = byId.get(lead)!
    expect(completed).toEqual(created)
    expect(updated!.getTime()).toBeGreaterThanOrEqual(created!.getTime())
  })

  it('is for callers who may write: no read-only key, nobody who views as a person, a chosen tenant', async () => {
    const { execute, rep, globalAdmin, testTenant } = fixture
    const key =
      'mutation ($scope: ApiKeyScope!) { createApiKey(input: { name: "Sync", scope: $scope, expiresInDays: 1 }) { token } }'
    const actions = [{ id: uuidv7(), kind: 'KNOCK', knock: { propertyId: doors()[0], outcome: 'TALKED' } }]
    const { createApiKey } = await execute(rep, key, { scope: 'READ' })
    expect(await send(actions, { id: '', token: createApiKey.token as string })).toBe('FORBIDDEN')
    const tenant = { 'x-tenant-id': testTenant.tenantId }
    const asRep = { ...tenant, 'x-impersonate-role': 'sales_rep', 'x-impersonate-user': rep.id }
    expect(await send(actions, globalAdmin, fixture.server.url, asRep)).toBe('FORBIDDEN')
    expect(await send(actions, globalAdmin)).toBe('BAD_USER_INPUT')
    expect(await send(actions, globalAdmin, fixture.server.url, tenant)).toEqual(['APPLIED'])
  })

  it('changes nothing of colleagues and of other tenants', async () => {
    const { otherTenant, testTenant, owner, colleague } = fixture
    const [stranger] = otherTenant.reps as [TestUser]
    const [foreign] = otherTenant.properties[0]!
    const theirs = testTenant.properties[1]![0]
    const knock = uuidv7()
    await send([{ id: knock, kind: 'KNOCK', knock: { propertyId: theirs, outcome: 'TALKED' } }], colleague)
    const { createLead } = await fixture.execute(owner, CREATE_LEAD, { input: { propertyId: theirs, tag: 'STORM' } })
    const session = uuidv7()
    await send([{ id: session, kind: 'SESSION_START', sessionStart: {} }], colleague)
    const before = await countEvents()
    expect(
      await send([
        { id: uuidv7(), kind: 'KNOCK', knock: { propertyId: foreign, outcome: 'TALKED' } },
        { id: uuidv7(), kind: 'KNOCK', knock: { propertyId: doors()[0], outcome: 'TALKED', sessionId: session } },
        { id: uuidv7(), kind: 'WITHDRAWAL', withdrawal: { knockId: knock } },
        { id: uuidv7(), kind: 'LEAD', lead: { propertyId: theirs, tag: 'STORM' } },
        { id: uuidv7(), kind: 'NOTE', note: { propertyId: theirs, text: 'x' } },
        { id: uuidv7(), kind: 'NOTE', note: { propertyId: foreign, text: 'x' } },
        { id: uuidv7(), kind: 'STATUS', status: { leadId: createLead.id, status: 'COMPLETED' } },
        { id: uuidv7(), kind: 'SESSION_END', sessionEnd: { sessionId: session } },
      ]),
    ).toEqual(Array.from({ length: 8 }, () => 'NOT_FOUND'))
    const action = [{ id: uuidv7(), kind: 'WITHDRAWAL', withdrawal: { knockId: knock } }]
    expect(await send(action, stranger)).toEqual(['NOT_FOUND'])
    expect(await countEvents()).toBe(before)
  })

  it('leaves a log that verifies', async () => {
    const { faults } = await verifyLog(fixture.db, fixture.testTenant.tenantId)
    expect(faults).toEqual([])
  })
})

async function countEvents(): Promise<number> {
  const { rows } = await fixture.db.query('select count(*)::int as n from activity_events where tenant_id = $1', [
    fixture.testTenant.tenantId,
  ])
  return rows[0].n as number
}
