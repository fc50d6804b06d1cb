import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Period } from '../../api/domain/enums.ts'
import { metrics } from '../../api/domain/performance/metrics.ts'
import { verifyLog } from '../../api/log/verify.ts'
import { listTenantsWithLogs, rebuildProjections } from '../../api/projections/rebuild.ts'
import { isLongForm } from '../support/longForm.ts'
import { Simulation } from '../support/model/simulation.ts'
import { createModelFixture, type ModelFixture, type Team } from '../support/model/modelFixture.ts'
import type { TestUser } from '../support/testTenant.ts'
import { graphql, rest, type ApiResponse } from '../support/client.ts'

const zones = ['America/Indiana/Indianapolis', 'America/Los_Angeles', 'Pacific/Auckland']
const periods: Period[] = ['day', 'week', 'month']
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A response body, asserted field by field. */
type Found = ApiResponse['body'][string]

let fixture: ModelFixture
let simulation: Simulation
/** Leaderboards of the model with their times, to compare with `asOf` later. */
const remembered: { at: Date; team: Team; period: Period; board: unknown }[] = []

beforeAll(async () => {
  fixture = await createModelFixture(zones, 4)
  simulation = new Simulation(fixture, seeded(20_26))
}, 180_000)
afterAll(() => fixture.teardown())

/** Compares every dashboard of every team with the model. */
describe('thousands of random actions by many users', () => {
  it('over six weeks produce the metrics of an independent model at any time', async () => {
    const weeks = 6
    const begin = Date.now() - weeks * 7 * dayMs - 3 * hourMs
    const steps = isLongForm ? 60 : 30
    for (let step = 0; step < steps; step += 1) {
      fixture.clock.now = new Date(begin + ((step + 1) / steps) * weeks * 7 * dayMs)
      await simulation.step(32)
      if (step === steps / 3) await simulation.move(fixture.teams[0]!.reps[3]!, fixture.teams[0]!, fixture.teams[1]!)
      if (step === (steps * 2) / 3) await simulation.remove(fixture.teams[2]!.reps[3]!, fixture.teams[2]!)
      if ((step + 1) % 30 === 0) await everyDashboard()
    }
    expect(simulation.done).toBeGreaterThan(30 * steps)
  }, 180_000)

  it('continue today while prices change, and yesterday keeps its cost', async () => {
    for (let step = 0; step < 24; step += 1) {
      fixture.clock.now = new Date()
      await simulation.step(32)
      if (step === 6) await simulation.reprice('regrid_lookups', 0.25)
      if (step === 12) await simulation.reprice('api_calls', 0.0003)
      if (step === 18) await simulation.reprice('map_loads', 0)
      if (step % 8 === 5) await remember()
    }
    fixture.clock.now = new Date()
    await everyDashboard()
  }, 180_000)

  it('are explained: the events of each metric add up to it', async () => {
    for (const team of fixture.teams) await everyExplanation(team)
  }, 180_000)

  it('have receipts that add up to the metric, for every role', async () => {
    await everyReceipt(fixture.teams[0]!)
  }, 180_000)

  it('can be read as of an earlier time', async () => {
    expect(remembered.length).toBeGreaterThan(8)
    for (const { at, team, period, board } of remembered) {
      const { leaderboard } = await ask(
        team.owner,
        `query ($period: Period!, $asOf: DateTimeISO) { leaderboard(period: $period, asOf: $asOf) { entries { ${entry} } } }`,
        { period: period.toUpperCase(), asOf: at.toISOString() },
      )
      expect(leaderboard.entries.map(wordsOf)).toEqual(board)
    }
    const { at, team, period, board } = remembered.at(-1)!
    const input = { figure: 'LEADS_CREATED', period: period.toUpperCase(), asOf: at.toISOString() }
    expect(await linesByUser(team.owner, input)).toEqual(leadsByRep(board as BoardRow[]))
  })

  it('are the same after a rebuild, which produces the same rows', async () => {
    for (const tenant of await listTenantsWithLogs(fixture.db))
      expect((await verifyLog(fixture.db, tenant)).faults).toEqual([])
    for (const tenant of await listTenantsWithLogs(fixture.db)) await rebuildProjections(fixture.db, tenant)
    await everyDashboard()
  }, 180_000)
})

const entry = 'rank user { id fullName } leadsCreated leadsConverted doorsKnocked'
const wordsOf = ({ user, doorsKnocked, leadsCreated, leadsConverted }: Found) => ({
  rep: user.id,
  name: user.fullName,
  doors: doorsKnocked,
  leads: leadsCreated,
  conversions: leadsConverted,
})

async function remember(): Promise<void> {
  // The log uses the database's clock, which is this machine's; wait until it has advanced.
  await new Promise((resolve) => setTimeout(resolve, 20))
  const at = new Date()
  for (const team of fixture.teams)
    for (const period of periods)
      remembered.push({ at, team, period, board: simulation.model.board(team.id, period, at) })
  await new Promise((resolve) => setTimeout(resolve, 20))
}

async function everyDashboard(): Promise<void> {
  for (const team of fixture.teams) {
    for (const period of periods) {
      expect(await boardsOf(team, period)).toEqual(boardsExpected(team, period))
      expect(await usageOf(team, period)).toEqual(usageExpected(team, period))
      for (const rep of team.reps.filter(({ id }) => simulation.currentTeam(id) === team.id))
        expect(await ownOf(team, rep, period)).toEqual(ownExpected(team, rep, period))
    }
    expect(await standingOf(team)).toEqual(standingExpected(team))
  }
  for (const days of [1, 7, 30]) expect(await comparisonOf(days)).toEqual(comparisonExpected(days))
  expect(await allTeams()).toEqual(allTeamsExpected())
}

async function boardsOf(team: Team, period: Period) {
  const { leaderboard, teamPerformance, neighborhoodPerformance } = await ask(
    team.owner,
    `query ($period: Period!) {
      leaderboard(period: $period) { lateEvents entries { ${entry} } }
      teamPerformance(period: $period) { lateEvents teamMembers { user { id } propertiesSearched leadsCreated leadsConverted
        doorsKnocked conversionRate avgDoorsPerDay tagsBreakdown { tag count } } }
      neighborhoodPerformance(period: $period) { neighborhoods { neighborhood city totalLeads leadsConverted conversionRate } }
    }`,
    { period: period.toUpperCase() },
  )
  return {
    board: leaderboard.entries.map(wordsOf),
    ranks: leaderboard.entries.map(({ rank }: Found) => rank),
    late: [leaderboard.lateEvents, teamPerformance.lateEvents],
    team: Object.fromEntries(
      teamPerformance.teamMembers.map(({ user, ...figures }: Found) => [user.id, memberWords(figures)]),
    ),
    places: Object.fromEntries(
      neighborhoodPerformance.neighborhoods.map((item: Found) => [
        `${item.neighborhood}, ${item.city}`,
        { leads: item.totalLeads, conversions: item.leadsConverted, rate: item.conversionRate },
      ]),
    ),
  }
}

const memberWords = ({ tagsBreakdown, ...figures }: Found) => ({
  ...figures,
  tags: Object.fromEntries(tagsBreakdown.map(({ tag, count }: Found) => [tag, count])),
})

function boardsExpected(team: Team, period: Period) {
  const { model } = simulation
  const now = fixture.clock.now
  const board = model.board(team.id, period, now)
  const late = model.late(team.id, period, now)
  return {
    board,
    ranks: board.map((_, n) => n + 1),
    late: [late, late],
    team: Object.fromEntries([...model.work(team.id, period, now)].map(([rep, work]) => [rep, memberExpected(work)])),
    places: Object.fromEntries(
      [...model.places(team.id, period, now)].map(([place, { leads, conversions }]) => [
        place,
        { leads, conversions, rate: leads ? (100 * conversions) / leads : 0 },
      ]),
    ),
  }
}

type Work = ReturnType<Simulation['model']['work']> extends Map<string, infer Value> ? Value : never

const memberExpected = ({ doors, leads, conversions, properties, days, tags }: Work) => ({
  propertiesSearched: properties,
  leadsCreated: leads,
  leadsConverted: conversions,
  doorsKnocked: doors,
  conversionRate: leads ? (100 * conversions) / leads : 0,
  avgDoorsPerDay: doors ? doors / days.size : 0,
  tags: Object.fromEntries(tags),
})

async function usageOf(team: Team, period: Period) {
  const { body } = await rest(fixture.url, team.admin.token, 'GET', `/finops/usage/summary?period=${period}`)
  const { body: billing } = await rest(fixture.url, team.admin.token, 'GET', `/finops/billing/summary?period=${period}`)
  expect(billing['data']).toMatchObject(body['data'])
  return { total: body['data'].total_cost, services: body['data'].by_service }
}

function usageExpected(team: Team, period: Period, actor?: TestUser) {
  const within = simulation.model.within(team.id, period, fixture.clock.now)
  const services = simulation.model.usage(team.id, (use) => within(use.at) && (!actor || use.actor === actor.id))
  return {
    total: Object.values(services).reduce((sum, { micros }) => sum + micros, 0) / 1e6,
    services: Object.fromEntries(
      Object.entries(services).map(([service, { count, micros }]) => [service, { count, cost: micros / 1e6 }]),
    ),
  }
}

async function ownOf(_team: Team, rep: TestUser, period: Period) {
  const { body: sales } = await rest(fixture.url, rep.token, 'GET', `/crm/sales-performance?period=${period}`)
  const { body: usage } = await rest(fixture.url, rep.token, 'GET', `/finops/usage/summary?period=${period}`)
  const { body: places } = await rest(fixture.url, rep.token, 'GET', `/crm/neighborhood-performance?period=${period}`)
  const { body: team } = await rest(fixture.url, rep.token, 'GET', `/crm/team-performance?period=${period}`)
  const { metrics } = sales['data']
  const members = team['data'].team_members
  expect(members.map(({ user }: Found) => user.id)).toEqual(members.length ? [rep.id] : [])
  if (members.length) expect(members[0].metrics).toEqual(metrics)
  return {
    work: [metrics.doors_knocked, metrics.leads_created, metrics.leads_converted, metrics.properties_searched],
    places: Object.fromEntries(
      places['data'].map((item: Found) => [
        `${item.neighborhood}, ${item.city}`,
        { leads: item.total_leads, conversions: item.leads_converted },
      ]),
    ),
    usage: { total: usage['data'].total_cost, services: usage['data'].by_service },
  }
}

function ownExpected(team: Team, rep: TestUser, period: Period) {
  const now = fixture.clock.now
  const work = simulation.model.work(team.id, period, now).get(rep.id)
  return {
    work: [work?.doors ?? 0, work?.leads ?? 0, work?.conversions ?? 0, work?.properties ?? 0],
    places: Object.fromEntries(simulation.model.places(team.id, period, now, rep.id)),
    usage: usageExpected(team, period, rep),
  }
}

async function standingOf(team: Team) {
  const { totals, targets } = await ask(
    team.owner,
    `{ totals { properties leads newLeads contactedLeads completedLeads }
       targets { user { id } period metric value progress } }`,
  )
  const stats = await rest(fixture.url, team.owner.token, 'GET', '/activity/stats?days=7')
  return {
    totals,
    targets: Object.fromEntries(
      targets.map(({ user, period, metric, value, progress }: Found) => [
        `${user.id} ${period} ${metric}`.toLowerCase(),
        { value, progress },
      ]),
    ),
    actions: stats.body['data'].by_action,
  }
}

function standingExpected(team: Team) {
  const { model } = simulation
  const now = fixture.clock.now
  const mine = [...model.targets.values()].filter(
    (target) => target.team === team.id && simulation.currentTeam(target.rep) === team.id,
  )
  return {
    totals: model.totals(team.id),
    targets: Object.fromEntries(
      mine.map(({ rep, period, metric, value }) => {
        const work = model.work(team.id, period, now).get(rep)
        const progress = { leads_created: work?.leads, leads_converted: work?.conversions, doors_knocked: work?.doors }
        return [`${rep} ${period} ${metric}`, { value, progress: progress[metric] ?? 0 }]
      }),
    ),
    actions: Object.fromEntries(
      [...Map.groupBy(rolling(team, 7), ({ type }) => type)].map(([type, uses]) => [type, uses.length]),
    ),
  }
}

/** The events of the last `days` days, counted back from the current hour. */
function rolling(team: Team, days: number) {
  const since = Math.floor(fixture.clock.now.getTime() / hourMs) * hourMs - days * dayMs
  return simulation.model.uses.filter(({ team: whose, at }) => whose === team.id && at.getTime() >= since)
}

async function comparisonOf(days: number) {
  const { tenantComparison } = await ask(
    fixture.globalAdmin,
    `query ($days: Int!) { tenantComparison(days: $days) { totals { revenue users apiCalls activeTenants }
      tenants { tenant { id } userCount propertyCount apiCalls mapLoads regridLookups totalCost costPerUser } } }`,
    { days },
  )
  return {
    totals: tenantComparison.totals,
    tenants: Object.fromEntries(tenantComparison.tenants.map(({ tenant, ...figures }: Found) => [tenant.id, figures])),
  }
}

function comparisonExpected(days: number) {
  const rows = fixture.teams.map((team) => {
    const uses = new Set(rolling(team, days))
    const services = simulation.model.usage(team.id, (use) => uses.has(use))
    const micros = Object.values(services).reduce((sum, service) => sum + service.micros, 0)
    const everybody = fixture.teams.flatMap(({ reps }) => reps)
    const userCount = 2 + everybody.filter(({ id }) => simulation.currentTeam(id) === team.id).length
    return {
      id: team.id,
      micros,
      figures: {
        userCount,
        propertyCount: simulation.model.totals(team.id).properties,
        apiCalls: uses.size,
        mapLoads: services['map_loads']!.count,
        regridLookups: services['regrid_lookups']!.count,
        totalCost: micros / 1e6,
        costPerUser: micros / 1e6 / userCount,
      },
    }
  })
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    totals: {
      revenue: sum(({ micros }) => micros) / 1e6,
      users: sum(({ figures }) => figures.userCount),
      apiCalls: sum(({ figures }) => figures.apiCalls),
      activeTenants: rows.filter(({ figures }) => figures.apiCalls).length,
    },
    tenants: Object.fromEntries(rows.map(({ id, figures }) => [id, figures])),
  }
}

/** A global admin without a tenant sees the reps of all teams, each by its team's time zone. */
async function allTeams() {
  const { leaderboard } = await ask(
    fixture.globalAdmin,
    '{ leaderboard(period: WEEK) { entries { user { id } tenant { id } leadsCreated leadsConverted doorsKnocked } } }',
  )
  return new Set(
    leaderboard.entries.map((item: Found) =>
      [item.tenant.id, item.user.id, item.doorsKnocked, item.leadsCreated, item.leadsConverted].join(' '),
    ),
  )
}

function allTeamsExpected() {
  return new Set(
    fixture.teams.flatMap((team) =>
      simulation.model
        .board(team.id, 'week', fixture.clock.now)
        .map(({ rep, doors, leads, conversions }) => [team.id, rep, doors, leads, conversions].join(' ')),
    ),
  )
}

async function everyExplanation(team: Team): Promise<void> {
  const { model } = simulation
  const now = fixture.clock.now
  for (const period of periods) {
    const within = model.within(team.id, period, now)
    const work = [...model.work(team.id, period, now)]
    const sum = (of: (item: Work) => number) => work.reduce((total, [, item]) => total + of(item), 0)
    const expected: [object, number][] = [
      [{ figure: 'DOORS_KNOCKED' }, sum(({ doors }) => doors)],
      [{ figure: 'LEADS_CREATED' }, sum(({ leads }) => leads)],
      [{ figure: 'LEADS_CONVERTED' }, sum(({ conversions }) => conversions)],
      [{ figure: 'PROPERTIES_SEARCHED' }, sum(({ properties }) => properties)],
      [{ figure: 'LATE_EVENTS' }, model.late(team.id, period, now)],
      [{ figure: 'API_CALLS' }, model.uses.filter((use) => use.team === team.id && within(use.at)).length],
    ]
    for (const [rep, { doors, leads, conversions, tags }] of work.slice(0, 3)) {
      expected.push(
        [{ figure: 'DOORS_KNOCKED', userId: rep }, doors],
        [{ figure: 'LEADS_CREATED', userId: rep }, leads],
      )
      expected.push([{ figure: 'LEADS_CONVERTED', userId: rep }, conversions])
      for (const [tag, count] of tags) expected.push([{ figure: 'LEADS_CREATED', userId: rep, tag }, count])
    }
    for (const [place, { leads, conversions }] of model.places(team.id, period, now)) {
      const [neighborhood, city] = place.split(', ')
      expected.push([{ figure: 'LEADS_CREATED', place: { neighborhood, city } }, leads])
      expected.push([{ figure: 'LEADS_CONVERTED', place: { neighborhood, city } }, conversions])
    }
    for (const [question, count] of expected) {
      const input = { period: period.toUpperCase(), ...question }
      const { total, amounts } = await explained(team.owner, input)
      expect([input, total, amounts.length]).toEqual([input, count, count])
      const all = await explained(team.owner, { ...input, corrections: true })
      expect([input, all.amounts.reduce((a, b) => a + b, 0)]).toEqual([input, count])
      expect([input, ...reversedOf(all)]).toEqual([input, all.receipt.reversed, all.receipt.reversed])
    }
    const services = model.usage(team.id, (use) => within(use.at))
    for (const [service, { count, micros }] of Object.entries(services)) {
      const uses = await explained(team.owner, { figure: service.toUpperCase(), period: period.toUpperCase() })
      expect([service, uses.total, uses.amounts.reduce((a, b) => a + b, 0)]).toEqual([service, count, count])
      const costs = await explained(team.owner, {
        figure: 'TOTAL_COST',
        service: service.toUpperCase(),
        period: period.toUpperCase(),
      })
      expect(costs.total).toBe(micros / 1e6)
      expect(costs.amounts.reduce((a, b) => a + Math.round(b * 1e6), 0)).toBe(micros)
    }
  }
  const { properties, leads, newLeads, contactedLeads, completedLeads } = model.totals(team.id)
  const standing: [object, number][] = [
    [{ figure: 'TOTAL_PROPERTIES' }, properties],
    [{ figure: 'TOTAL_LEADS' }, leads],
    [{ figure: 'TOTAL_LEADS', status: 'NEW' }, newLeads],
    [{ figure: 'TOTAL_LEADS', status: 'CONTACTED' }, contactedLeads],
    [{ figure: 'TOTAL_LEADS', status: 'COMPLETED' }, completedLeads],
  ]
  for (const [question, count] of standing) {
    const { total, amounts } = await explained(team.owner, question)
    expect([question, total, amounts.length]).toEqual([question, count, count])
  }
  for (const rep of team.reps.filter(({ id }) => simulation.currentTeam(id) === team.id)) {
    const own = await explained(rep, { figure: 'TOTAL_PROPERTIES' })
    const { properties: mine } = model.totals(team.id, rep.id)
    expect([own.total, own.amounts.length]).toEqual([mine, mine])
  }
}

/** What the listed events say was taken away: the events that reverse others, and those that are reversed. */
const reversedOf = ({ amounts, reversed }: Explained) => [
  amounts.reduce((sum, amount) => sum - Math.min(amount, 0), 0),
  reversed.length,
]

/** Every metric in every period, as each role reads it. */
async function everyReceipt(team: Team): Promise<void> {
  const tenantId = team.id
  const rep = team.reps[0]!
  for (const figure of metrics.map((metric) => metric.toUpperCase()))
    for (const period of periods) {
      const input = { figure, period: period.toUpperCase() }
      const owners = await receiptOf(team.owner, input)
      const groupings = owners.receipt.sections.map(({ by }: Found) => by)
      expect([input, groupings]).toEqual([input, owners.total ? (groupingsOf[figure] ?? ['USER']) : []])
      expect([input, await receiptOf(team.admin, input)]).toEqual([input, owners])
      expect([input, await receiptOf(fixture.globalAdmin, { ...input, tenantId })]).toEqual([input, owners])
      const ownersOfRep = await receiptOf(team.owner, { ...input, userId: rep.id })
      expect([input, await receiptOf(rep, input)]).toEqual([input, ownersOfRep])
      expect([input, await receiptOf(rep, { ...input, userId: team.owner.id })]).toEqual([
        input,
        { total: 0, receipt: { reversed: 0, sections: [] } },
      ])
    }
  for (const period of periods) {
    const board = simulation.model.board(team.id, period, fixture.clock.now)
    const input = { figure: 'LEADS_CREATED', period: period.toUpperCase() }
    expect(await linesByUser(team.owner, input)).toEqual(leadsByRep(board))
  }
}

interface BoardRow {
  rep: string
  leads: number
}

const leadsByRep = (board: readonly BoardRow[]) =>
  Object.fromEntries(board.filter(({ leads }) => leads !== 0).map(({ rep, leads }) => [rep, leads]))

/** What each metric is divided by, if it is not 0. */
const groupingsOf: Record<string, string[]> = {
  LEADS_CREATED: ['USER', 'SERVICE_TYPE'],
  DOORS_KNOCKED: ['USER', 'TALK'],
  TOTAL_LEADS: ['USER', 'STATUS'],
  API_CALLS: ['EVENT_TYPE'],
  TOTAL_COST: ['SERVICE'],
  ...Object.fromEntries(['REGRID_LOOKUPS', 'MAP_LOADS', 'GEOCODING', 'DOCUMENT_PRINTING'].map((name) => [name, []])),
}

async function linesByUser(person: TestUser, input: object) {
  const { receipt } = await receiptOf(person, input)
  const section = receipt.sections.find(({ by }: Found) => by === 'USER')
  return Object.fromEntries((section?.lines ?? []).map(({ user, amount }: Found) => [user.id, amount]))
}

const receiptFields =
  'receipt { reversed sections { by lines { key user { id fullName } amount } otherCount otherAmount } }'

/** The total and the receipt of a metric, each section of which adds up to the total. */
async function receiptOf(person: TestUser, input: object): Promise<Found> {
  const { explain } = await ask(
    person,
    `query ($input: FigureInput!) { explain(input: $input, first: 1) { total ${receiptFields} } }`,
    { input },
  )
  for (const section of explain.receipt.sections)
    expect([input, section.by, sumOf(section)]).toEqual([input, section.by, toMicros(explain.total)])
  return explain
}

const toMicros = (amount: number) => Math.round(amount * 1e6)

const sumOf = ({ lines, otherAmount }: Found) =>
  lines.reduce((sum: number, { amount }: Found) => sum + toMicros(amount), toMicros(otherAmount))

interface Explained {
  total: number
  receipt: Found
  /** The amount of each event over all pages. */
  amounts: number[]
  /** Those of the events that later ones reversed. */
  reversed: number[]
}

async function explained(person: TestUser, input: object): Promise<Explained> {
  const amounts: number[] = []
  const reversed: number[] = []
  for (let after: string | null = null; ;) {
    const answer: Found = await ask(
      person,
      `query ($input: FigureInput!, $after: String) { explain(input: $input, first: 300, after: $after) {
        total ${receiptFields} edges { node { amount isReversed } } pageInfo { hasNextPage endCursor } } }`,
      { input, after },
    )
    const { total, receipt, edges, pageInfo } = answer.explain
    for (const { node } of edges) {
      amounts.push(node.amount)
      if (node.isReversed) reversed.push(node.amount)
    }
    if (!pageInfo.hasNextPage) return { total, receipt, amounts, reversed }
    after = pageInfo.endCursor
  }
}

async function ask(person: TestUser, query: string, variables: object = {}): Promise<Found> {
  const { data, errors } = await graphql(fixture.url, person.token, query, variables)
  if (errors) throw new Error(`${query} ${JSON.stringify(variables)}: ${JSON.stringify(errors)}`)
  return data
}

/** A seeded generator, so that failures can be reproduced. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}
