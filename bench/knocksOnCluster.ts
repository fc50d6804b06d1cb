import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../api/database/embedded.ts'
import { migrate } from '../api/lifecycle/migrate.ts'
import { findCitus, startCitusNodes } from '../scripts/citusNodes.ts'
import { startServer } from '../tests/support/server.ts'
import { createTestTenant, type TestTenant } from '../tests/support/testTenant.ts'
import { logHundredKnocks, logKnock } from './knockLoads.ts'
import { runAlternating, runClosedLoop } from './load.ts'
import { compareRates, type Row } from './table.ts'

const seconds = 3
const rounds = 3
const tenantCount = 8

/** Knocks of eight tenants on a Citus cluster of three nodes, compared with one PostgreSQL of the same version, all on this machine. */
export async function knocksOnCluster(): Promise<Row[]> {
  const binaries = findCitus()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'porchlight-knocks-'))
  const cleanups: (() => Promise<unknown>)[] = [async () => rmSync(dataDir, { recursive: true, force: true })]
  try {
    const one = await startEmbedded({ dataDir: path.join(dataDir, 'one'), binaries })
    cleanups.push(() => one.stop())
    await migrate(one.url)
    const print = (line: string) => void process.stderr.write(`${line}\n`)
    const nodes = await startCitusNodes({ dataDir: path.join(dataDir, 'nodes'), binaries, print })
    cleanups.push(() => nodes.stop())
    const [cluster, single] = await Promise.all([startSide(nodes.url), startSide(one.url)])
    cleanups.push(cluster.stop, single.stop)

    const load = (clients: number, once: (client: number) => Promise<void>) => () =>
      runClosedLoop({ clients, seconds }, once)
    await Promise.all([load(8, cluster.logOne)(), load(8, single.logOne)()])
    const results: Row[] = []
    for (const clients of [8, 64]) {
      const loads = [load(clients, cluster.logOne), load(clients, single.logOne)] as const
      const [ours, other] = await runAlternating(rounds, loads)
      results.push(compareRates(`log a knock in ${tenantCount} tenants, ${clients} clients`, ours, other, baseline))
    }
    const loads = [load(4, cluster.logHundred), load(4, single.logHundred)] as const
    const [ours, other] = await runAlternating(rounds, loads)
    return [...results, compareRates('log knocks, 100 per request, 4 clients: requests', ours, other, baseline)]
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup()
  }
}

const baseline = 'one PostgreSQL'

/** A server on the database with tenants, and what their reps send to it. */
async function startSide(databaseUrl: string) {
  const tenants: TestTenant[] = []
  while (tenants.length < tenantCount)
    tenants.push(await createTestTenant(databaseUrl, { reps: 8, propertiesPerRep: 100 }))
  const server = await startServer({ databaseUrl, env: { NODE_ENV: 'production', LOG_LEVEL: 'info' } })
  const tenantOf = (client: number) => tenants[client % tenantCount]!
  const repOf = (client: number) => Math.floor(client / tenantCount)
  return {
    logOne: (client: number) => logKnock(server.url, tenantOf(client), repOf(client)).then(() => {}),
    logHundred: (client: number) => logHundredKnocks(server.url, tenantOf(client), repOf(client)),
    stop: () => server.stop(),
  }
}
