import { queryRows, type Database, type EntityManager } from '../../database/connection.ts'

const partBytes = 512 * 1024

/** The content of a file in parts. */
export function* partsOf(content: Buffer): Generator<Buffer> {
  for (let start = 0; start < content.length; start += partBytes) yield content.subarray(start, start + partBytes)
}

/** Stores the uploaded file of a job in the transaction that creates the job. */
export async function storeFile(em: EntityManager, tenantId: string, jobId: string, content: Buffer): Promise<void> {
  let part = 0
  for (const bytes of partsOf(content)) {
    await queryRows(em, 'insert into import_files (tenant_id, job_id, part, bytes) values ($1, $2, $3, $4)', [
      tenantId,
      jobId,
      part,
      bytes,
    ])
    part += 1
  }
}

/** Whether the file that was uploaded for a job is still kept. */
export async function hasFile(database: Database, tenantId: string, jobId: string): Promise<boolean> {
  return (await readPart(database, tenantId, jobId, 0)) !== null
}

/** The file that was uploaded for a job, in parts. */
export async function* readFile(database: Database, tenantId: string, jobId: string): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const bytes = await readPart(database, tenantId, jobId, part)
    if (bytes === null) return
    yield bytes
  }
}

async function readPart(database: Database, tenantId: string, jobId: string, part: number): Promise<Buffer | null> {
  const [row] = await database.query<{ bytes: Buffer }>(
    { tenantId },
    'select bytes from import_files where tenant_id = $1 and job_id = $2 and part = $3',
    [tenantId, jobId, part],
  )
  return row?.bytes ?? null
}
