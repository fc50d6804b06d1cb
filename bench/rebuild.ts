import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { rebuildProjections } from '../api/projections/rebuild.ts'
import { createTestEnvironment } from '../tests/support/testEnvironment.ts'
import { createTestTenant } from '../tests/support/testTenant.ts'
import { fillMonth } from './seedMonth.ts'
import { formatValue, type Row } from './table.ts'

const events = 1_000_000

/**
 * Rebuilds every projection from 1,000,000 events and measures how long a concurrent reader of leaderboard rows waits.
 */
export async function rebuild(): Promise<Row[]> {
  const environment = await createTestEnvironment()
  try {
    const testTenant = await createTestTenant(environment.ownerUrl, { reps: 16, propertiesPerRep: 1 })
    const connect = async () => {
      const client = new pg.Client({ connectionString: environment.ownerUrl })
      await client.connect()
      environment.onTeardown(() => client.end())
      return client
    }
    const [owner, reader] = [await connect(), await connect()]
    await fillMonth(owner, testTenant, events)
    const read = 'select rep_id, sum(doors) from rep_hours where tenant_id = $1 group by 1'

    const waits: number[] = []
    let done = false
    const reading = (async () => {
      for (; !done; await sleep(5)) {
        const before = performance.now()
        await reader.query(read, [testTenant.tenantId])
        waits.push(performance.now() - before)
      }
    })()
    const before = performance.now()
    const counted = await rebuildProjections(owner, testTenant.tenantId)
    const perSecond = (counted * 1_000) / (performance.now() - before)
    done = true
    await reading
    const longest = Math.max(...waits)
    return [
      {
        work: `rebuild of all projections, ${events.toLocaleString('en-US')} events`,
        baseline: '',
        ratio: null,
        measured: formatValue(perSecond, '/s'),
        target: '>= 250,000/s',
        met: perSecond >= 250_000,
      },
      {
        work: 'slowest read of a projection during the rebuild',
        baseline: `${waits.length} reads`,
        ratio: null,
        measured: formatValue(longest, 'ms'),
        target: '<= 100 ms',
        met: longest <= 100,
      },
    ]
  } finally {
    await environment.teardown()
  }
}
