import { queryRows, type Database } from '../../database/connection.ts'
import { isFree } from '../../database/leases.ts'
import { queryReachable } from '../../database/tenantByTenant.ts'
import type { WriteContext } from '../../log/transact.ts'

/** The oldest jobs of all tenants that wait or whose process has ended; while a node is missing, those of the tenants on the others. */
export function findWaitingJobs(database: Database, now: Date): Promise<{ tenantId: string; id: string }[]> {
  return queryReachable(
    database,
    `select d.tenant_id as "tenantId", d.id from jobs d where d.tenant_id = :tenant and d.status in ('queued', 'running') and ${isFree('$1')}
     order by d.created_at limit 100`,
    [now],
  )
}

/** Deletes the files of all tenants that are no longer kept; while a node is missing, those of the tenants on the others. Returns their number. */
export async function deleteExpiredFiles({ database, now }: WriteContext): Promise<number> {
  const expired = await queryReachable<{ tenantId: string; jobId: string }>(
    database,
    `select j.tenant_id as "tenantId", j.id as "jobId" from jobs j where j.tenant_id = :tenant and j.file_expires_at < $1
     order by j.file_expires_at limit 1000`,
    [now()],
  )
  for (const { tenantId, jobId } of expired)
    await database.within({ tenantId }, async (em) => {
      await queryRows(em, 'delete from job_files where tenant_id = $1 and job_id = $2', [tenantId, jobId])
      await queryRows(em, 'update jobs set file_expires_at = null where tenant_id = $1 and id = $2', [tenantId, jobId])
    })
  return expired.length
}
