import { mkdirSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { seedProperties } from '../tests/support/seedProperties.ts'
import { startServer } from '../tests/support/server.ts'
import { createTestEnvironment } from '../tests/support/testEnvironment.ts'
import { createTestTenant } from '../tests/support/testTenant.ts'
import { measureBusy } from './cpu.ts'
import { type ProfileSummary, readProfile, summarizeProfile } from './cpuProfile.ts'
import { logKnock } from './knockLoads.ts'
import { graphql, type LoadResult, runClosedLoop } from './load.ts'
import { addLeads, PAGE } from './propertyList.ts'

const seconds = 5
const [packageCount, functionCount, statementCount] = [20, 25, 10]

/**
 * Prints where the time goes while 16 clients log knocks, and while 8 clients read pages of properties: the packages and
 * functions of the server by self time, and the statements of PostgreSQL. The profiler and pg_stat_statements slow both
 * down, so the rates are not those of the table.
 */
export async function profile(): Promise<void> {
  const environment = await createTestEnvironment({
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.track': 'all',
    'pg_stat_statements.track_planning': 'on',
  })
  try {
    const testTenant = await createTestTenant(environment.ownerUrl, { reps: 16, propertiesPerRep: 500 })
    await seedProperties(environment.ownerUrl, {
      tenantId: testTenant.tenantId,
      reps: testTenant.reps,
      count: 10_000,
      searchable: true,
    })
    await addLeads(environment.ownerUrl, 3)
    const owner = new pg.Client({ connectionString: environment.ownerUrl })
    await owner.connect()
    environment.onTeardown(() => owner.end())
    await owner.query('create extension pg_stat_statements')
    const folder = path.join(environment.dataDir, 'profile')
    mkdirSync(folder)
    const server = await startServer({
      databaseUrl: environment.ownerUrl,
      env: {
        NODE_ENV: 'production',
        LOG_LEVEL: 'info',
        DATA_DIR: environment.dataDir,
        NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}`,
      },
    })
    environment.onTeardown(() => server.stop())
    const { url, pid } = server

    const loads: [string, number, (client: number) => Promise<unknown>][] = [
      ['16 clients log knocks', 16, (client) => logKnock(url, testTenant, client)],
      ['8 clients read a page of 100 properties with leads', 8, () => graphql(url, testTenant.owner.token, PAGE)],
    ]
    const profiled = []
    for (const [name, clients, once] of loads) {
      const run = () => runClosedLoop({ clients, seconds }, (client) => once(client).then(() => {}))
      const measured = measureBusy({ serverPid: pid, databasePid: environment.database.pid }, run)
      await measured.load()
      await owner.query('vacuum analyze')
      await owner.query('select pg_stat_statements_reset()')
      const from = nowMicros()
      const result = await measured.load()
      profiled.push({
        name,
        result,
        busy: measured.busy(),
        from,
        to: nowMicros(),
        statements: await readStatements(owner),
      })
    }
    // The profile is written when the process ends.
    await server.stop()
    const file = readProfile(folder)
    for (const { name, result, busy, from, to, statements } of profiled) {
      console.log(`\n${describeLoad(name, result)}`)
      console.log(
        `shares of a core: server ${percent(busy.server)}, PostgreSQL ${percent(busy.database)}, clients ${percent(busy.client)}; ` +
          `CPU per call: server ${busy.serverMsPerCall.toFixed(2)} ms, PostgreSQL ${busy.databaseMsPerCall.toFixed(2)} ms`,
      )
      printSummary(summarizeProfile(file, from, to))
      console.log(`\nStatements of PostgreSQL, also those inside functions: total time, calls, mean time`)
      for (const { total, calls, mean, query } of statements)
        console.log(
          `${total.toFixed(0).padStart(7)} ms ${String(calls).padStart(8)} ${mean.toFixed(3).padStart(9)} ms  ${query}`,
        )
    }
  } finally {
    await environment.teardown()
  }
}

function describeLoad(name: string, { perSecond, p50, p99 }: LoadResult): string {
  return `${name}: ${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
}

function printSummary({ idle, packages, functions }: ProfileSummary): void {
  console.log(`The server was idle ${percent(idle)} of the time. Self time as shares of the rest:`)
  for (const [name, share] of packages.slice(0, packageCount)) console.log(`${toPercent(share)}  ${name}`)
  console.log('By function:')
  for (const [name, share] of functions.slice(0, functionCount)) console.log(`${toPercent(share)}  ${name}`)
}

const percent = (share: number) => `${Math.round(share * 100)} %`
const toPercent = (share: number) => `${(share * 100).toFixed(1).padStart(6)} %`

interface Statement {
  total: number
  calls: number
  mean: number
  query: string
}

async function readStatements(owner: pg.Client): Promise<Statement[]> {
  const { rows } = await owner.query<Statement>(
    `select total_exec_time + total_plan_time as total, calls::int, mean_exec_time + mean_plan_time as mean,
       left(regexp_replace(query, '\\s+', ' ', 'g'), 140) as query
     from pg_stat_statements order by 1 desc limit $1`,
    [statementCount],
  )
  return rows
}

function nowMicros(): number {
  return Number(process.hrtime.bigint() / 1_000n)
}
