import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { selectedJob, type Job } from './jobRows.ts'

/** The context of a process, from which that of each job is made. */
export type SharedContext = Omit<Context, 'actor' | 'requestId' | 'address'>

/** What identifies the process that runs a job. */
export interface Lease {
  tenantId: string
  jobId: string
  leaseId: string
}

export interface Progress {
  done: number
  /** Null until it is known. */
  total: number | null
}

/** Another process runs the job. Its work here is rolled back or without effect. */
export class JobLost extends Error {
  constructor() {
    super('Another process has taken over this job.')
  }
}

/** How long a process that has ended keeps a job, at most. */
const leaseSeconds = 30

export interface ClaimedJob extends Job {
  /** Whether the process that ran it before has ended without giving it up. */
  isTakenOver: boolean
}

/** The job, if it waits or its process has ended. It is then held by the lease. */
export async function claim(shared: SharedContext, { tenantId, jobId, leaseId }: Lease): Promise<ClaimedJob | null> {
  const [job] = await shared.database.query<ClaimedJob>(
    { tenantId },
    `update jobs j set status = 'running', lease_id = $3, lease_until = now() + make_interval(secs => $4),
       attempts = j.attempts + 1, started_at = coalesce(j.started_at, now())
     from jobs before
     where j.tenant_id = $1 and j.id = $2 and before.tenant_id = j.tenant_id and before.id = j.id
       and (j.status = 'queued' or j.status = 'running' and j.lease_until < now())
     returning ${selectedJob}, before.status = 'running' as "isTakenOver"`,
    [tenantId, jobId, leaseId, leaseSeconds],
  )
  return job ?? null
}

/** Keeps the job and stores its progress. Returns false if another process has taken it over. */
export async function extend(shared: SharedContext, lease: Lease, { done, total }: Progress): Promise<boolean> {
  const held = await shared.database.query(
    { tenantId: lease.tenantId },
    `update jobs set lease_until = now() + make_interval(secs => $4), done_count = $5, total_count = $6
     where tenant_id = $1 and id = $2 and lease_id = $3 and status = 'running' returning id`,
    [lease.tenantId, lease.jobId, lease.leaseId, leaseSeconds, done, total],
  )
  return held.length > 0
}

/** Ends the job in the transaction of `em`. Throws `JobLost` if another process has taken it over. */
export async function complete(
  em: EntityManager,
  shared: SharedContext,
  { tenantId, jobId, leaseId }: Lease,
  { done, total }: Progress,
  result: unknown,
): Promise<void> {
  const ended = await queryRows(
    em,
    `update jobs set status = 'done', result = $4, done_count = $5, total_count = $6, finished_at = $7, lease_until = null
     where tenant_id = $1 and id = $2 and lease_id = $3 and status = 'running' returning id`,
    [tenantId, jobId, leaseId, JSON.stringify(result ?? null), done, total, shared.now()],
  )
  if (ended.length === 0) throw new JobLost()
}

/** Ends the job with an error for its creator. */
export async function fail(shared: SharedContext, { tenantId, jobId, leaseId }: Lease, message: string): Promise<void> {
  await shared.database.query(
    { tenantId },
    `update jobs set status = 'failed', error = $4, finished_at = $5, lease_until = null
     where tenant_id = $1 and id = $2 and lease_id = $3 and status = 'running'`,
    [tenantId, jobId, leaseId, message, shared.now()],
  )
}

/** Gives the job up, so that it can be run again. */
export async function release(shared: SharedContext, { tenantId, jobId, leaseId }: Lease): Promise<void> {
  await shared.database.query(
    { tenantId },
    `update jobs set status = 'queued', lease_id = null, lease_until = null
     where tenant_id = $1 and id = $2 and lease_id = $3 and status = 'running'`,
    [tenantId, jobId, leaseId],
  )
}

/** Gives the job up because this process stops, which does not count as an attempt. */
export async function handOver(shared: SharedContext, { tenantId, jobId, leaseId }: Lease): Promise<void> {
  await shared.database.query(
    { tenantId },
    `update jobs set status = 'queued', lease_id = null, lease_until = null, attempts = attempts - 1
     where tenant_id = $1 and id = $2 and lease_id = $3 and status = 'running'`,
    [tenantId, jobId, leaseId],
  )
}
