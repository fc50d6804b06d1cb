import { queryRows } from '../../database/connection.ts'
import type { WriteContext } from '../../log/transact.ts'
import { undoLifetimeMs } from './importJob.ts'

/** Deletes the uploaded files and the undo records of imports that began more than a day ago. Returns the number of imports. */
export async function deleteExpiredImports({ database, now }: WriteContext): Promise<number> {
  // An import that ran to its end for hours can still be undone for a day after it.
  const before = new Date(now().getTime() - undoLifetimeMs)
  const expired = await database.within('platform', (em) =>
    queryRows<{ tenantId: string; jobId: string }>(
      em,
      `select tenant_id as "tenantId", id as "jobId" from jobs j
       where kind = 'import' and coalesce(finished_at, created_at) < $1
         and (exists (select from import_files f where f.tenant_id = j.tenant_id and f.job_id = j.id)
           or exists (select from import_rows r where r.tenant_id = j.tenant_id and r.job_id = j.id))
       limit 1000`,
      [before],
    ),
  )
  for (const { tenantId, jobId } of expired)
    await database.within({ tenantId }, async (em) => {
      await queryRows(em, 'delete from import_files where tenant_id = $1 and job_id = $2', [tenantId, jobId])
      await queryRows(em, 'delete from import_rows where tenant_id = $1 and job_id = $2', [tenantId, jobId])
    })
  return expired.length
}
