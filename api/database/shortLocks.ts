import type { ClientBase } from 'pg'
import { isDeadlock, sqlStateOf } from './connection.ts'
import { inTransaction } from './inTransaction.ts'
import { retry } from './retry.ts'

/**
 * How long a change of the schema waits for a lock. Statements that need the same table wait behind it for this long, so it
 * gives up soon and tries again. It is less than PostgreSQL's `deadlock_timeout` of one second: in a deadlock the change
 * gives up, before PostgreSQL cancels a statement of the application.
 */
export const lockTimeoutMs = 500
const attempts = 120
const pauseMs = 500

/**
 * Calls `attempt` until it does not fail by the lock timeout or a deadlock, which the engine of a distributed database finds between
 * nodes: 120 times, for up to two minutes.
 */
export const retryOnLockTimeout = <T>(attempt: () => Promise<T>): Promise<T> =>
  retry(attempt, { attempts, pauseMs, canRetry: (error) => isLockTimeout(error) || isDeadlock(error) })

/** Runs `work` in one transaction of `client` that never waits long for a lock, and repeats it until it got its locks. */
export function withShortLocks<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  return retryOnLockTimeout(() => tryWithShortLocks(client, work))
}

/** `withShortLocks` that rejects when a lock is not free. */
export const tryWithShortLocks = <T>(client: ClientBase, work: () => Promise<T>): Promise<T> =>
  inTransaction(client, async () => {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    return work()
  })

export const isLockTimeout = (error: unknown): boolean => sqlStateOf(error) === '55P03'
