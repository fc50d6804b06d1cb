import { readFileSync } from 'node:fs'
import { separateOperations, parse, print } from 'graphql'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { startServer } from '../tests/support/server.ts'
import { createTestEnvironment } from '../tests/support/testEnvironment.ts'
import { createTestTenant, type TestTenant, type TestUser } from '../tests/support/testTenant.ts'
import { graphql, median, quantile } from './load.ts'
import { fillMonth, timeZone } from './seedMonth.ts'
import { formatValue, type Row } from './table.ts'

const events = 1_000_000
const rounds = 20
const warmUps = 5

/** The documents of the dashboards and of a rep's page. */
const documents = separateOperations(
  parse(
    [
      'performance/charts',
      'performance/performance',
      'performance/repPage',
      'performance/targets',
      'dashboard/dashboard',
      'usage/usage',
    ]
      .map((name) => readFileSync(new URL(`../web/features/${name}.graphql`, import.meta.url), 'utf8'))
      .join('\n'),
  ),
)

interface Chart {
  name: string
  operation: string
  variables?: object
}

/** The charts of the owner's dashboard. The funnel and the cost per lead are drawn from the trend. */
function ownerCharts(): Chart[] {
  return [
    ...(['DAY', 'WEEK', 'MONTH'] as const).map((period) => trend(`a ${period.toLowerCase()}`, { period })),
    trend('a year', year()),
    { name: 'heat map of talks of a month', operation: 'TalkRates', variables: { period: 'MONTH' } },
    { name: 'heat map of talks of a year', operation: 'TalkRates', variables: year() },
    { name: 'cards with trends of a month', operation: 'Cards', variables: { period: 'MONTH' } },
    { name: 'cost by service of a month', operation: 'UsageSummary', variables: { period: 'MONTH' } },
    { name: 'neighborhoods of a month', operation: 'Neighborhoods', variables: { period: 'MONTH' } },
    { name: 'team of a month', operation: 'TeamPerformance', variables: { period: 'MONTH' } },
    { name: 'leaderboard of a month', operation: 'Leaderboard', variables: { period: 'MONTH' } },
    { name: 'targets', operation: 'Targets' },
  ]
}

/** The charts of the page of a rep. */
const repCharts = (userId: string): Chart[] => [
  { name: 'summary of a month', operation: 'RepSummary', variables: { userId, period: 'MONTH' } },
  trend('a month', { period: 'MONTH', userId }),
  trend('a year', { ...year(), userId }),
  { name: 'targets', operation: 'Targets' },
]

const trend = (time: string, variables: object): Chart => ({
  name: `trend, funnel and cost per lead of ${time}`,
  operation: 'PerformanceTrend',
  variables,
})

/** The last year, until today. */
function year() {
  const day = (at: number) => new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at)
  return { period: 'MONTH', from: day(Date.now() - 364 * 86_400_000), to: day(Date.now()) }
}

/**
 * Times every chart of the owner's dashboard and of a rep's page. The tenant has 1,000,000 events in this month and a year of work
 * before it. A knock before each read invalidates the caches.
 */
export async function charts(): Promise<Row[]> {
  const environment = await createTestEnvironment()
  try {
    const testTenant = await createTestTenant(environment.ownerUrl, { reps: 16, propertiesPerRep: 20 })
    const client = new pg.Client({ connectionString: environment.ownerUrl })
    await client.connect()
    await fillMonth(client, testTenant, events)
    await addKnocksAndHistory(client, testTenant)
    await client.end()
    const server = await startServer({
      databaseUrl: environment.ownerUrl,
      env: { NODE_ENV: 'production', LOG_LEVEL: 'info', DATA_DIR: environment.dataDir },
    })
    environment.onTeardown(() => server.stop())
    const rep = testTenant.reps[1]!
    const rows: Row[] = []
    const measure = async (where: string, user: TestUser, { name, operation, variables }: Chart) => {
      const times = await timeReads(server.url, testTenant, () =>
        graphql(server.url, user.token, print(documents[operation]!), variables),
      )
      const typical = median(times)
      rows.push({
        work: `${where}: ${name}, 1,000,000 events, after a change`,
        measured: `${formatValue(typical, 'ms')}, 90% in ${formatValue(quantile(times, 0.9), 'ms')}`,
        baseline: '',
        ratio: null,
        target: '<= 100 ms',
        met: typical <= 100,
      })
    }
    for (const chart of ownerCharts()) await measure("owner's dashboard", testTenant.owner, chart)
    for (const chart of repCharts(rep.id)) await measure('page of a rep, as owner', testTenant.owner, chart)
    for (const chart of repCharts(rep.id)) await measure('page of a rep, as the rep', rep, chart)
    await measure('dashboard of a rep', rep, { name: 'today', operation: 'RepToday' })
    return rows
  } finally {
    await environment.teardown()
  }
}

/** The milliseconds of reads, each after a knock of the rep, which makes what was read before invalid. */
async function timeReads(
  url: string,
  { reps, properties }: TestTenant,
  read: () => Promise<unknown>,
): Promise<number[]> {
  const durations: number[] = []
  for (let round = 0; round < rounds + warmUps; round += 1) {
    const input = { propertyId: properties[1]![round % 20], outcome: 'NOBODY_HOME', eventId: uuidv7() }
    await graphql(url, reps[1]!.token, 'mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }', {
      input,
    })
    const began = performance.now()
    await read()
    durations.push(performance.now() - began)
  }
  return durations.slice(warmUps)
}

/**
 * Saves the knocks of the month's events, in one session of each rep and day, three targets of each rep, and the same work by hour in
 * the 13 times four weeks before.
 */
async function addKnocksAndHistory(client: pg.Client, { tenantId, owner }: TestTenant): Promise<void> {
  await client.query(
    `create temporary table numbered as
       select id, row_number() over (order by id) - 1 as n from properties where tenant_id = '${tenantId}';
     create temporary table days as
       select (data->>'repId')::uuid as rep_id, occurred_at::date as day, gen_random_uuid() as session_id,
         min(occurred_at) as started_at, max(occurred_at) as ended_at
       from activity_events where tenant_id = '${tenantId}' and type = 'DoorKnocked' group by 1, 2;
     insert into knock_sessions (tenant_id, id, rep_id, started_at, ended_at)
       select '${tenantId}', session_id, rep_id, started_at, ended_at from days;
     insert into knocks (tenant_id, event_id, property_id, rep_id, session_id, outcome, occurred_at)
       select e.tenant_id, e.event_id, p.id, d.rep_id, d.session_id,
         (array['nobody_home', 'nobody_home', 'talked', 'interested', 'not_interested'])[1 + e.position % 5], e.occurred_at
       from activity_events e
       join days d on d.rep_id = (e.data->>'repId')::uuid and d.day = e.occurred_at::date
       join numbered p on p.n = e.position % (select count(*) from numbered)
       where e.tenant_id = '${tenantId}' and e.type = 'DoorKnocked';
     insert into targets (tenant_id, user_id, period, metric, value, set_by, set_at)
       select '${tenantId}', u.id, period, 'doors_knocked', 100, '${owner.id}', now()
       from users u, unnest(array['day', 'week', 'month']) period where u.tenant_id = '${tenantId}' and u.role = 'sales_rep'`,
  )
  for (const table of ['rep_hours', 'rep_tag_hours', 'usage_hours', 'neighborhood_hours']) {
    const { rows } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = $1 and column_name <> 'hour'`,
      [table],
    )
    const columns = rows.map(({ name }) => name).join(', ')
    await client.query(
      `insert into ${table} (${columns}, hour) select ${columns}, hour - n * interval '28 days'
       from ${table}, generate_series(1, 13) n where tenant_id = $1 on conflict do nothing`,
      [tenantId],
    )
  }
  await client.query('vacuum analyze')
}
