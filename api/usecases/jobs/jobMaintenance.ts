import { queryRows } from '../../database/connection.ts'
import type { WriteContext } from '../../log/transact.ts'
import type { JobQueue } from '../../services/jobs/jobQueue.ts'

/** A queued job that is older has probably lost its task. */
const startWithinSeconds = 10

/**
 * Starts the jobs of all tenants that wait without a task, and those whose process has ended. Several processes may do this at the
 * same time: each job is run by one. Returns their number.
 */
export async function startWaitingJobs({ database }: WriteContext, queue: JobQueue): Promise<number> {
  const waiting = await database.within('platform', (em) =>
    queryRows<{ tenantId: string; jobId: string }>(
      em,
      `select tenant_id as "tenantId", id as "jobId" from jobs
       where status = 'queued' and created_at < now() - make_interval(secs => $1)
          or status = 'running' and lease_until < now()
       order by created_at limit 1000`,
      [startWithinSeconds],
    ),
  )
  for (const task of waiting) await queue.add('runJob', task, { key: task.jobId })
  return waiting.length
}

/** Deletes the files of all tenants that are no longer kept. Returns their number. */
export async function deleteExpiredFiles({ database, now }: WriteContext): Promise<number> {
  const expired = await database.within('platform', (em) =>
    queryRows<{ tenantId: string; jobId: string }>(
      em,
      `select tenant_id as "tenantId", id as "jobId" from jobs where file_expires_at < $1 order by file_expires_at limit 1000`,
      [now()],
    ),
  )
  for (const { tenantId, jobId } of expired)
    await database.within({ tenantId }, async (em) => {
      await queryRows(em, 'delete from job_files where tenant_id = $1 and job_id = $2', [tenantId, jobId])
      await queryRows(em, 'update jobs set file_expires_at = null where tenant_id = $1 and id = $2', [tenantId, jobId])
    })
  return expired.length
}
