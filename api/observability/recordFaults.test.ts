import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reportErrorAt, reportFault } from '../domain/faults.ts'
import { makeMetrics } from './metrics.ts'
import { recordFaults } from './recordFaults.ts'

let now = 0
let lines: { message: string; fields: unknown }[] = []
let metrics: ReturnType<typeof makeMetrics>
let stop: () => void

beforeEach(() => {
  now = 0
  lines = []
  metrics = makeMetrics()
  stop = recordFaults(metrics, { log: (_level, message, fields) => void lines.push({ message, fields }) }, () => now)
})
afterEach(() => stop())

const valueOf = async (name: string) =>
  (await metrics.registry.getSingleMetric(`porchlight_${name}`)!.get()).values.map(({ value, labels }) => [
    ...Object.values(labels),
    value,
  ])

describe('an error that no response reports', () => {
  it('is counted each time, and logged once in 30 seconds for its place', async () => {
    const fail = (place: string) => reportErrorAt(place)(new Error(`no ${place}`))
    fail('sample feed')
    fail('sample feed')
    fail('sample view')
    now = 30_000
    fail('sample feed')
    expect(await valueOf('background_errors_total')).toEqual([
      ['sample feed', 3],
      ['sample view', 1],
    ])
    expect(lines).toMatchObject([
      { message: 'background error', fields: { place: 'sample feed', error: { message: 'no sample feed' } } },
      { fields: { place: 'sample view' } },
      { fields: { place: 'sample feed' } },
    ])
  })
})

describe('a sign-in that PostgreSQL refuses', () => {
  it('is counted each time, and logged with what to do once in 30 seconds', async () => {
    for (const at of [0, 29_999, 30_000]) {
      now = at
      reportFault({ type: 'sign_in_refused', sqlState: '28P01' })
    }
    expect(await valueOf('background_errors_total')).toEqual([['database_sign_in', 3]])
    const line = { message: expect.stringContaining('restart the process'), fields: { code: '28P01' } }
    expect(lines).toEqual([line, line])
  })
})

describe('the other faults', () => {
  it('are counted by kind', async () => {
    reportFault({ type: 'timeout', limit: 'lock' })
    reportFault({ type: 'queue_full', queue: 'knocks' })
    reportFault({ type: 'dead_connections', count: 3 })
    reportFault({ type: 'client_error', report: null })
    reportFault({ type: 'job_failed', kind: 'import', reason: 'refused' })
    expect(await valueOf('database_timeouts_total')).toEqual([['lock', 1]])
    expect(await valueOf('queue_full_total')).toEqual([['knocks', 1]])
    expect(await valueOf('database_dead_connections_total')).toEqual([[3]])
    expect(await valueOf('client_errors_total')).toEqual([['refused', 1]])
    expect(await valueOf('jobs_failed_total')).toEqual([['import', 'refused', 1]])
  })
})
