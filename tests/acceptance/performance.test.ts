import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { platformTenantId } from '../../api/events/catalog.ts'
import { createModelFixture, type ModelFixture, type Team } from '../support/model/modelFixture.ts'
import { addSession, type TestUser } from '../support/testTenant.ts'
import {
  graphql,
  nextValue,
  rest,
  waitUntilSubscribed,
  createSocketClient,
  type ApiResponse,
} from '../support/client.ts'

/** A response body, asserted field by field. */
type Found = ApiResponse['body'][string]

let fixture: ModelFixture
beforeAll(async () => {
  fixture = await createModelFixture(['America/New_York', 'America/Los_Angeles'], 2)
}, 60_000)
afterAll(() => fixture.teardown())

async function ask(person: TestUser, query: string, variables: object = {}): Promise<Found> {
  const { data, errors } = await graphql(fixture.url, person.token, query, variables)
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

let properties = 0
async function save(rep: TestUser, place = { neighborhood: 'Sample Park', city: 'Sampleton' }): Promise<string> {
  properties += 1
  const input = { address: `${properties} Sample St`, lat: 30 + properties / 1_000, lng: -90, ...place }
  const { createProperty } = await ask(
    rep,
    'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }',
    { input },
  )
  return createProperty.id
}

async function knock(rep: TestUser, propertyId: string, occurredAt?: string): Promise<string> {
  const input = { propertyId, outcome: 'TALKED', occurredAt }
  const { logKnock } = await ask(rep, 'mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }', {
    input,
  })
  return logKnock.eventId
}

async function createLead(rep: TestUser, propertyId: string): Promise<string> {
  const { body } = await rest(fixture.url, rep.token, 'POST', '/leads', { property_id: propertyId, tag: 'storm' })
  return body['data'].id
}

const board = async (person: TestUser, period: string) =>
  (
    await ask(
      person,
      `{ leaderboard(period: ${period}) { from to lateEvents entries { user { id fullName } doorsKnocked leadsCreated } } }`,
    )
  ).leaderboard
const doorsOf = async (team: Team, period: string) =>
  (await board(team.owner, period)).entries.map(({ doorsKnocked }: Found) => doorsKnocked)

/** These tests use days long past so that the clock may move back and forth. */
describe('a day with a clock change', () => {
  it('has 25 hours in fall, including both repeated hours', async () => {
    const team = fixture.teams[0]!
    const [rep] = team.reps as [TestUser]
    fixture.clock.now = new Date('2025-11-03T12:00:00Z')
    const property = await save(rep)
    // 00:00 EDT, 01:30 EDT, 01:30 EST, 23:59 EST; the first moment of the next day is not one of them.
    for (const at of ['2025-11-02T04:00:00Z', '2025-11-02T05:30:00Z', '2025-11-02T06:30:00Z', '2025-11-03T04:59:00Z'])
      await knock(rep, property, at)
    await knock(rep, property, '2025-11-03T05:00:00Z')
    expect(await doorsOf(team, 'DAY')).toEqual([1])
    expect(await doorsOf(team, 'WEEK')).toEqual([1])
    fixture.clock.now = new Date('2025-11-02T20:00:00Z')
    expect(await board(team.owner, 'DAY')).toMatchObject({
      from: '2025-11-02T04:00:00.000Z',
      to: '2025-11-03T05:00:00.000Z',
    })
    expect(await doorsOf(team, 'DAY')).toEqual([4])
    const { teamPerformance } = await ask(
      team.owner,
      '{ teamPerformance(period: MONTH) { teamMembers { avgDoorsPerDay } } }',
    )
    expect(teamPerformance.teamMembers).toEqual([{ avgDoorsPerDay: 2.5 }])
  })

  it("has 23 hours in spring, and starts the month by the tenant's calendar", async () => {
    const team = fixture.teams[1]!
    const [rep] = team.reps as [TestUser]
    fixture.clock.now = new Date('2025-03-10T20:00:00Z')
    const property = await save(rep)
    // 00:30 PST, 01:59 PST, 03:00 PDT, 23:30 PDT.
    for (const at of ['2025-03-09T08:30:00Z', '2025-03-09T09:59:00Z', '2025-03-09T10:00:00Z', '2025-03-10T06:30:00Z'])
      await knock(rep, property, at)
    fixture.clock.now = new Date('2025-03-09T20:00:00Z')
    expect(await board(team.owner, 'DAY')).toMatchObject({
      from: '2025-03-09T08:00:00.000Z',
      to: '2025-03-10T07:00:00.000Z',
    })
    expect(await doorsOf(team, 'DAY')).toEqual([4])
    const month = await board(team.owner, 'MONTH')
    expect([month.from, month.to]).toEqual(['2025-03-01T08:00:00.000Z', '2025-04-01T07:00:00.000Z'])
  })

  it('starts on a whole UTC hour in a half-hour time zone, for the metric and its explanation', async () => {
    const team = fixture.teams[1]!
    const [rep] = team.reps as [TestUser]
    await fixture.db.query(`update tenants set time_zone = 'Asia/Kolkata' where id = $1`, [team.id])
    fixture.clock.now = new Date('2025-05-06T20:00:00Z')
    const property = await save(rep)
    // 23:59, 00:20, 00:31 and 12:00 in Kolkata.
    for (const at of ['2025-05-05T18:29:00Z', '2025-05-05T18:50:00Z', '2025-05-05T19:01:00Z', '2025-05-06T06:30:00Z'])
      await knock(rep, property, at)
    fixture.clock.now = new Date('2025-05-06T10:00:00Z')
    expect(await doorsOf(team, 'DAY')).toEqual([2])
    const { explain } = await ask(
      team.owner,
      '{ explain(input: { figure: DOORS_KNOCKED, period: DAY }) { total edges { cursor } } }',
    )
    expect([explain.total, explain.edges.length]).toEqual([2, 2])
    await fixture.db.query(`update tenants set time_zone = 'America/Los_Angeles' where id = $1`, [team.id])
  })

  it('is compared with the same point of the previous period', async () => {
    const team = fixture.teams[0]!
    const [, rep] = team.reps as [TestUser, TestUser]
    fixture.clock.now = new Date('2025-06-11T15:30:00Z')
    const property = await save(rep)
    for (const at of ['2025-06-09T15:00:00Z', '2025-06-11T15:00:00Z']) await knock(rep, property, at)
    fixture.clock.now = new Date('2025-06-07T12:00:00Z')
    for (const at of ['2025-06-02T15:00:00Z', '2025-06-04T15:10:00Z', '2025-06-04T16:00:00Z'])
      await knock(rep, property, at)
    fixture.clock.now = new Date('2025-06-11T15:30:00Z')
    const { trends } = await ask(
      team.owner,
      '{ trends(period: WEEK) { current { doorsKnocked cost } previous { doorsKnocked } days { day doorsKnocked } } }',
    )
    expect([trends.current.doorsKnocked, trends.previous.doorsKnocked]).toEqual([2, 2])
    expect(trends.days).toHaveLength(30)
    expect(trends.days.at(-1)).toEqual({ day: '2025-06-11', doorsKnocked: 1 })
    expect(trends.days.at(-8)).toEqual({ day: '2025-06-04', doorsKnocked: 2 })
    // Three calls this week: the property and two knocks.
    expect(trends.current.cost).toBeCloseTo(0.0003, 9)
  })
})

describe('today', () => {
  it('counts late events when they happened, and reports how many were late', async () => {
    fixture.clock.now = new Date()
    const team = fixture.teams[0]!
    const [rep] = team.reps as [TestUser]
    const property = await save(rep)
    const before = await board(team.owner, 'MONTH')
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    await knock(rep, property, ago(0.5))
    await knock(rep, property, ago(50))
    const lateOnes = await ask(
      team.owner,
      `{ explain(input: { figure: LATE_EVENTS, days: 7 }) { total edges { node { at event { type recordedAt } } } } }`,
    )
    expect(lateOnes.explain).toMatchObject({ total: 1, edges: [{ node: { event: { type: 'DoorKnocked' } } }] })
    // A month may have begun since then; each event belongs to the month in which it happened.
    const after = await board(team.owner, 'MONTH')
    const inMonth = Date.parse(before.from) <= Date.parse(ago(50)) ? 1 : 0
    expect(after.lateEvents).toBe(before.lateEvents + inMonth)
  })

  it('keeps metrics under the name of a moved or deleted rep, who sees none of them', async () => {
    fixture.clock.now = new Date()
    const [team, other] = fixture.teams as [Team, Team]
    const [, rep] = team.reps as [TestUser, TestUser]
    await knock(rep, await save(rep))
    await ask(
      fixture.globalAdmin,
      'mutation ($id: ID!, $to: ID!) { updateUser(id: $id, input: { tenantId: $to, fullName: "Sample Mover" }) { id } }',
      {
        id: rep.id,
        to: other.id,
      },
    )
    fixture.clock.now = new Date(Date.now() + 11_000)
    const entry = (await board(team.owner, 'DAY')).entries.find(({ user }: Found) => user.id === rep.id)
    expect(entry).toMatchObject({ doorsKnocked: 1, user: { fullName: 'Sample Mover' } })
    // The move has ended their session.
    const own = await rest(
      fixture.url,
      await addSession(fixture.db, rep.id),
      'GET',
      '/crm/sales-performance?period=day',
    )
    expect(own.body['data'].metrics.doors_knocked).toBe(0)
    await ask(fixture.globalAdmin, 'mutation ($id: ID!) { deleteUser(id: $id) { message } }', { id: rep.id })
    const kept = (await board(team.owner, 'DAY')).entries.find(({ user }: Found) => user.id === rep.id)
    expect(kept).toMatchObject({ doorsKnocked: 1, user: { fullName: 'Sample Mover' } })
  })

  it('explains a metric to a rep for their own events, in pages, with reversed events on request', async () => {
    fixture.clock.now = new Date()
    const team = fixture.teams[0]!
    const [rep] = team.reps as [TestUser]
    const property = await save(rep)
    const ids = [await knock(rep, property), await knock(rep, property), await knock(rep, property)]
    await ask(rep, 'mutation ($id: ID!) { withdrawKnock(eventId: $id) { eventId } }', { id: ids[1] })
    const question = `query ($input: FigureInput!, $after: String) { explain(input: $input, first: 2, after: $after) {
      total edges { node { amount event { eventId type actor { id } } } } pageInfo { hasNextPage endCursor } } }`
    const input = { figure: 'DOORS_KNOCKED', period: 'DAY' }
    const { explain } = await ask(rep, question, { input })
    expect(explain.edges.map(({ node }: Found) => node.event.eventId)).toEqual([ids[2], ids[0]])
    expect(explain.edges[0].node.event.actor.id).toBe(rep.id)
    const { explain: all } = await ask(rep, question, { input: { ...input, corrections: true } })
    expect(all.edges.map(({ node }: Found) => [node.event.type, node.amount])).toEqual([
      ...[
        ['KnockWithdrawn', -1],
        ['DoorKnocked', 1],
      ],
    ])
    expect(all.total).toBe(explain.total)
    const { explain: others } = await ask(rep, question, { input: { ...input, userId: team.owner.id } })
    expect(others).toMatchObject({ total: 0, edges: [] })
    const { errors } = await graphql(fixture.url, rep.token, question, { input: { ...input, tag: 'STORM' } })
    expect(errors[0].message).toBe('This metric has no such breakdown.')
  })

  it('explains nothing for an unknown tenant', async () => {
    const tenantId = randomUUID()
    for (const input of [
      { figure: 'TOTAL_LEADS', tenantId },
      { figure: 'TOTAL_PROPERTIES', tenantId },
      { figure: 'DOORS_KNOCKED', tenantId, days: 7 },
      { figure: 'DOORS_KNOCKED', tenantId, period: 'WEEK' },
    ]) {
      const query = 'query ($input: FigureInput!) { explain(input: $input) { total } }'
      const { errors } = await graphql(fixture.url, fixture.globalAdmin.token, query, { input })
      expect(errors?.[0], JSON.stringify(input)).toMatchObject({
        message: 'Tenant not found',
        extensions: { code: 'NOT_FOUND' },
      })
    }
  })

  it('counts no properties for the platform itself, which has none', async () => {
    const input = { figure: 'TOTAL_PROPERTIES', tenantId: platformTenantId }
    const query = 'query ($input: FigureInput!) { explain(input: $input) { total edges { node { amount } } } }'
    const { data } = await graphql(fixture.url, fixture.globalAdmin.token, query, { input })
    expect(data.explain).toEqual({ total: 0, edges: [] })
  })

  it('explains every action of all tenants to a global admin, including the platform’s own, whichever tenant is chosen', async () => {
    fixture.clock.now = new Date()
    await rest(fixture.url, null, 'POST', '/auth/login', { email: 'nobody@sample.example', password: 'a sample guess' })
    const chosen = { 'x-tenant-id': fixture.teams[0]!.id }
    const { activityStats } = await ask(fixture.globalAdmin, '{ activityStats(days: 7) { byAction { action count } } }')
    const logs = [...fixture.teams.map(({ id }) => id), platformTenantId]
    const ofPlatform = []
    for (const { action, count } of activityStats.byAction) {
      const totals = []
      for (const tenantId of logs) {
        const { data, errors } = await graphql(
          ...[fixture.url, fixture.globalAdmin.token],
          `
            query ($input: FigureInput!) {
              explain(input: $input, first: 1000) {
                total
                edges {
                  node {
                    amount
                  }
                }
              }
            }
          `,
          { input: { figure: 'API_CALLS', action, days: 7, tenantId } },
          chosen,
        )
        expect(errors).toBeUndefined()
        expect(data.explain.edges, action).toHaveLength(data.explain.total)
        totals.push(data.explain.total)
      }
      expect(
        totals.reduce((sum, total) => sum + total, 0),
        action,
      ).toBe(count)
      if (totals.at(-1)! > 0) ofPlatform.push(action)
    }
    expect(ofPlatform).toContain('SignInRefused')
    // For any other role, naming a tenant does not give access to its log.
    const { data } = await graphql(
      ...[fixture.url, fixture.teams[0]!.owner.token],
      '{ explain(input: { figure: API_CALLS, days: 7, tenantId: "00000000-0000-0000-0000-000000000000", action: "SignInRefused" }) { total } }',
    )
    expect(data.explain.total).toBe(0)
  })
})

describe('a target', () => {
  it('is set by an owner or admin for a rep and shows the progress; 0 removes it', async () => {
    fixture.clock.now = new Date()
    const team = fixture.teams[0]!
    const [rep] = team.reps as [TestUser]
    await createLead(rep, await save(rep))
    const set = (person: TestUser, value: unknown, user = rep) =>
      rest(fixture.url, person.token, 'POST', '/crm/targets', {
        user_id: user.id,
        period: 'day',
        metric: 'leads_created',
        value,
      })
    expect((await set(team.admin, 4)).body['data']).toMatchObject({ value: 4, progress: 1, percent: 25, period: 'day' })
    const own = await rest(fixture.url, rep.token, 'GET', '/crm/targets')
    expect(own.body).toMatchObject({ total: 1, data: [{ user_id: rep.id, value: 4, progress: 1 }] })
    expect((await set(rep, 4)).status).toBe(403)
    expect((await set(team.owner, 4, fixture.teams[1]!.reps[0]!)).status).toBe(404)
    for (const value of [-1, 1.5, 1_000_001]) expect((await set(team.owner, value)).status).toBe(422)
    expect((await set(team.owner, 'many')).status).toBe(400)
    expect((await set(team.owner, 0)).body).toEqual({ data: null })
    expect((await rest(fixture.url, rep.token, 'GET', '/crm/targets')).body['total']).toBe(0)
  })
})

describe('a subscriber', () => {
  it('sees usage and the comparison change after a call elsewhere, and a global admin the leaderboard of all tenants', async () => {
    fixture.clock.now = new Date()
    const team = fixture.teams[1]!
    const [rep] = team.reps as [TestUser]
    const watching = [
      createSocketClient(fixture.url, team.owner.token),
      createSocketClient(fixture.url, fixture.globalAdmin.token),
      createSocketClient(fixture.url, fixture.globalAdmin.token),
    ] as const
    const { tenantComparison } = await ask(fixture.globalAdmin, '{ tenantComparison(days: 1) { totals { apiCalls } } }')
    const calls = ({ byService }: Found) => byService.find(({ service }: Found) => service === 'API_CALLS').count
    const { usageSummary } = await ask(team.owner, '{ usageSummary { byService { service count } } }')
    const more = Promise.all([
      nextValue<Found>(
        watching[0],
        'subscription { usageChanged { byService { service count } } }',
        ({ usageChanged }) => calls(usageChanged) > calls(usageSummary),
      ),
      nextValue<Found>(
        watching[1],
        'subscription { tenantComparisonChanged(days: 1) { totals { apiCalls } } }',
        (data) => data.tenantComparisonChanged.totals.apiCalls > tenantComparison.totals.apiCalls,
      ),
      nextValue<Found>(
        watching[2],
        'subscription { leaderboardChanged(period: DAY) { entries { user { id } tenant { name } doorsKnocked } } }',
        (data) => data.leaderboardChanged.entries.some(({ user }: Found) => user.id === rep.id),
      ),
    ])
    await Promise.all(watching.map(waitUntilSubscribed))
    await knock(rep, await save(rep))
    const [, , all] = await more
    expect(all.leaderboardChanged.entries.find(({ user }: Found) => user.id === rep.id)).toMatchObject({
      tenant: { name: team.name },
      doorsKnocked: 1,
    })
    for (const client of watching) await client.dispose()
  })
})

describe('given days', () => {
  const views = `query ($from: String, $to: String) {
    leaderboard(from: $from, to: $to) { from to entries { leadsCreated doorsKnocked } }
    teamPerformance(from: $from, to: $to) { from to teamMembers { leadsCreated doorsKnocked } }
    neighborhoodPerformance(from: $from, to: $to) { from to neighborhoods { neighborhood totalLeads } }
    usageSummary(from: $from, to: $to) { from to byService { service count } }
    trends(from: $from, to: $to) { from to current { propertiesAdded leadsCreated doorsKnocked } previous { doorsKnocked } } }`
  let team: Team

  beforeAll(async () => {
    team = fixture.teams[1]!
    const [rep] = team.reps as [TestUser]
    const place = { neighborhood: 'Prototype Heights', city: 'Sampleton' }
    fixture.clock.now = new Date('2024-04-30T18:00:00Z')
    await knock(rep, await save(rep, place))
    // 20:00 on May 7 in Los Angeles, where it is the last of the days.
    fixture.clock.now = new Date('2024-05-08T03:00:00Z')
    const property = await save(rep, place)
    await knock(rep, property)
    await createLead(rep, property)
    fixture.clock.now = new Date('2024-05-08T18:00:00Z')
    await knock(rep, property)
    fixture.clock.now = new Date('2024-06-19T18:00:00Z')
  })

  it('apply to the leaderboard, the team, the neighborhoods, the cost and the trends alike', async () => {
    const found = await ask(team.owner, views, { from: '2024-05-02', to: '2024-05-07' })
    const span = { from: '2024-05-02T07:00:00.000Z', to: '2024-05-08T07:00:00.000Z' }
    expect(found.leaderboard).toEqual({ ...span, entries: [{ leadsCreated: 1, doorsKnocked: 1 }] })
    expect(found.teamPerformance).toEqual({ ...span, teamMembers: [{ leadsCreated: 1, doorsKnocked: 1 }] })
    expect(found.neighborhoodPerformance).toEqual({
      ...span,
      neighborhoods: [{ neighborhood: 'Prototype Heights', totalLeads: 1 }],
    })
    expect(found.usageSummary).toMatchObject(span)
    expect(found.trends).toEqual({
      ...span,
      current: { propertiesAdded: 1, leadsCreated: 1, doorsKnocked: 1 },
      // The six days are compared with those a week before.
      previous: { doorsKnocked: 1 },
    })
  })

  it('give the same by REST, and are refused if they are not days in order', async () => {
    for (const path of ['leaderboard', 'team-performance', 'neighborhood-performance']) {
      const { body } = await rest(fixture.url, team.owner.token, 'GET', `/crm/${path}?from=2024-05-02&to=2024-05-07`)
      const view: Found = path === 'team-performance' ? body['data'] : body
      expect(view).toMatchObject({ from: '2024-05-02T07:00:00.000Z', to: '2024-05-08T07:00:00.000Z' })
      const refused = await rest(fixture.url, team.owner.token, 'GET', `/crm/${path}?from=2024-05-07&to=2024-05-02`)
      expect([refused.status, refused.body['errors']]).toEqual([422, { to: 'Not before `from`' }])
    }
    const { body } = await rest(
      fixture.url,
      team.owner.token,
      'GET',
      '/finops/usage/summary?from=2024-05-02&to=2024-05-07',
    )
    expect(body['data']).toMatchObject({ from: '2024-05-02T07:00:00.000Z', to: '2024-05-08T07:00:00.000Z' })
  })

  it('are refused together with a time', async () => {
    const { status, body } = await rest(
      fixture.url,
      team.owner.token,
      'GET',
      '/crm/leaderboard?from=2024-05-02&to=2024-05-07&as_of=2024-05-04T00:00:00Z',
    )
    expect([status, body['errors']]).toEqual([422, { as_of: 'Only without `from` and `to`.' }])
  })
})
