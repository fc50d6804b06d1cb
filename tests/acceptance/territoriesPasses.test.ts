import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { verifyLog } from '../../api/log/verify.ts'
import { areaAround } from '../support/areas.ts'
import { graphql, rest } from '../support/client.ts'
import { createServerFixture, type Json, type ServerFixture } from '../support/serverFixture.ts'
import type { TestUser } from '../support/testTenant.ts'

let fixture: ServerFixture

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 10 })
}, 120_000)
afterAll(() => fixture.teardown())
afterEach(async () => {
  await fixture.db.query('delete from passes')
  await fixture.db.query('delete from territories')
})

/** The day in the time zone of the test's companies, some days from today. */
const dayAfter = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'America/Indiana/Indianapolis' })

async function create(name: string, shape: Json): Promise<string> {
  const mutation = 'mutation ($input: [CreateTerritoryInput!]!) { createTerritories(input: $input) { id } }'
  const { createTerritories } = await fixture.execute(fixture.owner, mutation, { input: [{ name, area: shape }] })
  return createTerritories[0].id as string
}
const startMutation = `mutation ($input: StartPassInput!) {
  startPass(input: $input) { id name startsOn endedAt territories { id name color } } }`
const start = async (name: string, territoryIds: string[], startsOn?: string): Promise<Json> =>
  (await fixture.execute(fixture.owner, startMutation, { input: { name, territoryIds, startsOn } }))[
    'startPass'
  ] as Json
const end = async (id: string): Promise<Json> =>
  (await fixture.execute(fixture.owner, 'mutation ($id: ID!) { endPass(id: $id) { id endedAt } }', { id }))[
    'endPass'
  ] as Json
const figuresQuery = `query ($id: ID!) { pass(id: $id) { figures { territory { name } worked knocks talks } } }`
const figures = async (id: string): Promise<Json[]> =>
  (await fixture.execute(fixture.owner, figuresQuery, { id }))['pass'].figures as Json[]
const knock = (propertyId: string, outcome: string, more: object = {}, person: TestUser = fixture.rep) =>
  fixture.execute(person, 'mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }', {
    input: { propertyId, outcome, ...more },
  })
async function refusal(person: TestUser, query: string, variables: object): Promise<[string, string]> {
  const { errors } = await graphql(fixture.server.url, person.token, query, variables)
  return [errors?.[0].extensions.code, errors?.[0].message]
}
const passesOf = async (person: TestUser, filter: Json = {}): Promise<Json[]> => {
  const query = `query ($filter: PassFilter) { passes(filter: $filter) { totalCount edges { node { id name } } } }`
  const { passes } = await fixture.execute(person, query, { filter })
  expect(passes.totalCount).toBe(passes.edges.length)
  return passes.edges.map(({ node }: Json) => node.name as string)
}

describe('a pass', () => {
  it('counts the work of its days alone, so that a territory can be worked again', async () => {
    const doors = fixture.testTenant.properties[0]!
    const elm = await create('Elm Park', areaAround(0, 2))
    const oak = await create('Oak Hill', areaAround(3, 5))
    const hail = await start('October hail', [oak, elm], dayAfter(-3))
    expect(hail).toMatchObject({ startsOn: dayAfter(-3), endedAt: null })
    expect(hail.territories.map(({ name }: Json) => name as string)).toEqual(['Elm Park', 'Oak Hill'])
    const fiveDaysAgo = new Date(Date.now() - 5 * 86_400_000).toISOString()
    await knock(doors[0]!, 'TALKED', { occurredAt: fiveDaysAgo })
    await knock(doors[0]!, 'NOBODY_HOME')
    await knock(doors[4]!, 'TALKED')
    expect(await figures(hail.id as string)).toEqual([
      { territory: { name: 'Elm Park' }, worked: 1, knocks: 1, talks: 0 },
      { territory: { name: 'Oak Hill' }, worked: 1, knocks: 1, talks: 1 },
    ])
    const ended = await end(hail.id as string)
    expect(Date.parse(ended.endedAt as string)).toBeGreaterThan(Date.now() - 600_000)
    expect(await end(hail.id as string)).toEqual(ended)
    const again = await start('Second hail', [elm], dayAfter(1))
    await knock(doors[1]!, 'TALKED')
    // It starts tomorrow.
    expect(await figures(again.id as string)).toMatchObject([{ worked: 0, knocks: 0 }])
    // A phone sends late what was done before the end.
    await knock(doors[2]!, 'TALKED', {
      occurredAt: new Date(Date.parse(ended.endedAt as string) - 1_000).toISOString(),
    })
    expect(await figures(hail.id as string)).toMatchObject([{ worked: 2, knocks: 2, talks: 1 }, { worked: 1 }])
    expect(await passesOf(fixture.owner)).toEqual(['Second hail', 'October hail'])
    expect(await passesOf(fixture.owner, { running: true })).toEqual(['Second hail'])
    expect(await passesOf(fixture.owner, { running: false })).toEqual(['October hail'])
    const { rows } = await fixture.db.query(
      `select type, data from activity_events where tenant_id = $1 and type in ('PassStarted', 'PassEnded') order by position`,
      [fixture.testTenant.tenantId],
    )
    expect(rows).toMatchObject([
      {
        type: 'PassStarted',
        data: { passId: hail.id, name: 'October hail', territoryIds: [oak, elm], startsOn: dayAfter(-3) },
      },
      { type: 'PassEnded', data: { passId: hail.id } },
      { type: 'PassStarted', data: { name: 'Second hail' } },
    ])
    expect((await verifyLog(fixture.db, fixture.testTenant.tenantId)).faults).toEqual([])
  })

  it('has each territory once at a time, also when two begin at the same moment', async () => {
    const elm = await create('Elm Park', areaAround(0, 2))
    const both = await Promise.all(
      ['First', 'Second'].map((name) =>
        graphql(fixture.server.url, fixture.owner.token, startMutation, { input: { name, territoryIds: [elm] } }),
      ),
    )
    const refused = both.filter(({ errors }) => errors)
    expect(refused).toHaveLength(1)
    expect(refused[0]!.errors[0].extensions.code).toBe('CONFLICT')
    expect(refused[0]!.errors[0].message).toMatch(/^“Elm Park” is in the pass “(First|Second)”\. End that one first\.$/)
  })

  it('is refused without territories that are in use, and on days that are far away', async () => {
    const elm = await create('Elm Park', areaAround(0, 2))
    const old = await create('Old Town', areaAround(3, 4))
    await fixture.execute(fixture.owner, 'mutation ($id: ID!) { archiveTerritory(id: $id) { id } }', { id: old })
    const unknown = '00000000-0000-4000-8000-000000000000'
    for (const [input, code] of [
      [{ name: ' ', territoryIds: [elm] }, 'BAD_USER_INPUT'],
      [{ name: 'Hail', territoryIds: [] }, 'BAD_USER_INPUT'],
      [{ name: 'Hail', territoryIds: [elm, unknown] }, 'NOT_FOUND'],
      [{ name: 'Hail', territoryIds: [old] }, 'CONFLICT'],
      [{ name: 'Hail', territoryIds: [elm], startsOn: '2026-02-30' }, 'BAD_USER_INPUT'],
      [{ name: 'Hail', territoryIds: [elm], startsOn: dayAfter(400) }, 'BAD_USER_INPUT'],
    ] as const)
      expect((await refusal(fixture.owner, startMutation, { input }))[0]).toBe(code)
    const body = { name: 'Hail', territory_ids: [elm], starts_on: '2026-02-30' }
    const problem = await rest(fixture.server.url, fixture.owner.token, 'POST', '/territories/passes', body)
    expect([problem.status, Object.keys(problem.body['errors'] as Json)]).toEqual([422, ['starts_on']])
    expect(await passesOf(fixture.owner)).toEqual([])
  })

  it('is seen by the rep who holds its territory, with the own work in receipts, and by nobody of another company', async () => {
    const doors = fixture.testTenant.properties[0]!
    const elm = await create('Elm Park', areaAround(6, 8))
    const pass = await start('October hail', [elm])
    const assign = 'mutation ($id: ID!, $to: [ID!]!) { assignTerritory(id: $id, userIds: $to) { id } }'
    await fixture.execute(fixture.owner, assign, { id: elm, to: [fixture.rep.id] })
    await knock(doors[6]!, 'TALKED')
    await knock(doors[7]!, 'TALKED', {}, fixture.colleague)
    const mine = '{ territories { edges { node { pass { name startsOn worked left } } } } }'
    const { territories } = await fixture.execute(fixture.rep, mine)
    expect(territories.edges.map(({ node }: Json) => node.pass as Json)).toEqual([
      { name: 'October hail', startsOn: dayAfter(0), worked: 2, left: 1 },
    ])
    const explain = 'query ($input: FigureInput!) { explain(input: $input) { total edges { node { amount } } } }'
    const input = { figure: 'TALKS', passId: pass.id, territoryId: elm }
    expect(await fixture.execute(fixture.owner, explain, { input })).toMatchObject({ explain: { total: 2 } })
    expect(await fixture.execute(fixture.rep, explain, { input })).toMatchObject({
      explain: { total: 1, edges: [{ node: { amount: 1 } }] },
    })
    expect((await refusal(fixture.colleague, explain, { input }))[0]).toBe('NOT_FOUND')
    for (const wrong of [{ figure: 'API_CALLS' }, { territoryId: null }, { days: 7 }])
      expect((await refusal(fixture.owner, explain, { input: { ...input, ...wrong } }))[0]).toBe('BAD_USER_INPUT')
    const stranger = fixture.otherTenant.owner
    expect(await passesOf(stranger)).toEqual([])
    for (const [query, variables] of [
      ['query ($id: ID!) { pass(id: $id) { id } }', { id: pass.id }],
      ['mutation ($id: ID!) { endPass(id: $id) { id } }', { id: pass.id }],
      [explain, { input }],
      [startMutation, { input: { name: 'Theirs', territoryIds: [elm] } }],
    ] as const)
      expect((await refusal(stranger, query, variables))[0]).toBe('NOT_FOUND')
    for (const query of ['{ passes { totalCount } }', `{ pass(id: "${pass.id as string}") { id } }`])
      expect((await refusal(fixture.rep, query, {}))[0]).toBe('FORBIDDEN')
  })
})
