import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { seedBusyTenants } from '../tests/support/seedBusyTenants.ts'
import { startServer } from '../tests/support/server.ts'
import { createTestEnvironment } from '../tests/support/testEnvironment.ts'
import { addUser, createTestTenant } from '../tests/support/testTenant.ts'
import { graphql, median } from './load.ts'
import { formatValue, type Row } from './table.ts'

const COMPARISON = `query ($days: Int!) { tenantComparison(days: $days) {
  totals { revenue users apiCalls activeTenants } previous { revenue users apiCalls activeTenants }
  trend { at revenue apiCalls activeTenants users }
  tenants { tenant { id name companyName } userCount propertyCount apiCalls mapLoads regridLookups totalCost costPerUser } } }`

/** The global admin's dashboard with 1,000 tenants, each with eight active hours per day, read after a change. */
export async function comparison(): Promise<Row[]> {
  const environment = await createTestEnvironment()
  const client = new pg.Client({ connectionString: environment.ownerUrl })
  await client.connect()
  try {
    await seedBusyTenants(client, 1_000, 8)
    const globalAdmin = await addUser(client, null, 'global_admin', 'Sample Boss')
    const testTenant = await createTestTenant(environment.ownerUrl, { reps: 1, propertiesPerRep: 20 })
    const server = await startServer({
      databaseUrl: environment.ownerUrl,
      env: { NODE_ENV: 'production', LOG_LEVEL: 'info', DATA_DIR: environment.dataDir },
    })
    environment.onTeardown(() => server.stop())
    const rows: Row[] = []
    for (const days of [1, 7, 30]) {
      const [queryMs, sumMs]: [number[], number[]] = [[], []]
      for (let round = 0; round < 15; round += 1) {
        const input = { propertyId: testTenant.properties[0]![round], outcome: 'NOBODY_HOME', eventId: uuidv7() }
        await graphql(
          server.url,
          testTenant.reps[0]!.token,
          'mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }',
          {
            input,
          },
        )
        queryMs.push(await timeMs(() => graphql(server.url, globalAdmin.token, COMPARISON, { days })))
        sumMs.push(await timeMs(() => client.query(SUM_HOURS, [days, randomUUID()])))
      }
      const [measured, baseline] = [median(queryMs.slice(3)), median(sumMs.slice(3))]
      rows.push({
        work: `tenant comparison, 1,000 tenants, ${days} days, after a change`,
        measured: formatValue(measured, 'ms'),
        baseline: `${formatValue(baseline, 'ms')} sum of usage_hours`,
        ratio: baseline / measured,
        target: '<= 200 ms',
        met: measured <= 200,
      })
    }
    return rows
  } finally {
    await client.end()
    await environment.teardown()
  }
}

/**
 * The same sums, read directly from usage_hours. The second parameter is a random tenant id, so that each run is a new
 * query.
 */
const SUM_HOURS = `select tenant_id, sum(events), sum(cost_micros + call_micros) from usage_hours
  where hour >= now() - make_interval(days => $1) and tenant_id <> $2 group by 1`

async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
