import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createRepContext } from '../../tests/support/repContext.ts'
import type { Context } from '../context.ts'
import type { DatabaseScope } from '../database/connection.ts'
import { Unavailable } from '../domain/errors.ts'
import { connectLive, type Live } from '../live/live.ts'
import type { SharedContext } from '../usecases/jobs/jobLease.ts'
import { createJob, readJob } from '../usecases/jobs/jobs.ts'
import type { JobHandler } from '../usecases/jobs/runJob.ts'
import { startScheduler, type SchedulerOptions } from './scheduler.ts'

const { ctx: request, testDatabase, tenantId, repId } = await createRepContext({ propertiesPerRep: 0 })
const ctx = { ...request, actor: { ...request.actor!, role: 'admin' } } as Context
let db: pg.Client
const errors: unknown[] = []
const cleanups: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  db = new pg.Client({ connectionString: testDatabase.ownerUrl })
  await db.connect()
  await db.query(`update users set role = 'admin' where id = $1`, [repId])
})
afterAll(() => db.end())
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
  expect(errors.splice(0)).toEqual([])
})

/** The live connection of a process, which counts how often it began to listen to the others. */
function connect(): Live & { listenCount(): number } {
  const live = connectLive(testDatabase.url)
  cleanups.push(() => live.close())
  let count = 0
  const subscribeDue: Live['subscribeDue'] = (take, onListening) =>
    live.subscribeDue(take, () => {
      count += 1
      onListening()
    })
  return { ...live, subscribeDue, listenCount: () => count }
}

/** Starts a process that runs exports, and waits until it listens to the others. */
async function startListening(): Promise<ReturnType<typeof connect>> {
  const live = connect()
  startProcess(live, { handlers: { export: nothing }, lookMs: 3_600_000 })
  await expect.poll(live.listenCount).toBeGreaterThan(0)
  return live
}

/** A process that does what is due; its jobs are exports. Returns what stops it. */
function startProcess(live: Live, options: Partial<SchedulerOptions> = {}, change: Partial<SharedContext> = {}) {
  const shared: SharedContext = { ...ctx, ...change, live }
  const stop = startScheduler({ shared, anchor: null, concurrency: 2, handlers: {}, ...options }, (error) =>
    errors.push(error),
  )
  cleanups.push(stop)
  return stop
}

const nothing: JobHandler = async () => null
/** Creates a job in a process that says nothing to others. */
const createUnannounced = async () => (await createJob(ctxWith(silent), 'export', {})).id
const silent = { announceTopic: () => undefined, startDue: () => undefined } as unknown as Live
const ctxWith = (live: Live): Context => ({ ...ctx, live })
const statusOf = async (id: string) => (await readJob(ctx, id)).status

describe('a job', () => {
  it('starts at once in the process that created it', async () => {
    const live = connect()
    startProcess(live, { handlers: { export: nothing }, lookMs: 3_600_000 })
    const { id } = await createJob(ctxWith(live), 'export', {})
    await expect.poll(() => statusOf(id)).toBe('done')
  })

  it.each([
    ['when it is due, if that is later', 0],
    ['when it is due by the clock, if that was set back meanwhile', 500],
  ])('starts %s', async (_when, setBackMs) => {
    const live = connect()
    const id = await createUnannounced()
    const dueAt = new Date(Date.now() + 2_000)
    // No look at the rows finds it before.
    await db.query(`update jobs set status = 'running', lease_id = gen_random_uuid(), lease_until = $2 where id = $1`, [
      id,
      new Date(dueAt.getTime() - 1),
    ])
    let backMs = 0
    const now = () => new Date(Date.now() - backMs)
    startProcess(live, { handlers: { export: nothing }, lookMs: 3_600_000 }, { now })
    live.startDue({ kind: 'job', tenantId, id }, dueAt)
    backMs = setBackMs
    await expect.poll(() => statusOf(id)).toBe('done')
    expect((await readJob(ctx, id)).startedAt!.getTime()).toBeGreaterThanOrEqual(dueAt.getTime())
  })

  it('starts in another process if the one that created it does nothing later', async () => {
    await startListening()
    const live = connect()
    startProcess(live, { concurrency: 0 })
    const { id } = await createJob(ctxWith(live), 'export', {})
    await expect.poll(() => statusOf(id)).toBe('done')
  })

  it('is found by its row, as one that the release before created, or one whose process was killed', async () => {
    const [early, killed] = [await createUnannounced(), await createUnannounced()]
    await db.query(
      `update jobs set status = 'running', attempts = 1, lease_id = gen_random_uuid(), lease_until = now() - interval '1 s'
       where id = $1`,
      [killed],
    )
    startProcess(connect(), { handlers: { export: nothing }, lookMs: 50 })
    await expect.poll(() => Promise.all([early, killed].map(statusOf))).toEqual(['done', 'done'])
    const late = await createUnannounced()
    await expect.poll(() => statusOf(late)).toBe('done')
    expect(await readJob(ctx, killed)).toMatchObject({ attempts: 2 })
  })

  it('is left to the process that holds it, of this release or the one before', async () => {
    const held = await createUnannounced()
    await db.query(
      `update jobs set status = 'running', lease_id = gen_random_uuid(), lease_until = now() + interval '1 h' where id = $1`,
      [held],
    )
    startProcess(connect(), { handlers: { export: nothing }, lookMs: 50 })
    const next = await createUnannounced()
    await expect.poll(() => statusOf(next)).toBe('done')
    expect(await statusOf(held)).toBe('running')
    await db.query('delete from jobs where id = $1', [held])
  })

  it('waits while as many run as may, and starts when one has ended', async () => {
    const live = connect()
    const released = Promise.withResolvers<void>()
    const started: string[] = []
    const handler: JobHandler = async ({ job }) => {
      started.push(job.id)
      await released.promise
    }
    startProcess(live, { concurrency: 1, handlers: { export: handler }, lookMs: 3_600_000 })
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) ids.push((await createJob(ctxWith(live), 'export', {})).id)
    await expect.poll(() => started.length).toBe(1)
    expect(await Promise.all(ids.map(statusOf))).toEqual(['running', 'queued', 'queued'])
    released.resolve()
    await expect.poll(() => Promise.all(ids.map(statusOf))).toEqual(['done', 'done', 'done'])
    expect(started).toHaveLength(3)
  })

  it('of a process that stops is run at once by another', async () => {
    const started = Promise.withResolvers<void>()
    const hanging: JobHandler = () => {
      started.resolve()
      return new Promise(() => undefined)
    }
    const live = connect()
    const stop = startProcess(live, { handlers: { export: hanging }, lookMs: 3_600_000 })
    const { id } = await createJob(ctxWith(live), 'export', {})
    await started.promise
    await startListening()
    await stop()
    await expect.poll(() => statusOf(id)).toBe('done')
    expect(await readJob(ctx, id)).toMatchObject({ attempts: 1 })
  })

  it('starts in another process after the database has ended the sessions of both', async () => {
    const other = await startListening()
    const count = other.listenCount()
    const live = connect()
    await db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'porchlight live'`,
    )
    await expect.poll(other.listenCount).toBeGreaterThan(count)
    const { id } = await createJob(ctxWith(live), 'export', {})
    await expect.poll(() => statusOf(id)).toBe('done')
  })
})

describe('repeated work', () => {
  it('is done when a process starts, and in each interval by one of them', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      let time = new Date('2026-05-06T07:08:09Z')
      const [attempts, times] = [
        [0, 0],
        [0, 0],
      ]
      const start = (n: number) => {
        const database: Context['database'] = {
          ...ctx.database,
          async query<T>(...[scope, sql, parameters]: Parameters<Context['database']['query']>) {
            const rows = await ctx.database.query<T>(scope, sql, parameters)
            if (parameters?.[0] !== 'idle sessions') return rows
            attempts[n]! += 1
            times[n]! += rows.length
            return rows
          },
        }
        startProcess(silent, { concurrency: 0 }, { database, now: () => time })
      }
      const bothTried = (count: number) => expect.poll(() => attempts).toEqual([count, count])
      start(0)
      start(1)
      await bothTried(1)
      expect(times).toEqual([1, 1])
      for (const round of [2, 3]) {
        time = new Date(time.getTime() + 60_000)
        vi.advanceTimersByTime(60_000)
        await bothTried(round)
        expect(times[0]! + times[1]!).toBe(round + 1)
      }
    } finally {
      vi.useRealTimers()
    }
  })

  it('goes on for the tenants on the other nodes while a node of a distributed database is missing', async () => {
    const sessionId = uuidv7()
    await db.query(
      `insert into knock_sessions (tenant_id, id, rep_id, started_at) values ($1, $2, $3, now() - interval '1 day')`,
      [tenantId, sessionId, repId],
    )
    await db.query(
      `insert into deleted_addresses (tenant_id, property_id, address, deleted_at)
       values ($1, gen_random_uuid(), '1 Sample St', now() - interval '91 days')`,
      [tenantId],
    )
    const lost = uuidv7()
    const ofMissingNode = (scope: DatabaseScope) =>
      scope === 'platform' || (typeof scope === 'object' && scope.tenantId === lost)
    const fail = async () => Promise.reject(new Unavailable('The node is down.'))
    const database: Context['database'] = {
      ...ctx.database,
      within: (scope, ...rest) => (ofMissingNode(scope) ? fail() : ctx.database.within(scope, ...rest)),
      query: (scope, ...rest) => (ofMissingNode(scope) ? fail() : ctx.database.query(scope, ...rest)),
      scopesOf: async () => [{ tenantId: lost }, { tenantId }],
    }
    const stop = startProcess(silent, { concurrency: 0 }, { database })
    // Resolves when all of it has been done once.
    await stop()
    const session = await db.query('select ended_at is not null as ended from knock_sessions where id = $1', [
      sessionId,
    ])
    expect(session.rows).toEqual([{ ended: true }])
    expect((await db.query('select from deleted_addresses')).rowCount).toBe(0)
    // What is done about parcels, in two kinds of work, waits, because every node has them.
    const failure = expect.stringContaining('The node is down.')
    expect(errors.splice(0).map(String)).toEqual([failure, failure])
  })
})
