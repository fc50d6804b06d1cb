import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Simulation } from '../support/model/simulation.ts'
import { createModelFixture, type ModelFixture, type Team } from '../support/model/modelFixture.ts'
import type { TestUser } from '../support/testTenant.ts'
import { graphql, rest, type ApiResponse } from '../support/client.ts'

/** A response body, asserted field by field. */
type Found = ApiResponse['body'][string]

const dayMs = 24 * 3_600_000
const talkOutcomes = ['talked', 'interested', 'not_interested']

let fixture: ModelFixture
let simulation: Simulation
const counted = new Map<string, Counted[]>()

beforeAll(async () => {
  fixture = await createModelFixture(['America/Indiana/Indianapolis', 'Pacific/Auckland'], 3)
  simulation = new Simulation(fixture, seeded(16))
  const begin = Date.now() - 64 * dayMs
  const steps = 80
  for (let step = 1; step <= steps; step += 1) {
    fixture.clock.now = new Date(begin + (step / steps) * 64 * dayMs)
    await simulation.step(24)
  }
  fixture.clock.now = new Date()
  for (const team of fixture.teams) counted.set(team.id, await countLog(team))
}, 240_000)
afterAll(() => fixture.teardown())

/** One count of the log: which rep, when, and how much of each metric. */
interface Counted {
  repId: string
  at: number
  doors: number
  talks: number
  leads: number
  conversions: number
}

/** Counts the events of the log one after the other. It shares nothing with the projections. */
async function countLog(team: Team): Promise<Counted[]> {
  const { rows } = await fixture.db.query<{ id: string; type: string; data: Found; at: Date }>(
    `select event_id as id, type, data, occurred_at as at from activity_events where tenant_id = $1 order by position`,
    [team.id],
  )
  const found: Counted[] = []
  const knocks = new Map<string, Counted>()
  const leads = new Map<string, { created: Counted; completed: Counted | null }>()
  const nothing = { doors: 0, talks: 0, leads: 0, conversions: 0 }
  const remove = (item: Counted | null | undefined) => item && found.splice(found.indexOf(item), 1)
  for (const { id, type, data, at } of rows) {
    const add = (counts: Partial<Counted>): Counted => {
      const item = { repId: data.repId, at: at.getTime(), ...nothing, ...counts }
      found.push(item)
      return item
    }
    if (type === 'DoorKnocked') knocks.set(id, add({ doors: 1, talks: talkOutcomes.includes(data.outcome) ? 1 : 0 }))
    if (type === 'KnockWithdrawn') remove(knocks.get(data.knockId))
    if (type === 'LeadCreated') leads.set(data.leadId, { created: add({ leads: 1 }), completed: null })
    const lead = leads.get(data.leadId)
    if (type === 'LeadStatusChanged' && lead) {
      if (data.from === 'completed') lead.completed = (remove(lead.completed), null)
      if (data.to === 'completed') lead.completed = add({ conversions: 1 })
    }
    if (type === 'LeadDeleted' && lead) for (const item of [lead.created, lead.completed]) remove(item)
  }
  return found
}

function countOf(team: Team, repId: string | null, from: string, to: string) {
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  const items = counted
    .get(team.id)!
    .filter((item) => item.at >= begin && item.at < end && (!repId || item.repId === repId))
  const sum = (count: 'doors' | 'talks' | 'leads' | 'conversions') =>
    items.reduce((total, item) => total + item[count], 0)
  const [leadsCreated, leadsConverted] = [sum('leads'), sum('conversions')]
  return {
    doorsKnocked: sum('doors'),
    talks: sum('talks'),
    leadsCreated,
    leadsConverted,
    conversionRate: leadsCreated ? (100 * leadsConverted) / leadsCreated : 0,
  }
}

async function ask(person: TestUser, query: string, variables: object = {}): Promise<Found> {
  const { data, errors } = await graphql(fixture.url, person.token, query, variables)
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

const work = '{ doorsKnocked talks leadsCreated leadsConverted conversionRate }'
const trendQuery = `query ($period: Period! = WEEK, $from: String, $to: String, $userId: ID) {
  performanceTrend(period: $period, from: $from, to: $to, userId: $userId) { from to timeZone unit comparedFrom comparedTo
    current ${work} compared ${work}
    points { from to comparedFrom isPartial isWorked current ${work} compared ${work} } } }`
const ratesQuery = `query ($period: Period! = WEEK, $from: String, $to: String, $userId: ID) {
  talkRates(period: $period, from: $from, to: $to, userId: $userId) { from to
    cells { weekday hour doors talks rate } best { weekday hour rate } } }`

const localDay = (team: Team, daysAgo: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: team.timeZone }).format(Date.now() - daysAgo * dayMs)

const ranges = (team: Team): Record<string, object> => ({
  today: { period: 'DAY' },
  'this week': { period: 'WEEK' },
  'this month': { period: 'MONTH' },
  '31 days': { from: localDay(team, 45), to: localDay(team, 15) },
  '120 days': { from: localDay(team, 119), to: localDay(team, 0) },
})

describe("the charts' numbers equal an independent count of the log", () => {
  it('in the trend and the funnel, of the team and of each rep', async () => {
    let compared = 0
    for (const team of fixture.teams)
      for (const range of Object.values(ranges(team)))
        for (const rep of [null, ...team.reps]) {
          const { performanceTrend: trend } = await ask(team.owner, trendQuery, { ...range, userId: rep?.id })
          const count = (from: string, to: string) => countOf(team, rep?.id ?? null, from, to)
          expect(trend.current).toEqual(count(trend.from, trend.to))
          expect(trend.compared).toEqual(count(trend.comparedFrom, trend.comparedTo))
          expect(trend.points[0].from).toBe(trend.from)
          expect(trend.points.at(-1).to).toBe(trend.to)
          trend.points.forEach((point: Found, n: number) => {
            const isFuture = Date.parse(point.from) > Date.now()
            expect(point.current).toEqual(isFuture ? null : count(point.from, point.to))
            if (n > 0) expect(point.from).toBe(trend.points[n - 1].to)
            compared += point.current?.doorsKnocked ?? 0
          })
        }
    expect(compared).toBeGreaterThan(1_000)
  }, 120_000)

  it('in the compared points, which are whole days four weeks before for a month', async () => {
    for (const team of fixture.teams) {
      const { performanceTrend: trend } = await ask(team.owner, trendQuery, { period: 'MONTH' })
      const points = trend.points.filter((point: Found) => point.compared)
      expect(points.length).toBe(Math.min(28, trend.points.length))
      for (const point of points) {
        const days = (Date.parse(point.from) - Date.parse(point.comparedFrom)) / dayMs
        expect(Math.round(days)).toBe(28)
        const end = trend.points.find(
          ({ comparedFrom }: Found) => Date.parse(comparedFrom) > Date.parse(point.comparedFrom),
        )
        if (end) expect(point.compared).toEqual(countOf(team, null, point.comparedFrom, end.comparedFrom))
      }
    }
  })

  it('in the heat map, by weekday and hour of the time zone of the tenant', async () => {
    for (const team of fixture.teams)
      for (const rep of [null, team.reps[0]!]) {
        const { talkRates } = await ask(team.owner, ratesQuery, {
          from: localDay(team, 70),
          to: localDay(team, 0),
          userId: rep?.id,
        })
        const cells = new Map<string, { doors: number; talks: number }>()
        for (const item of counted.get(team.id)!) {
          if (item.doors === 0 || (rep && item.repId !== rep.id)) continue
          const key = weekdayHourOf(item.at, team.timeZone)
          const cell = cells.get(key) ?? { doors: 0, talks: 0 }
          cells.set(key, { doors: cell.doors + 1, talks: cell.talks + item.talks })
        }
        expect(
          Object.fromEntries(
            talkRates.cells.map(({ weekday, hour, doors, talks }: Found) => [`${weekday} ${hour}`, { doors, talks }]),
          ),
        ).toEqual(Object.fromEntries(cells))
        for (const { doors, talks, rate } of talkRates.cells)
          expect(rate).toEqual(doors < 10 ? null : (100 * talks) / doors)
        const rates = talkRates.cells.map(({ rate }: Found) => rate ?? -1)
        expect(talkRates.best?.rate ?? -1).toBe(Math.max(...rates))
      }
  })

  it('in the page of each rep, with outcomes, records and rank', async () => {
    for (const team of fixture.teams)
      for (const rep of team.reps) {
        const { repSummary } = await ask(
          rep,
          `{ repSummary(period: MONTH) { from to comparedFrom comparedTo user { id } rank current ${work} compared ${work}
            outcomes { outcome count } records { mostDoors { day count } mostLeads { day count } longestStreak } } }`,
        )
        expect(repSummary.user.id).toBe(rep.id)
        expect(repSummary.current).toEqual(countOf(team, rep.id, repSummary.from, repSummary.to))
        expect(repSummary.compared).toEqual(countOf(team, rep.id, repSummary.comparedFrom, repSummary.comparedTo))
        const doors = repSummary.outcomes.reduce((sum: number, { count }: Found) => sum + count, 0)
        expect(doors).toBe(repSummary.current.doorsKnocked)
        const byDay = Map.groupBy(
          counted.get(team.id)!.filter((item) => item.repId === rep.id),
          ({ at }) => new Intl.DateTimeFormat('en-CA', { timeZone: team.timeZone }).format(at),
        )
        const most = (count: 'doors' | 'leads') =>
          Math.max(...[...byDay.values()].map((items) => items.reduce((sum, item) => sum + item[count], 0)))
        expect(repSummary.records.mostDoors.count).toBe(most('doors'))
        expect(repSummary.records.mostLeads.count).toBe(most('leads'))
        expect(repSummary.records.longestStreak).toBeGreaterThan(0)
      }
  })

  it('in the events that each point and each hour opens', async () => {
    const team = fixture.teams[0]!
    const explain = (input: object) =>
      ask(
        team.owner,
        'query ($input: FigureInput!) { explain(input: $input, first: 1000) { total edges { node { amount } } } }',
        {
          input,
        },
      )
    const { performanceTrend: trend } = await ask(team.owner, trendQuery, {
      from: localDay(team, 20),
      to: localDay(team, 0),
    })
    for (const { from, to, current } of trend.points) {
      for (const [figure, value] of [
        ['DOORS_KNOCKED', current.doorsKnocked],
        ['TALKS', current.talks],
        ['LEADS_CREATED', current.leadsCreated],
        ['LEADS_CONVERTED', current.leadsConverted],
      ]) {
        const { explain: found } = await explain({ figure, from, to })
        expect([figure, found.total, found.edges.length]).toEqual([figure, value, value])
      }
    }
    const { talkRates } = await ask(team.owner, ratesQuery, { from: localDay(team, 70), to: localDay(team, 0) })
    const { from, to } = talkRates
    for (const { weekday, hour, doors, talks } of talkRates.cells.slice(0, 20)) {
      const { explain: knocked } = await explain({ figure: 'DOORS_KNOCKED', from, to, weekday, hour })
      expect([knocked.total, knocked.edges.length]).toEqual([doors, doors])
      const { explain: talked } = await explain({ figure: 'TALKS', from, to, weekday, hour })
      expect(talked.total).toBe(talks)
    }
  }, 60_000)

  it('in REST, and the cost is that of the usage summary', async () => {
    const team = fixture.teams[0]!
    const { body } = await rest(fixture.url, team.admin.token, 'GET', '/crm/performance-trend?period=month')
    const { body: usage } = await rest(fixture.url, team.admin.token, 'GET', '/finops/usage/summary?period=month')
    expect(body['data'].current.cost).toBeCloseTo(usage['data'].total_cost, 6)
    const { from, to, current } = body['data']
    expect(current.doors_knocked).toBe(countOf(team, null, from, to).doorsKnocked)
    const { body: rep } = await rest(fixture.url, team.reps[0]!.token, 'GET', '/crm/performance-trend?period=month')
    expect(rep['data'].current).toMatchObject({
      cost: null,
      doors_knocked: countOf(team, team.reps[0]!.id, from, to).doorsKnocked,
    })
  })
})

describe('a report', () => {
  it('is refused for days that are not valid', async () => {
    const { owner } = fixture.teams[0]!
    for (const query of [
      'from=2026-02-30&to=2026-03-01',
      'from=2026-03-02&to=2026-03-01',
      'from=2026-03-01',
      'from=2020-01-01&to=2026-01-01',
      'from=x&to=y',
    ]) {
      expect((await rest(fixture.url, owner.token, 'GET', `/crm/performance-trend?${query}`)).status).toBe(422)
      expect((await rest(fixture.url, owner.token, 'GET', `/crm/talk-rates?${query}`)).status).toBe(422)
    }
  })

  it("is a rep's own, and of another tenant's user it is not found", async () => {
    const [team, other] = fixture.teams as [Team, Team]
    const [rep, colleague] = team.reps as [TestUser, TestUser]
    const status = async (person: TestUser, userId: string, path: string) =>
      (await rest(fixture.url, person.token, 'GET', `/crm/${path}?user_id=${userId}`)).status
    for (const path of ['performance-trend', 'talk-rates', 'rep-summary']) {
      expect(await status(rep, rep.id, path)).toBe(200)
      expect(await status(rep, colleague.id, path)).toBe(404)
      expect(await status(team.admin, colleague.id, path)).toBe(200)
      expect(await status(team.admin, other.reps[0]!.id, path)).toBe(404)
    }
  })
})

describe('a target of the whole team', () => {
  it('counts the work of all reps, and is not shown to a rep', async () => {
    const team = fixture.teams[0]!
    const body = { user_id: null, period: 'month', metric: 'doors_knocked', value: 500 }
    const { status, body: set } = await rest(fixture.url, team.owner.token, 'POST', '/crm/targets', body)
    expect(status).toBe(200)
    expect(set['data']).toMatchObject({ user_id: null, user: null, value: 500 })
    const { from, to, progress } = set['data']
    expect(progress).toBe(countOf(team, null, from, to).doorsKnocked)
    const { targets } = await ask(team.admin, '{ targets { user { id } period metric value progress } }')
    expect(targets[0]).toEqual({ user: null, period: 'MONTH', metric: 'DOORS_KNOCKED', value: 500, progress })
    const { targets: own } = await ask(team.reps[0]!, '{ targets { user { id } } }')
    expect(own.every(({ user }: Found) => user.id === team.reps[0]!.id)).toBe(true)
    const { setTarget } = await ask(
      team.owner,
      'mutation { setTarget(input: { period: MONTH, metric: DOORS_KNOCKED, value: 0 }) { value } }',
    )
    expect(setTarget).toBeNull()
  })
})

function weekdayHourOf(at: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' })
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const weekday = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(parts['weekday']!) + 1
  return `${weekday} ${Number(parts['hour'])}`
}

/** Numbers between 0 and 1 that are the same in each run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
