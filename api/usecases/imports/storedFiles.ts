import { queryRows, type Database, type EntityManager } from '../../database/connection.ts'

const partBytes = 512 * 1024

/** Stores the uploaded file of a job in the transaction that creates the job. */
export async function storeFile(em: EntityManager, tenantId: string, jobId: string, content: Buffer): Promise<void> {
  for (let part = 0; part * partBytes < content.length; part += 1)
    await queryRows(em, 'insert into import_files (tenant_id, job_id, part, bytes) values ($1, $2, $3, $4)', [
      tenantId,
      jobId,
      part,
      content.subarray(part * partBytes, (part + 1) * partBytes),
    ])
}

/** The file that was uploaded for a job; null when it is no longer kept. */
export async function readFile(database: Database, tenantId: string, jobId: string): Promise<Buffer | null> {
  const parts = await database.query<{ bytes: Buffer }>(
    { tenantId },
    'select bytes from import_files where tenant_id = $1 and job_id = $2 order by part',
    [tenantId, jobId],
  )
  return parts.length === 0 ? null : Buffer.concat(parts.map(({ bytes }) => bytes))
}
