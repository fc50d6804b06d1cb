import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLogFixture, type LogFixture } from '../../tests/support/logFixture.ts'
import { queryRows } from '../database/connection.ts'
import { recordDone } from '../database/lastDone.ts'
import { createBacklogReader, readBacklog } from './backlog.ts'
import { makeMetrics } from './metrics.ts'
import { recordFaults } from './recordFaults.ts'

let fixture: LogFixture
const now = new Date('2026-05-04T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

beforeAll(async () => {
  fixture = await createLogFixture()
})
afterAll(() => fixture.teardown())

/** The values of the metrics that are read from the database, without those that are zero. */
async function valuesOf(metrics: ReturnType<typeof makeMetrics>) {
  const { jobs, oldestJob, deliveries, overdueDelivery, webhookEventsBehind, lastSuccess } = metrics
  const all = { jobs, oldestJob, deliveries, overdueDelivery, webhookEventsBehind, lastSuccess }
  const entries = Object.entries(all).map(async ([name, gauge]) => {
    const { values } = await gauge.get()
    return values.flatMap(({ labels, value }) =>
      value === 0 ? [] : [[[name, ...Object.values(labels)].join(' '), value]],
    )
  })
  return Object.fromEntries((await Promise.all(entries)).flat()) as Record<string, number>
}

it('what waits in an empty installation is nothing', async () => {
  const metrics = makeMetrics()
  await readBacklog(metrics, fixture.app, now)
  expect(await valuesOf(metrics)).toEqual({})
  expect(await metrics.registry.metrics()).toContain('porchlight_jobs{status="queued"} 0')
})

it('what waits for all tenants is counted, with the age of the oldest, and when work last succeeded', async () => {
  for (const [position, seconds] of [
    [0, 600],
    [1, 60],
  ] as const) {
    const event = {
      at: ago(900).toISOString(),
      type: 'MapLoaded',
      data: { lat: 1, lng: 1, zoom: 20, provider: 'maplibre' },
    }
    const tenantId = await fixture.createTenantLog('UTC', event as never, event as never)
    const [userId, webhookId] = [randomUUID(), randomUUID()]
    const run = (sql: string, ...more: unknown[]) => fixture.owner.query(sql, [tenantId, randomUUID(), ...more])
    const insertJob = `insert into jobs (tenant_id, id, kind, status, input, created_by, requester, created_at, started_at)
      values ($1, $2, 'export', $3, '{}', $4, '{}', $5, $6)`
    await run(insertJob, 'queued', userId, ago(seconds), null)
    await run(insertJob, 'running', userId, ago(5_000), ago(seconds / 2))
    await run(insertJob, 'done', userId, ago(9_000), ago(9_000))
    for (const [id, disabledAt] of [
      [webhookId, null],
      [randomUUID(), now],
    ] as const) {
      await fixture.owner.query(
        `insert into webhooks (tenant_id, id, url, types, secret, created_by, created_at, position, disabled_at, disabled_reason)
         values ($1, $2, 'https://hooks.example/', '{UserEdited}', 'whsec_', $3, now(), $4, $5::timestamptz,
           case when $5::timestamptz is not null then 'gone' end)`,
        [tenantId, id, userId, position, disabledAt],
      )
      await run(
        `insert into webhook_deliveries (tenant_id, id, webhook_id, position, type, order_key, status, created_at, next_attempt_at)
         values ($1, $2, $3, 1, 'MapLoaded', $2, 'retrying', $4, $5)`,
        ...[id, ago(9_000), ago(-seconds)],
      )
      await run(
        `insert into webhook_deliveries (tenant_id, id, webhook_id, position, type, order_key, status, created_at, next_attempt_at)
         values ($1, $2, $3, 2, 'MapLoaded', $2, 'waiting', $4, $4)`,
        ...[id, ago(seconds * 3)],
      )
    }
  }
  await fixture.app.within('platform', (em) =>
    recordDone((sql, parameters) => queryRows(em, sql, parameters), 'anchors', ago(30)),
  )
  const metrics = makeMetrics()
  await readBacklog(metrics, fixture.app, now)
  expect(await valuesOf(metrics)).toEqual({
    'jobs queued': 2,
    'jobs running': 2,
    'oldestJob queued': 600,
    'oldestJob running': 300,
    'deliveries waiting': 2,
    'deliveries retrying': 2,
    'overdueDelivery waiting': 1_800,
    webhookEventsBehind: 3,
    'lastSuccess anchors': ago(30).getTime() / 1000,
  })
})

it('a database that cannot be read is a background error, and the scrape goes on', async () => {
  const metrics = makeMetrics()
  const stop = recordFaults(metrics, { log: () => undefined })
  const broken = { within: () => Promise.reject(new Error('sample')) } as never
  await createBacklogReader(metrics, broken, () => now)()
  stop()
  expect((await metrics.backgroundErrors.get()).values).toEqual([{ labels: { place: 'backlog' }, value: 1 }])
})

it('a scrape does not wait for a database that does not answer', async () => {
  const silent = { within: () => new Promise(() => undefined) } as never
  await expect(createBacklogReader(makeMetrics(), silent, () => now)()).resolves.toBe(undefined)
})
