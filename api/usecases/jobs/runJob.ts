import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { EntityManager } from '../../database/connection.ts'
import type { JobKind } from '../../domain/enums.ts'
import { Refused, Unavailable, UserFacingError } from '../../domain/errors.ts'
import { reportFault } from '../../domain/faults.ts'
import { transactInTenant } from '../../log/transact.ts'
import { findActorOfUser } from '../auth/sessions.ts'
import { writeJobFile, type JobFile } from './jobFiles.ts'
import {
  claim,
  complete,
  extend,
  fail,
  handOver,
  JobLost,
  keep,
  release,
  type Lease,
  type SharedContext,
} from './jobLease.ts'
import type { Job } from './jobRows.ts'

/** A job that this process runs. Every method throws `JobLost` if another process has taken it over. */
export interface JobRun {
  job: Job
  /** Acts as the user who created the job. */
  ctx: Context
  /** Reports the progress. Cheap enough for each row. */
  progress(done: number, total?: number): Promise<void>
  /** Stores the file of the job, for a day. */
  writeFile(file: JobFile, content: AsyncIterable<Uint8Array>): Promise<void>
  /**
   * Stores the progress in the transaction of `em` that does it, so that a process that lost the job commits nothing. Called just
   * before the commit, as `complete`.
   */
  keep(em: EntityManager, done: number): Promise<void>
  /**
   * Ends the job with this result in the transaction of `em`, so that what the job changed and that it is done are committed
   * together, once. Called just before the commit: the lease cannot be renewed while the transaction holds the job's row.
   */
  complete(em: EntityManager, result: unknown): Promise<void>
}

/** Does the work of a job and returns its result, unless it called `complete`. It may run again after its process ended. */
export type JobHandler = (run: JobRun) => Promise<unknown>
export type JobHandlers = Partial<Record<JobKind, JobHandler>>

const heartbeatMs = 5_000
const progressMs = 250
/**
 * A job whose process ended is tried once more, because that may have had another cause. What users send is read in processes of
 * its own, whose end fails the job at once.
 */
const maxRunsOfEndedProcesses = 2
const endedProcessesMessage =
  'The server ended twice while it ran this job, so the job is not tried again by itself. Run it again, or ask your administrator.'
/** How often a job is tried when the database or a service fails. */
const maxFailures = 3
const retryDelayMs = 5_000

/**
 * Runs a job if no other process does. A `UserFacingError` fails the job with its message; after any other error it is tried
 * again, three times at most. Throws the errors that are not for the user, so that they are logged. When `stopSignal` aborts, the
 * job is given up at once: what it still does here is without effect.
 */
export async function runJob(
  shared: SharedContext,
  handlers: JobHandlers,
  { tenantId, jobId }: { tenantId: string; jobId: string },
  stopSignal?: AbortSignal,
): Promise<void> {
  const lease: Lease = { tenantId, jobId, leaseId: randomUUID() }
  const job = await claim(shared, lease)
  if (!job) return
  let isLost = false
  let isDone = false
  let reported = { done: job.done, total: job.total }
  let lastWrite = 0
  const announce = () => shared.live.announceTopic(tenantId, 'jobs')
  const heartbeat = async () => {
    lastWrite = Date.now()
    if (!(await extend(shared, lease, reported))) isLost = true
    else announce()
  }
  const assertHeld = () => {
    if (isLost || stopSignal?.aborted) throw new JobLost()
  }
  const stop = Promise.withResolvers<never>()
  stop.promise.catch(() => undefined)
  const onStop = () => stop.reject(new ProcessStops())
  stopSignal?.addEventListener('abort', onStop)
  if (stopSignal?.aborted) onStop()
  const timer = setInterval(() => void heartbeat().catch(() => undefined), heartbeatMs)
  try {
    if (job.isTakenOver && job.attempts > maxRunsOfEndedProcesses) throw new Refused(endedProcessesMessage)
    const handle = handlers[job.kind]
    if (!handle) throw new Refused('This release cannot run this job.')
    const run = handle({
      job,
      ctx: await contextOf(shared, job),
      async progress(done, total = reported.total ?? undefined) {
        assertHeld()
        reported = { done, total: total ?? null }
        if (Date.now() - lastWrite >= progressMs) await heartbeat()
      },
      async writeFile(file, content) {
        await writeJobFile(shared, lease, file, content)
        announce()
      },
      async keep(em, done) {
        assertHeld()
        reported = { ...reported, done }
        await keep(em, shared, lease, reported)
      },
      async complete(em, result) {
        assertHeld()
        await complete(em, shared, lease, reported, result)
        isDone = true
      },
    })
    const result = await Promise.race([run, stop.promise])
    if (!isDone)
      await transactInTenant(await contextOf(shared, job), tenantId, ({ em }) =>
        complete(em, shared, lease, reported, result),
      )
  } catch (error) {
    if (error instanceof ProcessStops || (error instanceof JobLost && stopSignal?.aborted && !isLost)) {
      await handOver(shared, lease)
      return shared.live.startDue({ kind: 'job', tenantId, id: jobId })
    }
    if (error instanceof JobLost) return
    const isFinal = (error instanceof UserFacingError && !(error instanceof Unavailable)) || job.attempts >= maxFailures
    await (isFinal ? fail(shared, lease, messageFor(error)) : release(shared, lease))
    if (isFinal)
      reportFault({
        type: 'job_failed',
        kind: job.kind,
        reason: error instanceof UserFacingError ? 'refused' : 'internal',
      })
    else
      shared.live.startDue(
        { kind: 'job', tenantId, id: jobId },
        new Date(shared.now().getTime() + retryDelayMs * job.attempts),
      )
    if (!(error instanceof UserFacingError)) throw error
  } finally {
    clearInterval(timer)
    stopSignal?.removeEventListener('abort', onStop)
    announce()
  }
}

/** This process stops, so another one runs the job. */
class ProcessStops extends Error {}

function messageFor(error: unknown): string {
  return error instanceof UserFacingError
    ? error.message
    : 'Something went wrong on the server. Run the job again, or ask your administrator.'
}

/** The context in which the job acts as its creator. Throws `Refused` if their account may not sign in any more. */
async function contextOf(shared: SharedContext, job: Job): Promise<Context> {
  const { sessionId, requestId, viewedRole, tenantId } = job.requester
  const actor = await findActorOfUser(shared, job.createdBy, { sessionId, viewedRole, tenantId })
  if (!actor) throw new Refused('The user who created this job may not sign in any more.')
  return { ...shared, actor, requestId, address: null }
}
