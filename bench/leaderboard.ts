import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { periodContaining } from '../api/domain/periods.ts'
import { startServer } from '../tests/support/server.ts'
import { createTestEnvironment, type TestEnvironment } from '../tests/support/testEnvironment.ts'
import { createTestTenant, type TestTenant } from '../tests/support/testTenant.ts'
import { runClosedLoop, graphql, runInTurns, median, quantile } from './load.ts'
import { fillMonth, timeZone } from './seedMonth.ts'
import { formatValue, type Row } from './table.ts'

const BOARD =
  '{ leaderboard(period: MONTH) { entries { rank leadsCreated leadsConverted doorsKnocked user { id fullName } } } }'

const BOARD_AS_OF =
  'query ($asOf: DateTimeISO) { leaderboard(period: MONTH, asOf: $asOf) { entries { rank leadsCreated doorsKnocked user { id } } } }'

/** Every view of a month that a dashboard has. */
const views: Record<string, string> = {
  leaderboard: BOARD,
  'team performance':
    '{ teamPerformance(period: MONTH) { teamMembers { doorsKnocked avgDoorsPerDay tagsBreakdown { tag count } user { id } } } }',
  neighborhoods: '{ neighborhoodPerformance(period: MONTH) { neighborhoods { neighborhood totalLeads } } }',
  'usage summary': '{ usageSummary(period: MONTH) { totalCost byService { service count cost } } }',
  totals: '{ totals { properties leads newLeads } }',
  trends: '{ trends(period: MONTH) { current { leadsCreated cost } days { day leadsCreated cost } } }',
}

/**
 * The leaderboard of a month from the projection, beside the same figures aggregated from the log itself; as it stood
 * at moments all over the month; and every view of a month with a million events beside the same with ten thousand.
 */
export async function leaderboard(): Promise<Row[]> {
  const small = await createMonth(10_000)
  const medium = await createMonth(100_000)
  const large = await createMonth(1_000_000)
  try {
    const rows = [
      ...(await leaderboardRows(small)),
      ...(await leaderboardRows(medium)),
      ...(await leaderboardRows(large)),
    ]
    for (const name of Object.keys(views)) rows.push(await growthRow(name, small, large))
    return rows
  } finally {
    for (const { stage } of [small, medium, large]) await stage.teardown()
  }
}

interface Month {
  events: number
  stage: TestEnvironment
  world: TestTenant
  client: pg.Client
  url: string
}

/** A server of its own with so many events of the running month behind it. */
async function createMonth(events: number): Promise<Month> {
  const stage = await createTestEnvironment({
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.track_planning': 'on',
  })
  const world = await createTestTenant(stage.ownerUrl, { reps: 16, propertiesPerRep: 20 })
  const client = new pg.Client({ connectionString: stage.ownerUrl })
  await client.connect()
  stage.onTeardown(() => client.end())
  await client.query('create extension pg_stat_statements')
  await fillMonth(client, world, events)
  const server = await startServer({
    ...{ databaseUrl: stage.ownerUrl, built: true },
    env: { NODE_ENV: 'production', LOG_LEVEL: 'warn', DATA_DIR: stage.dataDir },
  })
  stage.onTeardown(() => server.stop())
  return { events, stage, world, client, url: server.url }
}

async function leaderboardRows({ events, world, client, url }: Month): Promise<Row[]> {
  const read = () => graphql<{ leaderboard: { entries: Entry[] } }>(url, world.owner.token, BOARD)
  const projected = await timeReads(client, world, url, read)
  const aggregated = await timeLog(client, world, (await read()).leaderboard.entries)
  const asking = (ask: () => Promise<unknown>) => () =>
    runClosedLoop({ clients: 8, seconds: 2 }, async () => void (await ask()))
  const [repeats, nothing] = await runInTurns(3, [
    asking(read),
    asking(() => graphql(url, world.owner.token, '{ __typename }')),
  ])
  const then = await timeAsOf(url, world)
  const work = `leaderboard of a month, ${events.toLocaleString('en-US')} events`
  const ratio = aggregated / projected
  return [
    {
      ...{ work: `${work}: in the database`, measured: formatValue(projected, 'ms') },
      ...{ yardstick: `${formatValue(aggregated, 'ms')} from the log`, ratio },
      aim: events > 100_000 ? '>= 10 x, <= 6 ms' : '<= 6 ms',
      met: projected <= 6 && (ratio >= 10 || events <= 100_000),
    },
    {
      ...{ work: `${work}: again unchanged, 8 clients`, measured: formatValue(repeats!.perSecond, '/s') },
      yardstick: `${formatValue(nothing!.perSecond, '/s')} asking for nothing`,
      ratio: repeats!.perSecond / nothing!.perSecond,
      ...{ aim: '>= 2,000/s', met: repeats!.perSecond >= 2_000 },
    },
    {
      ...{
        work: `${work}: as it stood, anywhere in the month`,
        measured: formatValue(then, 'ms'),
        yardstick: '',
        ratio: null,
      },
      ...{ aim: events > 100_000 ? '-' : '<= 200 ms', met: then <= 200 || events > 100_000 },
    },
  ]
}

/** A view of the big month beside that of the small one, in turns, so that what else the machine does falls on both. */
async function growthRow(name: string, small: Month, large: Month): Promise<Row> {
  const took: [number[], number[]] = [[], []]
  for (let round = 0; round < 60; round += 1) {
    for (const [n, month] of [small, large].entries()) took[n]!.push(await timeView(month, views[name]!, round))
  }
  const [before, after] = took.map((times) => median(times.slice(10))) as [number, number]
  return {
    ...{ work: `${name} of a month, 1,000,000 events, after a change`, measured: formatValue(after, 'ms') },
    ...{ yardstick: `${formatValue(before, 'ms')} with 10,000`, ratio: after / before, aim: '<= 1.2 x' },
    met: after / before <= 1.2,
  }
}

interface Entry {
  user: { id: string }
  doorsKnocked: number
  leadsCreated: number
}

/** Milliseconds that a view takes to answer after a knock. */
async function timeView({ url, world }: Month, view: string, round: number): Promise<number> {
  const input = { propertyId: world.properties[1]![round % 20], outcome: 'NOBODY_HOME', eventId: uuidv7() }
  await graphql(url, world.reps[1]!.token, 'mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }', {
    input,
  })
  const began = performance.now()
  await graphql(url, world.owner.token, view)
  return performance.now() - began
}

/** Milliseconds of the leaderboard as it stood at moments all over the month: the slowest tenth of them. */
async function timeAsOf(url: string, world: TestTenant): Promise<number> {
  const { from } = periodContaining('month', new Date(), timeZone)
  const took: number[] = []
  for (let round = 1; round <= 20; round += 1) {
    const asOf = new Date(from.getTime() + ((Date.now() - from.getTime()) * round) / 21)
    const began = performance.now()
    await graphql(url, world.owner.token, BOARD_AS_OF, { asOf: asOf.toISOString() })
    took.push(performance.now() - began)
  }
  return quantile(took, 0.9)
}

/**
 * Milliseconds in the database, planning included, of one leaderboard after a change: what PostgreSQL itself
 * counted for the statements that read the projection.
 */
async function timeReads(
  client: pg.Client,
  world: TestTenant,
  url: string,
  read: () => Promise<unknown>,
): Promise<number> {
  const rounds = 30
  for (let round = 0; round < rounds + 5; round += 1) {
    if (round === 5) await client.query('select pg_stat_statements_reset()')
    const input = { propertyId: world.properties[0]![round % 20], outcome: 'NOBODY_HOME', eventId: uuidv7() }
    await graphql(url, world.reps[0]!.token, 'mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }', {
      input,
    })
    await read()
  }
  const { rows } = await client.query<{ calls: number; ms: number }>(
    `select sum(calls)::int as calls, sum(total_exec_time + total_plan_time)::float as ms from pg_stat_statements
     where toplevel and query ~* '^\\s*(select|with)\\M.*\\mrep_hours\\M'`,
  )
  const { calls, ms } = rows[0]!
  if (!(calls >= rounds)) throw new Error(`The leaderboard was read ${calls} times from the projection, not ${rounds}`)
  return ms / rounds
}

/** Milliseconds of the same figures aggregated from the log; refuses to go on when they are not the same. */
async function timeLog(client: pg.Client, world: TestTenant, shown: Entry[]): Promise<number> {
  const { from, to } = periodContaining('month', new Date(), timeZone)
  const aggregate = () =>
    client.query<{ repId: string; doors: number; leads: number }>({
      name: 'aggregate',
      text: `select (data->>'repId')::uuid as "repId", (count(*) filter (where type = 'DoorKnocked'))::int as doors,
          (count(*) filter (where type = 'LeadCreated'))::int as leads
        from activity_events where tenant_id = $1 and occurred_at >= $2 and occurred_at < $3
          and type in ('DoorKnocked', 'LeadCreated') group by 1`,
      values: [world.tenantId, from, to],
    })
  const known = new Map((await aggregate()).rows.map(({ repId, doors, leads }) => [repId, `${doors} ${leads}`]))
  const differing = shown.filter((one) => known.get(one.user.id) !== `${one.doorsKnocked} ${one.leadsCreated}`)
  if (known.size === 0 || shown.length !== known.size || differing.length > 0) {
    throw new Error('The leaderboard and the log disagree: there is nothing to compare')
  }
  const took: number[] = []
  for (let round = 0; round < 7; round += 1) {
    const began = performance.now()
    await aggregate()
    took.push(performance.now() - began)
  }
  return median(took.slice(1))
}
