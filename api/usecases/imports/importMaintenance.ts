import { queryRows } from '../../database/connection.ts'
import type { WriteContext } from '../../log/transact.ts'
import { undoLifetimeMs } from './importJob.ts'

/** Deletes what is kept of imports that ended more than a day ago: files, outcomes of rows and undo records. Returns their number. */
export async function deleteExpiredImports({ database, now }: WriteContext): Promise<number> {
  // An import that ran to its end for hours can still be undone for a day after it.
  const before = new Date(now().getTime() - undoLifetimeMs)
  const expired = await database.within('platform', (em) =>
    queryRows<{ tenantId: string; jobId: string }>(
      em,
      `select tenant_id as "tenantId", id as "jobId" from jobs j
       where kind = 'import' and coalesce(finished_at, created_at) < $1
         and (exists (select from import_files f where f.tenant_id = j.tenant_id and f.job_id = j.id)
           or exists (select from import_rows r where r.tenant_id = j.tenant_id and r.job_id = j.id)
           or exists (select from import_outcomes o where o.tenant_id = j.tenant_id and o.job_id = j.id))
       limit 1000`,
      [before],
    ),
  )
  for (const { tenantId, jobId } of expired)
    await database.within({ tenantId }, async (em) => {
      for (const table of ['import_files', 'import_rows', 'import_outcomes'])
        await queryRows(em, `delete from ${table} where tenant_id = $1 and job_id = $2`, [tenantId, jobId])
    })
  return expired.length
}
