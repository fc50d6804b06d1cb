import { setTimeout as sleep } from 'node:timers/promises'
import { queryRows, type Database } from '../database/connection.ts'
import { readLastDone } from '../database/lastDone.ts'
import { reportErrorAt } from '../domain/faults.ts'
import type { Metrics } from './metrics.ts'

/** How long what was read is shown, so that scrapes do not burden the database. */
const keptMs = 10_000
/** A scrape does not wait longer for the database: it shows what was read before. */
const waitMs = 1_000

/**
 * Returns a function that reads into the metrics what waits in the database, and what last succeeded there. It never throws: a
 * database that cannot be read is a background error.
 */
export function createBacklogReader(metrics: Metrics, database: Database, now: () => Date): () => Promise<void> {
  let reading: Promise<void> | null = null
  let nextReadAt = 0
  return async () => {
    if (!reading && performance.now() >= nextReadAt)
      reading = readBacklog(metrics, database, now())
        .catch(reportErrorAt('backlog'))
        .finally(() => {
          reading = null
          nextReadAt = performance.now() + keptMs
        })
    if (reading) await Promise.race([reading, sleep(waitMs, undefined, { ref: false })])
  }
}

/** Reads it once. */
export async function readBacklog(metrics: Metrics, database: Database, now: Date): Promise<void> {
  const secondsSince = (time: Date | null | undefined) =>
    time ? Math.max(0, now.getTime() - time.getTime()) / 1000 : 0
  await database.within('platform', async (em) => {
    const jobs = await queryRows<{ status: string; count: number; since: Date }>(
      em,
      `select status, count(*)::int as count, min(case when status = 'queued' then created_at else started_at end) as since
       from jobs where status in ('queued', 'running') group by status`,
    )
    for (const status of ['queued', 'running']) {
      const found = jobs.find((row) => row.status === status)
      metrics.jobs.set({ status }, found?.count ?? 0)
      metrics.oldestJob.set({ status }, secondsSince(found?.since))
    }
    const deliveries = await queryRows<{ status: string; count: number; since: Date | null }>(
      em,
      `select d.status, count(*)::int as count, min(d.next_attempt_at) as since
       from webhook_deliveries d join webhooks w on w.tenant_id = d.tenant_id and w.id = d.webhook_id
       where w.disabled_at is null and d.status in ('waiting', 'retrying') group by d.status`,
    )
    for (const status of ['waiting', 'retrying']) {
      const found = deliveries.find((row) => row.status === status)
      metrics.deliveries.set({ status }, found?.count ?? 0)
      metrics.overdueDelivery.set({ status }, secondsSince(found?.since))
    }
    const [behind] = await queryRows<{ events: number }>(
      em,
      `select coalesce(sum(h.position - w.position), 0)::float as events
       from webhooks w join activity_heads h on h.tenant_id = w.tenant_id
       where w.disabled_at is null and h.position > w.position`,
    )
    metrics.webhookEventsBehind.set(behind!.events)
    const lastDone = await readLastDone((sql, parameters) => queryRows(em, sql, parameters))
    for (const [work, at] of lastDone) metrics.lastSuccess.set({ work }, at.getTime() / 1000)
  })
}
