import { parseArgs } from 'node:util'
import pg from 'pg'
import { verifyLog } from '../api/log/verify.ts'
import { startServer } from '../tests/support/server.ts'
import { createTestEnvironment, type TestEnvironment } from '../tests/support/testEnvironment.ts'
import { addUser, type TestTenant } from '../tests/support/testTenant.ts'
import { alignColumns } from '../tests/support/textTable.ts'
import { cloneTenants, readCloneSource } from './cloneTenants.ts'
import { type Busy, measureBusy } from './cpu.ts'
import { logHundredKnocks, logKnock } from './knockLoads.ts'
import {
  type AlternatedResult,
  graphql,
  type LoadResult,
  median,
  pairedRatio,
  runAlternating,
  runClosedLoop,
} from './load.ts'
import { type Platform, throughRestarts } from './scaleProcesses.ts'
import { createScaleTenant, openTenant } from './scaleTenant.ts'
import { formatValue, type Row } from './table.ts'

const fewTenants = 10
/** The tenants over which the clients of the last append are spread. */
const maxSpreadTenants = 500
const clients = 16

const BOARD =
  '{ leaderboard(period: MONTH) { entries { rank leadsCreated leadsConverted doorsKnocked user { id fullName } } } }'
const LEADS = `{ leads(first: 100) { totalCount pageInfo { hasNextPage endCursor }
  edges { node { id address ownerName tag priority status createdAt } } } leadCounters { total highPriority new completed } }`
const COMPARISON = `query ($days: Int!) { tenantComparison(days: $days) {
  totals { revenue users apiCalls activeTenants } previous { revenue users apiCalls activeTenants }
  trend { at revenue apiCalls activeTenants users }
  tenants { tenant { id name companyName } userCount propertyCount apiCalls mapLoads regridLookups totalCost costPerUser } } }`

/**
 * The same work with 10 tenants and with 10,000 of the same size, with 20,000,000 events, in two databases of one PostgreSQL
 * (`--tenants`, `--events`); what a knock costs; and knocks while API processes are killed and added.
 */
export async function scale(): Promise<Row[]> {
  const { tenants, events } = readOptions()
  const environment = await createTestEnvironment({ max_wal_size: '8GB' })
  const env = { NODE_ENV: 'production', LOG_LEVEL: 'info', DATA_DIR: environment.dataDir }
  try {
    const [few, many] = await createPlatforms(environment, env, tenants, Math.floor(events / tenants))
    // First, before the knocks of the other loads make some logs longer than others.
    const rows = [
      ...(await verifyRows(few, many)),
      ...(await appendRows(environment, few, many)),
      ...(await viewRows(few, many)),
      ...(await comparisonRows(few, many)),
    ]
    await printSizes(many)
    return [...rows, ...(await throughRestarts(environment, env, many))]
  } finally {
    await environment.teardown()
  }
}

/** The options of the command line. */
export const scaleOptions = {
  tenants: { type: 'string', default: '10000' },
  events: { type: 'string', default: '20000000' },
} as const

function readOptions(): { tenants: number; events: number } {
  const { values } = parseArgs({ allowPositionals: true, options: scaleOptions })
  return { tenants: Number(values.tenants), events: Number(values.events) }
}

async function createPlatforms(
  environment: TestEnvironment,
  env: Record<string, string>,
  tenants: number,
  eventsOfTenant: number,
): Promise<[Platform, Platform]> {
  const connectTo = (url: string) => async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    environment.onTeardown(() => client.end())
    return client
  }
  const connect = connectTo(environment.ownerUrl)
  const owner = await connect()
  const sourceId = await createScaleTenant(owner, environment.ownerUrl, eventsOfTenant)
  await assertIntact({ client: owner, reader: null }, sourceId)
  const source = await readCloneSource(owner, sourceId)
  const createPlatform = async (name: string, tenantCount: number): Promise<Platform> => {
    const databaseUrl = await environment.newDatabase(name)
    const client = await connectTo(databaseUrl)()
    const began = performance.now()
    const ids = await cloneTenants(connectTo(databaseUrl), source, tenantCount)
    await client.query('vacuum analyze')
    await client.query('checkpoint')
    const seconds = Math.round((performance.now() - began) / 1_000)
    const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
    const eventCount = (tenantCount * eventsOfTenant).toLocaleString('en-US')
    const gigabytes = (Number(rows[0]!.bytes) / 1e9).toFixed(2)
    console.log(
      `${tenantCount.toLocaleString('en-US')} tenants, ${eventCount} events: ${seconds} s, ${gigabytes} GB on disk`,
    )
    const opened: TestTenant[] = []
    for (const id of ids.slice(0, maxSpreadTenants)) opened.push(await openTenant(client, id))
    const globalAdmin = await addUser(client, null, 'global_admin', 'Sample Boss')
    const server = await startServer({ databaseUrl, env })
    environment.onTeardown(() => server.stop())
    const reader = await connectTo(databaseUrl)()
    const { url, pid: serverPid } = server
    return { tenantCount, databaseUrl, client, reader, url, serverPid, tenants: opened, globalAdmin }
  }
  const few = await createPlatform('few', fewTenants)
  const many = await createPlatform('many', tenants)
  for (const platform of [few, many]) await assertIntact(platform, platform.tenants.at(-1)!.tenantId)
  return [few, many]
}

async function assertIntact(
  { client, reader }: { client: pg.Client; reader: pg.Client | null },
  tenantId: string,
): Promise<void> {
  const { faults } = await verifyLog(client, tenantId, reader)
  if (faults.length > 0) throw new Error(`The log of ${tenantId} is not intact: ${faults.join('; ')}`)
}

/** The platforms take turns, so that other load on the machine affects both. */
async function appendRows(environment: TestEnvironment, few: Platform, many: Platform): Promise<Row[]> {
  const spreadTenants = many.tenants.length
  const appendIn = (platform: Platform, tenantCount: number) => () =>
    runClosedLoop({ clients, seconds: 3 }, async (client) => {
      const next = tenantCount > clients ? Math.floor(Math.random() * tenantCount) : client
      await logKnock(platform.url, platform.tenants[next % platform.tenants.length]!, client)
    })
  const watch = (platform: Platform, load: () => Promise<LoadResult>) =>
    measureBusy({ serverPid: platform.serverPid, databasePid: environment.database.pid }, load)
  const watched = [
    watch(few, appendIn(few, fewTenants)),
    watch(many, appendIn(many, fewTenants)),
    watch(many, appendIn(many, spreadTenants)),
    watch(many, () =>
      runClosedLoop({ clients: 4, seconds: 3 }, (client) => logHundredKnocks(many.url, many.tenants[client]!, client)),
    ),
  ]
  const wal = watched.map(() => ({ bytes: 0, knocks: 0 }))
  const results = (await runAlternating(
    4,
    watched.map(({ load }, n) => async () => {
      const before = await readWalPosition(many.client)
      const result = await load()
      wal[n]!.bytes += (await readWalPosition(many.client)) - before
      wal[n]!.knocks += result.perSecond * 3
      return result
    }),
  )) as AlternatedResult[]
  const works = [
    `16 clients of ${fewTenants} of ${few.tenantCount} tenants`,
    `16 clients of ${fewTenants} of ${many.tenantCount.toLocaleString('en-US')} tenants`,
    `16 clients of ${spreadTenants} of ${many.tenantCount.toLocaleString('en-US')} tenants`,
    '100 knocks per request, 4 clients',
  ]
  printCosts(
    works,
    watched.map(({ busy }) => busy()),
    wal,
  )
  const [inFew, inMany, spread] = results as [AlternatedResult, AlternatedResult, AlternatedResult]
  const slowdown = 1 / pairedRatio(inMany, inFew)
  const spreadSlowdown = 1 / pairedRatio(spread, inFew)
  return [
    ratioRow(
      `log a knock, ${works[1]}`,
      slowdown,
      formatValue(inMany.perSecond, '/s'),
      formatValue(inFew.perSecond, '/s'),
    ),
    {
      ...ratioRow(
        `log a knock, ${works[2]}`,
        spreadSlowdown,
        formatValue(spread.perSecond, '/s'),
        formatValue(inFew.perSecond, '/s'),
      ),
      target: '',
    },
  ]
}

/** The work in the large platform takes at most 1.3 times as long as with ten tenants. */
function ratioRow(work: string, ratio: number, measured: string, few: string): Row {
  return { work, measured, baseline: `${few} with ${fewTenants} tenants`, ratio, target: '<= 1.3 x', met: ratio <= 1.3 }
}

async function readWalPosition(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(`select pg_current_wal_insert_lsn() - '0/0' as bytes`)
  return Number(rows[0]!.bytes)
}

function printCosts(works: string[], busy: Busy[], wal: { bytes: number; knocks: number }[]): void {
  console.log('\nThe cost of a knock')
  console.log(
    alignColumns([
      ['load', 'API, CPU ms', 'PostgreSQL, CPU ms', 'WAL bytes'],
      ...works.map((work, n) => {
        const knocksPerCall = work.startsWith('100 ') ? 100 : 1
        const { serverMsPerCall, databaseMsPerCall } = busy[n]!
        return [
          work,
          (serverMsPerCall / knocksPerCall).toFixed(3),
          (databaseMsPerCall / knocksPerCall).toFixed(3),
          Math.round(wal[n]!.bytes / wal[n]!.knocks / knocksPerCall).toLocaleString('en-US'),
        ]
      }),
    ]),
  )
}

/** A knock in a tenant, then the view, in both platforms by turns. */
async function measureAfterChange(
  platforms: Platform[],
  rounds: number,
  view: (platform: Platform, tenant: TestTenant) => Promise<unknown>,
): Promise<[number, number]> {
  const durations = platforms.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [n, platform] of platforms.entries()) {
      const tenant = platform.tenants[round % fewTenants]!
      await logKnock(platform.url, tenant, round)
      durations[n]!.push(await timeMs(() => view(platform, tenant)))
    }
  }
  return durations.map((times) => median(times.slice(fewTenants))) as [number, number]
}

async function viewRows(few: Platform, many: Platform): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, query] of Object.entries({
    'leaderboard of a month': BOARD,
    'first page of leads with counters': LEADS,
  })) {
    const [before, after] = await measureAfterChange([few, many], 80, ({ url }, { owner }) =>
      graphql(url, owner.token, query),
    )
    rows.push(ratioRow(`${name}, after a change`, after / before, formatValue(after, 'ms'), formatValue(before, 'ms')))
  }
  return rows
}

async function comparisonRows(few: Platform, many: Platform): Promise<Row[]> {
  const rows: Row[] = []
  for (const days of [1, 7, 30]) {
    const [before, after] = await measureAfterChange([few, many], 20, ({ url, globalAdmin }) =>
      graphql(url, globalAdmin.token, COMPARISON, { days }),
    )
    rows.push({
      work: `comparison of ${many.tenantCount.toLocaleString('en-US')} tenants, ${days} days, after a change`,
      measured: formatValue(after, 'ms'),
      baseline: `${formatValue(before, 'ms')} of ${fewTenants} tenants`,
      ratio: null,
      target: '<= 500 ms',
      met: after <= 500,
    })
  }
  return rows
}

/** Each tenant is verified twice: the first time its events are not yet in the shared buffers. */
async function verifyRows(few: Platform, many: Platform): Promise<Row[]> {
  const [first, again] = [
    [[], []],
    [[], []],
  ] as [number[][], number[][]]
  for (let round = 0; round < 30; round += 1) {
    for (const [n, platform] of [few, many].entries()) {
      const { tenantId } = platform.tenants.at(-1 - (round % platform.tenants.length))!
      first[n]!.push(await timeMs(() => assertIntact(platform, tenantId)))
      again[n]!.push(await timeMs(() => assertIntact(platform, tenantId)))
    }
  }
  return [first, again].map((durations, n) => {
    const [before, after] = durations.map((times) => median(times.slice(5))) as [number, number]
    const work = `verify the log of a tenant, ${n === 0 ? 'first' : 'second'} time`
    return ratioRow(work, after / before, formatValue(after, 'ms'), formatValue(before, 'ms'))
  })
}

async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Prints the size of each table of the large platform with its indexes, also per event of the log. */
async function printSizes({ client }: Platform): Promise<void> {
  const { rows } = await client.query<{ name: string; rows: number; heap: string; indexes: string }>(
    `select relname as name, greatest(reltuples, 0)::float8 as rows, pg_table_size(oid) as heap, pg_indexes_size(oid) as indexes
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_total_relation_size(oid) > 1000000
     order by pg_total_relation_size(oid) desc`,
  )
  const { rows: counted } = await client.query<{ n: string }>('select sum(position) as n from activity_heads')
  const events = Number(counted[0]!.n)
  const megabytes = (bytes: string) => formatValue(Number(bytes) / 1e6, 'MB')
  console.log('\nSizes')
  console.log(
    alignColumns([
      ['table', 'rows', 'table', 'indexes', 'bytes per event'],
      ...rows.map(({ name, rows: count, heap, indexes }) => [
        ...[name, Math.round(count).toLocaleString('en-US'), megabytes(heap), megabytes(indexes)],
        ((Number(heap) + Number(indexes)) / events).toFixed(1),
      ]),
    ]),
  )
  const total = rows.reduce((sum, { heap, indexes }) => sum + Number(heap) + Number(indexes), 0)
  console.log(`together ${formatValue(total / 1e9, 'GB')}, ${(total / events).toFixed(0)} bytes per event\n`)
}
