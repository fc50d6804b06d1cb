import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { startServer, type TestServer } from '../tests/support/server.ts'
import type { TestEnvironment } from '../tests/support/testEnvironment.ts'
import type { TestTenant, TestUser } from '../tests/support/testTenant.ts'
import { makeKnock, sendKnock } from './knockLoads.ts'
import { formatValue, type Row } from './table.ts'

/** A database with its server, and the tenants whose work is measured. */
export interface Platform {
  tenantCount: number
  databaseUrl: string
  client: pg.Client
  /** A second connection for `verifyLog`. */
  reader: pg.Client
  url: string
  serverPid: number
  tenants: TestTenant[]
  globalAdmin: TestUser
}

const clients = 32
const counts = [1, 2, 4]
const loadSeconds = 9
const killAfterMs = 2_000

/** What became of the requests while one process was killed and another one added. */
interface Outcome {
  seconds: number
  acknowledged: string[]
  /** Requests that the killed process had received and not yet answered; sent again with the same event id. */
  inFlight: number
  /** Attempts to connect to the killed process, sent to another one. */
  refused: number
  /** Any other failures. */
  failed: string[]
}

/**
 * Logs knocks through 1, 2 and 4 API processes in turn, as behind a load balancer. After two seconds one is killed with
 * SIGKILL and a new one is started and added. Compares the log with what the processes acknowledged.
 */
export async function throughRestarts(
  environment: TestEnvironment,
  env: Record<string, string>,
  platform: Platform,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const count of counts) {
    const start = async () => {
      const server = await startServer({ databaseUrl: platform.databaseUrl, env })
      environment.onTeardown(() => server.stop())
      return server
    }
    const servers = await Promise.all(Array.from({ length: count }, start))
    const before = await countKnocks(platform)
    const outcome = await loadWithRestart(platform, servers, start)
    const after = await countKnocks(platform)
    const notOnce = await countNotOnce(platform, outcome.acknowledged)
    for (const server of servers) await server.stop()
    const { acknowledged, inFlight, refused, failed, seconds } = outcome
    if (failed.length > 0) console.log(`Failed: ${[...new Set(failed)].slice(0, 5).join('; ')}`)
    const added = after - before
    rows.push({
      work: `${count} API process${count === 1 ? '' : 'es'}, ${clients} clients, one killed and one added`,
      measured: `${failed.length} failed; ${inFlight} in flight sent again, ${refused} connections refused`,
      baseline: formatValue(acknowledged.length / seconds, '/s'),
      ratio: null,
      target: '0 failed',
      met: failed.length === 0 && inFlight <= clients,
    })
    rows.push({
      work: `${count} API process${count === 1 ? '' : 'es'}: the knocks afterwards`,
      measured: `${added.toLocaleString('en-US')} knocks, ${notOnce} not there once`,
      baseline: `${acknowledged.length.toLocaleString('en-US')} acknowledged`,
      ratio: null,
      target: 'the same, 0',
      met: added === acknowledged.length && notOnce === 0,
    })
  }
  return rows
}

async function loadWithRestart(
  platform: Platform,
  servers: TestServer[],
  start: () => Promise<TestServer>,
): Promise<Outcome> {
  const urls = servers.map(({ url }) => url)
  const killed = servers[0]!
  const outcome: Outcome = { seconds: 0, acknowledged: [], inFlight: 0, refused: 0, failed: [] }
  const began = performance.now()
  const end = began + loadSeconds * 1_000
  let turn = 0
  const sendUntilAcknowledged = async (client: number) => {
    const tenant = platform.tenants[client % platform.tenants.length]!
    const knock = makeKnock(tenant, client)
    for (;;) {
      const url = urls[(turn += 1) % urls.length]
      if (url === undefined) {
        await sleep(20)
        continue
      }
      try {
        await sendKnock(url, tenant, client, knock)
        outcome.acknowledged.push(knock.eventId)
        return
      } catch (error) {
        const failure = classify(error as NodeJS.ErrnoException)
        if (url !== killed.url || failure === 'other') outcome.failed.push((error as Error).message)
        else outcome[failure] += 1
        // As a load balancer does: no more requests for a process that does not accept connections.
        if (url === killed.url) urls.splice(0, urls.length, ...urls.filter((other) => other !== url))
      }
    }
  }
  const load = Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < end) await sendUntilAcknowledged(client)
    }),
  )
  await sleep(killAfterMs)
  await killed.kill()
  const added = await start()
  servers.push(added)
  urls.push(added.url)
  await load
  outcome.seconds = (performance.now() - began) / 1_000
  return outcome
}

function classify({ code }: NodeJS.ErrnoException): 'inFlight' | 'refused' | 'other' {
  if (code === 'ECONNREFUSED') return 'refused'
  return code === 'ECONNRESET' || code === 'EPIPE' ? 'inFlight' : 'other'
}

async function countKnocks({ client, tenants }: Platform): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from knocks where tenant_id = any($1::uuid[])',
    [tenants.map(({ tenantId }) => tenantId)],
  )
  return rows[0]!.n
}

/** The number of acknowledged event ids that are not exactly once in both the log and the knocks. */
async function countNotOnce({ client, tenants }: Platform, acknowledged: string[]): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from unnest($2::uuid[]) a (id)
     where (select count(*) from activity_events e where e.tenant_id = any($1::uuid[]) and e.event_id = a.id) <> 1
       or (select count(*) from knocks k where k.tenant_id = any($1::uuid[]) and k.event_id = a.id) <> 1`,
    [tenants.slice(0, clients).map(({ tenantId }) => tenantId), acknowledged],
  )
  return rows[0]!.n
}
