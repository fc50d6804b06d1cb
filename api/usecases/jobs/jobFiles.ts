import { JobLost, type Lease, type SharedContext } from './jobLease.ts'

/** The name and the media type of the file of a job. */
export interface JobFile {
  name: string
  type: string
}

/** How long the file of a job is kept. */
export const fileLifetimeMs = 24 * 60 * 60_000

/** Files are stored and read in parts, so that neither needs the whole of one in memory. */
const partBytes = 512 * 1024

/**
 * Stores the file of the job that holds the lease, in place of what an earlier attempt stored. Throws `JobLost` if the job is held by
 * another process.
 */
export async function writeJobFile(
  { database, now }: SharedContext,
  { tenantId, jobId, leaseId }: Lease,
  { name, type }: JobFile,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const isHeld = 'exists (select from jobs j where j.tenant_id = $1 and j.id = $2 and j.lease_id = $3)'
  await database.query({ tenantId }, `delete from job_files where tenant_id = $1 and job_id = $2 and ${isHeld}`, [
    tenantId,
    jobId,
    leaseId,
  ])
  let part = 0
  let size = 0
  for await (const bytes of partsOf(content)) {
    const stored = await database.query(
      { tenantId },
      `insert into job_files (tenant_id, job_id, part, bytes) select $1, $2, $4, $5 where ${isHeld} returning part`,
      [tenantId, jobId, leaseId, part, bytes],
    )
    if (stored.length === 0) throw new JobLost()
    part += 1
    size += bytes.length
  }
  const saved = await database.query(
    { tenantId },
    `update jobs set file_name = $4, file_type = $5, file_size = $6, file_expires_at = $7
     where tenant_id = $1 and id = $2 and lease_id = $3 returning id`,
    [tenantId, jobId, leaseId, name, type, size, new Date(now().getTime() + fileLifetimeMs)],
  )
  if (saved.length === 0) throw new JobLost()
}

async function* partsOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pending: Uint8Array[] = []
  let size = 0
  for await (const bytes of content) {
    pending.push(bytes)
    size += bytes.length
    if (size < partBytes) continue
    yield Buffer.concat(pending)
    pending = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(pending)
}
