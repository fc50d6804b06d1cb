import pg from 'pg'
import { startServer } from '../tests/support/server.ts'
import type { TestEnvironment } from '../tests/support/testEnvironment.ts'
import type { TestTenant } from '../tests/support/testTenant.ts'
import { logKnock } from './knockLoads.ts'
import { type AlternatedResult, pairedRatio, runAlternating, runClosedLoop } from './load.ts'
import { formatValue, type Row } from './table.ts'

const clients = 64
const counts = [1, 2, 4]

/**
 * Logs knocks of one tenant through 1, 2 and 4 API processes on one database, then compares the log with what the
 * processes acknowledged.
 */
export async function throughProcesses(
  environment: TestEnvironment,
  testTenant: TestTenant,
  { env, rounds, seconds }: { env: Record<string, string>; rounds: number; seconds: number },
): Promise<Row[]> {
  const urls: string[] = []
  for (let n = 0; n < Math.max(...counts); n += 1) {
    const server = await startServer({ databaseUrl: environment.ownerUrl, env })
    environment.onTeardown(() => server.stop())
    urls.push(server.url)
  }
  const acknowledged: string[] = []
  const errors = counts.map(() => 0)
  const results = (await runAlternating(
    rounds,
    counts.map(
      (count, n) => () =>
        runClosedLoop({ clients, seconds }, (client) =>
          logKnock(urls[client % count]!, testTenant, client).then(
            (id) => void acknowledged.push(id),
            () => void (errors[n]! += 1),
          ),
        ),
    ),
  )) as AlternatedResult[]
  return [
    ...results.map((result, n) => ({
      work: `log a knock, ${clients} clients, through ${counts[n]} API process${counts[n] === 1 ? '' : 'es'}`,
      measured: `${formatValue(result.perSecond, '/s')}, ${errors[n]} errors`,
      baseline: n === 0 ? '' : `${formatValue(results[0]!.perSecond, '/s')} 1 process`,
      ratio: n === 0 ? null : pairedRatio(result, results[0]!),
      target: 'no errors',
      met: errors[n] === 0,
    })),
    await checkLog(environment.ownerUrl, testTenant.tenantId, acknowledged),
  ]
}

/** Whether the positions of every tenant have no gap, and each acknowledged event is in the log exactly once. */
async function checkLog(ownerUrl: string, tenantId: string, acknowledged: string[]): Promise<Row> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const { rows: gaps } = await client.query(
    `select from activity_events group by tenant_id having min(position) <> 1 or max(position) <> count(*)`,
  )
  const { rows: wrong } = await client.query(
    `select from unnest($2::uuid[]) a (id) left join activity_events e on e.tenant_id = $1 and e.event_id = a.id
     group by a.id having count(e.event_id) <> 1`,
    [tenantId, acknowledged],
  )
  await client.end()
  return {
    work: 'the log afterwards',
    measured: `${gaps.length} tenants with gaps, ${wrong.length} acknowledged events not there once`,
    baseline: `${acknowledged.length.toLocaleString('en-US')} acknowledged`,
    ratio: null,
    target: '0, 0',
    met: gaps.length === 0 && wrong.length === 0,
  }
}
