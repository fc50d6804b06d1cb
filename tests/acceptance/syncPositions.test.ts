import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { graphql, rest } from '../support/client.ts'
import { createServerFixture, type Json, type ServerFixture } from '../support/serverFixture.ts'
import type { TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 3 })
}, 60_000)
afterAll(() => fixture.teardown())

const SYNC = `mutation ($actions: [SyncActionInput!]!) { sync(actions: $actions) { id outcome position } }`

const property = () => fixture.testTenant.properties[0]![0]!
const newKnock = () => {
  const id = uuidv7()
  return { id, kind: 'KNOCK', knock: { propertyId: property(), outcome: 'NOBODY_HOME' } }
}

async function send(actions: object[]): Promise<{ id: string; outcome: string; position: number | null }[]> {
  return (await fixture.execute(fixture.rep, SYNC, { actions }))['sync']
}

/** The position of the last event that matches. */
async function positionOf(condition: string, value: string): Promise<number> {
  const { rows } = await fixture.db.query(
    `select max(position) as position from activity_events where tenant_id = $1 and ${condition}`,
    [fixture.testTenant.tenantId, value],
  )
  return Number(rows[0].position)
}

const head = () => positionOf('$2 = $2::text', 'all')

async function answer(person: TestUser, query: string, url = fixture.server.url): Promise<Json> {
  return graphql(url, person.token, query)
}

const SESSIONS = '{ knockSessions(open: true) { id doors } }'

it('tells the position of what a phone has sent, which an answer after it has reached', async () => {
  const [first, second] = [newKnock(), newKnock()]
  const results = await send([first, second])
  expect(results.map(({ position }) => position)).toEqual([
    await positionOf('event_id = $2', first.id),
    await positionOf('event_id = $2', second.id),
  ])
  const { extensions } = await answer(fixture.rep, SESSIONS)
  expect(extensions['position']).toBe(results[1]!.position)
})

it('tells the first position of a knock that is sent again, and one that includes everything for other repeated actions', async () => {
  const knock = newKnock()
  const session = { id: uuidv7(), kind: 'SESSION_START', sessionStart: {} }
  const before = await send([knock, session])
  await send([newKnock()])
  const again = await send([knock, session])
  expect(again.map(({ outcome }) => outcome)).toEqual(['REPLAYED', 'REPLAYED'])
  expect(again[0]!.position).toBe(before[0]!.position)
  expect(again[1]!.position).toBe(await head())
})

it('tells the position of the event of other actions, and none of what was refused', async () => {
  const lead = { id: uuidv7(), kind: 'LEAD', lead: { propertyId: property(), tag: 'STORM' } }
  const status = { id: uuidv7(), kind: 'STATUS', status: { leadId: lead.id, status: 'CONTACTED' } }
  const wrong = { id: uuidv7(), kind: 'STATUS', status: { leadId: uuidv7(), status: 'CONTACTED' } }
  const results = await send([lead, status, newKnock(), wrong])
  expect(results[0]!.position).toBe(await positionOf(`type = 'LeadCreated' and data->>'leadId' = $2`, lead.id))
  expect(results[1]!.position).toBe(await positionOf(`type = 'LeadStatusChanged' and data->>'leadId' = $2`, lead.id))
  expect(results[3]).toEqual({ id: wrong.id, outcome: 'REFUSED', position: null })
})

it('is that of the event of a change, in the answer to the change', async () => {
  const lead = { id: uuidv7(), kind: 'LEAD', lead: { propertyId: property(), tag: 'STORM' } }
  await send([lead])
  const change = `mutation { updateLead(id: "${lead.id}", input: { status: CONTACTED }) { status } }`
  const { data, extensions } = await answer(fixture.rep, change)
  expect(data['updateLead'].status).toBe('CONTACTED')
  expect(extensions['position']).toBe(await positionOf(`type = 'LeadStatusChanged' and data->>'leadId' = $2`, lead.id))
})

it('is the position in each process at once, whichever has answered before', async () => {
  const second = await fixture.takeSecondServer()
  await answer(fixture.rep, SESSIONS, second.url)
  const [result] = await send([newKnock()])
  for (const query of [SESSIONS, '{ repDay { doorsKnocked } }', '{ leads(first: 1) { totalCount } }'])
    expect((await answer(fixture.rep, query, second.url))['extensions']['position']).toBe(result!.position)
})

it('never tells a position whose knocks an answer does not count', async () => {
  const session = { id: uuidv7(), kind: 'SESSION_START', sessionStart: {} }
  const [started] = await send([session])
  const knocks = Array.from({ length: 12 }, newKnock).map((action) => ({
    ...action,
    knock: { ...action.knock, sessionId: session.id },
  }))
  const positions: number[] = []
  let isDone = false
  const read = async () => {
    while (!isDone) {
      const { data, extensions } = await answer(fixture.rep, SESSIONS)
      const [open] = data['knockSessions'] as { doors: number }[]
      const position = extensions['position'] as number
      expect(position).toBeGreaterThanOrEqual(started!.position!)
      // Each event after the start of the session is a knock in it.
      expect(open!.doors).toBeGreaterThanOrEqual(position - started!.position!)
      positions.push(position)
    }
  }
  const readers = [read(), read()]
  for (const knock of knocks) await send([knock])
  isDone = true
  await Promise.all(readers)
  expect(positions.length).toBeGreaterThan(0)
})

it('is a header of each answer over REST', async () => {
  await send([newKnock()])
  const { headers } = await rest(fixture.server.url, fixture.rep.token, 'GET', '/leads')
  expect(headers.get('X-Log-Position')).toBe(String(await head()))
})

it('is absent without a tenant', async () => {
  const anonymous = await fetch(`${fixture.server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ mapConfiguration { provider } }' }),
  })
  expect(await anonymous.json()).not.toHaveProperty('extensions')
  expect(await answer(fixture.globalAdmin, '{ tenants(first: 1) { totalCount } }')).not.toHaveProperty('extensions')
  const { headers } = await rest(fixture.server.url, fixture.globalAdmin.token, 'GET', '/tenants')
  expect(headers.get('X-Log-Position')).toBeNull()
})
