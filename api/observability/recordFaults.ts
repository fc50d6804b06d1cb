import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { faultChannel, type ClientError, type Fault } from '../domain/faults.ts'
import { describeError, redact } from './describeError.ts'
import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'

/** While the database cannot be reached, the same work fails every second. All failures are counted. */
const logIntervalMs = 30_000

const signInRefused =
  'PostgreSQL does not let this process sign in. If the password of the database owner was changed, restart the process with it in DATABASE_URL.'

/**
 * Counts the faults of this process, and logs them as warnings: errors that no response reports at most once in 30 seconds for
 * each place. Returns a function that stops recording.
 */
export function recordFaults(metrics: Metrics, logger: Pick<Logger, 'log'>, now = Date.now): () => void {
  const nextLogs = new Map<string, number>()

  function recordBackgroundError(place: string, message: string, fields: Record<string, unknown>): void {
    metrics.backgroundErrors.inc({ place })
    if (now() < (nextLogs.get(place) ?? 0)) return
    nextLogs.set(place, now() + logIntervalMs)
    logger.log('warn', message, fields)
  }

  function recordClientError(report: ClientError | null): void {
    metrics.clientErrors.inc({ outcome: report ? 'logged' : 'refused' })
    if (!report) return
    const { name, route, version } = report
    const error = { name: redact(name), message: redact(report.message), stack: report.stack.map(redact) }
    logger.log('warn', 'client error', { route: redact(route), version: redact(version), error })
  }

  const record = (message: unknown) => {
    const fault = message as Fault
    if (fault.type === 'background_error') {
      const { place, error } = fault
      recordBackgroundError(place, 'background error', { place, error: describeError(error) })
    } else if (fault.type === 'sign_in_refused')
      recordBackgroundError('database_sign_in', signInRefused, { code: fault.sqlState })
    else if (fault.type === 'timeout') metrics.databaseTimeouts.inc({ limit: fault.limit })
    else if (fault.type === 'queue_full') metrics.queueFull.inc({ queue: fault.queue })
    else if (fault.type === 'job_failed') metrics.jobsFailed.inc({ kind: fault.kind, reason: fault.reason })
    else if (fault.type === 'client_error') recordClientError(fault.report)
    else {
      metrics.deadConnections.inc(fault.count)
      logger.log('warn', 'dead database connections closed', { count: fault.count })
    }
  }
  subscribe(faultChannel, record)
  return () => void unsubscribe(faultChannel, record)
}
