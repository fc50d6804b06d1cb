import { queryRows } from '../../database/connection.ts'
import { queryReachable } from '../../database/tenantByTenant.ts'
import type { WriteContext } from '../../log/transact.ts'
import { undoLifetimeMs } from './importJob.ts'

const keptTables = ['import_files', 'import_rows', 'import_outcomes']

/**
 * Deletes what is kept of imports that ended more than a day ago: files, outcomes of rows and undo records; while a node is missing,
 * what the tenants on the others have. Returns the number of imports.
 */
export async function deleteExpiredImports({ database, now }: WriteContext): Promise<number> {
  // An import that ran to its end for hours can still be undone for a day after it.
  const before = new Date(now().getTime() - undoLifetimeMs)
  const isKept = (table: string) =>
    `exists (select from ${table} k where k.tenant_id = j.tenant_id and k.tenant_id = :tenant and k.job_id = j.id)`
  const expired = await queryReachable<{ tenantId: string; jobId: string }>(
    database,
    `select j.tenant_id as "tenantId", j.id as "jobId" from jobs j
     where j.tenant_id = :tenant and j.kind in ('import', 'registry_import') and coalesce(j.finished_at, j.created_at) < $1
       and (${keptTables.map(isKept).join(' or ')})
     limit 1000`,
    [before],
  )
  for (const { tenantId, jobId } of expired)
    await database.within({ tenantId }, async (em) => {
      for (const table of keptTables)
        await queryRows(em, `delete from ${table} where tenant_id = $1 and job_id = $2`, [tenantId, jobId])
    })
  return expired.length
}
