import pg from 'pg'
import { startServer } from '../tests/support/server.ts'
import { createTestEnvironment } from '../tests/support/testEnvironment.ts'
import { createTestTenant } from '../tests/support/testTenant.ts'
import { graphql, median } from './load.ts'
import { fillMonth } from './seedMonth.ts'
import { formatValue, type Row } from './table.ts'

const events = 400_000
const rounds = 15
const dayMs = 86_400_000

const list = `query ($filter: ActivityFilter, $orderBy: ActivityOrder) {
  activityLog(filter: $filter, orderBy: $orderBy, first: 50) {
    totalCount pageInfo { endCursor hasNextPage }
    edges { cursor node { eventId type occurredAt actor { id fullName } record { kind id label } } } } }`

/** The first page of the log of a tenant with 400,000 events in this month, in each order, as the list reads it: with its total. */
export async function activityLog(): Promise<Row[]> {
  const environment = await createTestEnvironment()
  try {
    const testTenant = await createTestTenant(environment.ownerUrl, { reps: 16, propertiesPerRep: 20 })
    const client = new pg.Client({ connectionString: environment.ownerUrl })
    await client.connect()
    await fillMonth(client, testTenant, events)
    await client.end()
    const server = await startServer({
      databaseUrl: environment.ownerUrl,
      env: { NODE_ENV: 'production', LOG_LEVEL: 'info', DATA_DIR: environment.dataDir },
    })
    environment.onTeardown(() => server.stop())
    const rows: Row[] = []
    for (const days of [1, 7])
      for (const field of ['TIME', 'PERSON', 'TYPE']) {
        const filter = { from: new Date(Date.now() - days * dayMs).toISOString() }
        const durations: number[] = []
        let total = 0
        for (let round = 0; round < rounds; round += 1) {
          const began = performance.now()
          const data = await graphql<{ activityLog: { totalCount: number } }>(
            server.url,
            testTenant.owner.token,
            list,
            { filter, orderBy: { field } },
          )
          durations.push(performance.now() - began)
          total = data.activityLog.totalCount
        }
        const typical = median(durations)
        rows.push({
          work: `activity log by ${field}, last ${days === 1 ? '24 hours' : `${days} days`}, ${total.toLocaleString('en-US')} events`,
          measured: formatValue(typical, 'ms'),
          baseline: '',
          ratio: null,
          target: '<= 100 ms',
          met: typical <= 100,
        })
      }
    return rows
  } finally {
    await environment.teardown()
  }
}
