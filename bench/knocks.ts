import pg from 'pg'
import { startServer } from '../tests/support/server.ts'
import { createTestEnvironment } from '../tests/support/testEnvironment.ts'
import { createTestTenant, type TestTenant } from '../tests/support/testTenant.ts'
import { throughProcesses } from './apiProcesses.ts'
import { type Busy, measureBusy } from './cpu.ts'
import { appendKnock, insertKnock, logHundredKnocks, logKnock } from './knockLoads.ts'
import { type LoadResult, runAlternating, runClosedLoop } from './load.ts'
import { installYardstick } from './installYardstick.ts'
import { startPostGraphile } from './postgraphile.ts'
import { startProgram } from './startProgram.ts'
import { compareRates, formatValue, type Row } from './table.ts'

const seconds = 2
const rounds = 3
const [apollo, mercurius, postGraphile] = [
  'Apollo, plain INSERT',
  'mercurius, plain INSERT',
  'PostGraphile, append function',
]

/**
 * Knocks through GraphQL, compared with Apollo Server and one plain INSERT, and with PostGraphile and a function that
 * appends to a log; over several tenants, 100 per request, and through several API processes.
 */
export async function knocks(): Promise<Row[]> {
  const environment = await createTestEnvironment()
  try {
    const testTenant = await createTestTenant(environment.ownerUrl, { reps: 16, propertiesPerRep: 500 })
    const eight: TestTenant[] = []
    for (let n = 0; n < 8; n += 1)
      eight.push(await createTestTenant(environment.ownerUrl, { reps: 8, propertiesPerRep: 100 }))
    const env = { NODE_ENV: 'production', LOG_LEVEL: 'info', DATA_DIR: environment.dataDir }
    const ours = await startServer({ databaseUrl: environment.ownerUrl, env })
    environment.onTeardown(() => ours.stop())
    const plainUrl = await environment.newEmptyDatabase('plain')
    const plain = await startProgram(environment, 'plainApollo.ts', [plainUrl])
    installYardstick('mercurius')
    const fastest = await startProgram(environment, 'mercurius/server.mjs', [plainUrl, testTenant.tenantId])
    const other = await startPostGraphile(environment, 'append')

    const logOne = (client: number) => logKnock(ours.url, testTenant, client).then(() => {})
    const logOneOfEight = (client: number) =>
      logKnock(ours.url, eight[client % 8]!, Math.floor(client / 8)).then(() => {})
    const logHundred = (client: number) => logHundredKnocks(ours.url, testTenant, client)
    const insertOne = (client: number) => insertKnock(plain.url, testTenant, client)
    const insertFast = (client: number) => insertKnock(fastest.url, testTenant, client)
    const appendOne = (client: number) => appendKnock(other.url, testTenant, client)
    const load = (clients: number, once: (client: number) => Promise<void>) => () =>
      runClosedLoop({ clients, seconds }, once)

    // PostgreSQL plans queries on a new log as if it were empty, so fill and analyze it before measuring.
    await Promise.all([logOne, logOneOfEight, insertOne, appendOne].map((once) => load(8, once)()))
    for (const url of [environment.ownerUrl, plainUrl, other.databaseUrl]) await vacuumAnalyze(url)

    const [ours8, plain8] = await runAlternating(rounds, [load(8, logOne), load(8, insertOne)])
    const watch = (serverPid: number, once: (client: number) => Promise<void>) =>
      measureBusy({ serverPid, databasePid: environment.database.pid }, load(16, once))
    const watched = [
      watch(ours.pid, logOne),
      watch(plain.pid, insertOne),
      watch(fastest.pid, insertFast),
      watch(other.pid, appendOne),
    ] as const
    const [ours16, plain16, fast16, other16] = await runAlternating(rounds, [
      watched[0].load,
      watched[1].load,
      watched[2].load,
      watched[3].load,
    ])
    const [ours64, plain64, other64, eight64] = await runAlternating(rounds, [
      load(64, logOne),
      load(64, insertOne),
      load(64, appendOne),
      load(64, logOneOfEight),
    ])
    const [hundred] = await runAlternating(rounds, [load(4, logHundred)])
    await ours.stop()
    return [
      compareRates('log a knock, 8 clients', ours8, plain8, apollo, 0.6),
      compareRates('log a knock, 16 clients', ours16, plain16, apollo, 0.75),
      compareRates('log a knock, 64 clients', ours64, plain64, apollo, 0.9),
      latencyRow(ours16, plain16),
      compareRates('log a knock, 16 clients', ours16, fast16, mercurius),
      compareRates('log a knock, 16 clients', ours16, other16, postGraphile, 1.5),
      compareRates('log a knock, 64 clients', ours64, other64, postGraphile),
      ...['Porchlight', apollo, mercurius, postGraphile].map((name, n) => busyRow(name, watched[n]!.busy())),
      compareRates('log a knock in 8 tenants, 64 clients', eight64, ours64, '1 tenant', 1.2),
      {
        work: 'log knocks, 100 per request, 4 clients',
        measured: formatValue(hundred.perSecond * 100, '/s'),
        baseline: '',
        ratio: null,
        target: '>= 20,000/s',
        met: hundred.perSecond * 100 >= 20_000,
      },
      ...(await throughProcesses(environment, testTenant, { env, rounds, seconds })),
    ]
  } finally {
    await environment.teardown()
  }
}

function latencyRow(ours: LoadResult, plain: LoadResult): Row {
  return {
    work: 'log a knock, 16 clients: p99',
    measured: formatValue(ours.p99, 'ms'),
    baseline: `${formatValue(plain.p99, 'ms')} ${apollo}`,
    ratio: ours.p99 / plain.p99,
    target: '<= 10 ms',
    met: ours.p99 <= 10,
  }
}

/** CPU use of the server, PostgreSQL and the clients while knocks are logged. */
function busyRow(name: string, { server, database, client, serverMsPerCall, databaseMsPerCall }: Busy): Row {
  const percent = (share: number) => `${Math.round(share * 100)} %`
  return {
    work: `log a knock, 16 clients, shares of a core: ${name}`,
    measured: `server ${percent(server)}, PostgreSQL ${percent(database)}, clients ${percent(client)}`,
    baseline: `CPU per knock ${serverMsPerCall.toFixed(2)} + ${databaseMsPerCall.toFixed(2)} ms`,
    ratio: null,
    target: '',
    met: true,
  }
}

async function vacuumAnalyze(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}
