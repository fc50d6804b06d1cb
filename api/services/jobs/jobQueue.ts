import { setTimeout as delay } from 'node:timers/promises'
import { Logger, makeWorkerUtils, run, runMigrations, type Runner, type TaskList } from 'graphile-worker'
import pg from 'pg'

/** What the queue can start, with its parameters. */
export interface Tasks {
  /** Runs a row of `jobs`. */
  runJob: { tenantId: string; jobId: string }
  /** Sends what is due to the webhooks of a tenant. */
  deliverWebhooks: { tenantId: string }
}
export type TaskName = keyof Tasks

export interface TaskOptions {
  /** A task that waits with the same key is replaced. */
  key?: string
  /** When the task runs, at the earliest. By default at once. */
  runAt?: Date
}

/**
 * The queue of tasks, in PostgreSQL. It may start a task twice, or lose one if the database is restored: what has to be done is in
 * tables of its own, of which a task only says that something may have to be done now.
 */
export interface JobQueue {
  /** Never throws: if the task is not added, it is as if it were lost. */
  add<Name extends TaskName>(name: Name, payload: Tasks[Name], options?: TaskOptions): Promise<void>
  close(): Promise<void>
}

export type TaskHandlers = { [Name in TaskName]: (payload: Tasks[Name]) => Promise<void> }

const jobsRole = 'porchlight_jobs'

/** PostgreSQL's clock says when a task is due, and due tasks are looked for this often. New ones are announced by NOTIFY. */
const pollIntervalMs = 1_000

/** Brings the schema of the queue up to date. `ownerUrl` connects as the owner of the database. */
export async function migrateJobQueue(ownerUrl: string): Promise<void> {
  const pool = openPool(ownerUrl, 1, () => undefined)
  try {
    await runMigrations({ pgPool: pool, logger: silentLogger })
  } finally {
    await pool.end()
  }
}

/** Connects to the queue. `url` must not lead through a transaction pooler. */
export async function connectJobQueue(url: string, onError: (error: unknown) => void): Promise<JobQueue> {
  const pool = openPool(url, 2, onError)
  const utils = await makeWorkerUtils({ pgPool: pool, logger: silentLogger })
  return {
    async add(name, payload, { key, runAt } = {}) {
      await utils.addJob<string>(name, payload, { jobKey: key, runAt, maxAttempts: 3 }).catch(onError)
    },
    async close() {
      await utils.release()
      await pool.end()
    },
  }
}

/** A runner that has ended, as when the database restarts, is started again after this time. */
const restartMs = 1_000

/**
 * Runs tasks, `concurrency` at a time, until the returned function is called. It resolves when the running ones have ended, or
 * after five seconds.
 */
export function runTasks(
  url: string,
  handlers: TaskHandlers,
  concurrency: number,
  onError: (error: unknown) => void,
): () => Promise<void> {
  // Each running task needs a connection at its start and end, and one listens.
  const pool = openPool(url, concurrency + 1, onError)
  const taskList = Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [name, (payload: unknown) => handle(payload as never)]),
  ) as TaskList
  const stopping = new AbortController()
  let runner: Runner | null = null
  const runUntilStopped = async () => {
    while (!stopping.signal.aborted) {
      try {
        runner = await run({
          pgPool: pool,
          taskList,
          concurrency,
          pollInterval: pollIntervalMs,
          noHandleSignals: true,
          logger: silentLogger,
        })
        runner.events.on('job:error', ({ error }) => onError(error))
        if (stopping.signal.aborted) await runner.stop()
        await runner.promise
      } catch (error) {
        onError(error)
      }
      runner = null
      await delay(restartMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = runUntilStopped()
  return async () => {
    stopping.abort()
    await runner?.stop().catch(onError)
    await running
    await pool.end()
  }
}

/** A role owns the schema of the queue: with grants alone its policies would hide every task. */
function openPool(url: string, max: number, onError: (error: unknown) => void): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max, options: `-c role=${jobsRole}` })
  // Without a listener the error of an idle connection would end the process.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

/** Errors of tasks are events; everything else the queue has to say is about its own work. */
const silentLogger = new Logger(() => () => undefined)
