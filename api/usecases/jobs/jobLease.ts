import type { Context } from '../../context.ts'
import type { EntityManager } from '../../database/connection.ts'
import { changeHeld, claimSql, givenUp, leaseMs } from '../../database/leases.ts'
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

export interface ClaimedJob extends Job {
  /** Whether the process that ran it before has ended without giving it up. */
  isTakenOver: boolean
}

const leaseEnd = ({ now }: Pick<SharedContext, 'now'>) => new Date(now().getTime() + leaseMs)

/** The job, if it waits or its process has ended. It is then held by the lease. */
export async function claim(shared: SharedContext, { tenantId, jobId, leaseId }: Lease): Promise<ClaimedJob | null> {
  const claimed = claimSql({
    table: 'jobs',
    due: `d.id = $2 and d.status in ('queued', 'running')`,
    set: `status = 'running', attempts = d.attempts + 1, started_at = coalesce(d.started_at, $4)`,
    returning: 'd.*',
    leaseId: '$3',
    now: '$4',
    until: '$5',
  })
  const [job] = await shared.database.query<ClaimedJob>(
    { tenantId },
    `with ${claimed} select ${selectedJob}, due.status = 'running' as "isTakenOver" from claimed j join due on due.id = j.id`,
    [tenantId, jobId, leaseId, shared.now(), leaseEnd(shared)],
  )
  return job ?? null
}

const extension = 'lease_until = $4, done_count = $5, total_count = $6'

/** Keeps the job and stores its progress. Returns false if another process has taken it over. */
export function extend(shared: SharedContext, lease: Lease, { done, total }: Progress): Promise<boolean> {
  const values = [leaseEnd(shared), done, total]
  return change(shared, lease, extension, values)
}

/** `extend` in the transaction of `em`. Throws `JobLost` if another process has taken the job over. */
export async function keep(
  em: EntityManager,
  shared: SharedContext,
  lease: Lease,
  { done, total }: Progress,
): Promise<void> {
  const values = [leaseEnd(shared), done, total]
  if (!(await changeJob(em, lease, extension, values))) throw new JobLost()
}

/** Ends the job in the transaction of `em`. Throws `JobLost` if another process has taken it over. */
export async function complete(
  em: EntityManager,
  shared: SharedContext,
  lease: Lease,
  { done, total }: Progress,
  result: unknown,
): Promise<void> {
  const ended = await changeJob(
    em,
    lease,
    `status = 'done', result = $4, done_count = $5, total_count = $6, finished_at = $7, ${givenUp}`,
    [JSON.stringify(result ?? null), done, total, shared.now()],
  )
  if (!ended) throw new JobLost()
}

/** Ends the job with an error for its creator. */
export async function fail(shared: SharedContext, lease: Lease, message: string): Promise<void> {
  const values = [message, shared.now()]
  await change(shared, lease, `status = 'failed', error = $4, finished_at = $5, ${givenUp}`, values)
}

/** Gives the job up, so that it can be run again. */
export async function release(shared: SharedContext, lease: Lease): Promise<void> {
  await change(shared, lease, `status = 'queued', ${givenUp}`)
}

/** Gives the job up because this process stops, which does not count as an attempt. */
export async function handOver(shared: SharedContext, lease: Lease): Promise<void> {
  await change(shared, lease, `status = 'queued', attempts = attempts - 1, ${givenUp}`)
}

function change({ database }: SharedContext, lease: Lease, set: string, values: unknown[] = []): Promise<boolean> {
  return database.within({ tenantId: lease.tenantId }, (em) => changeJob(em, lease, set, values))
}

async function changeJob(em: EntityManager, lease: Lease, set: string, values: unknown[]): Promise<boolean> {
  const { tenantId, jobId, leaseId } = lease
  return (await changeHeld(em, 'jobs', { tenantId, ids: [jobId], leaseId }, set, values)).length > 0
}
