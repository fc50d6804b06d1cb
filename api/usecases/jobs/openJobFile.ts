import type { Context } from '../../context.ts'
import { NotFound } from '../../domain/errors.ts'
import type { JobFile } from './jobFiles.ts'
import type { Job } from './jobRows.ts'
import { readJob } from './jobs.ts'

/**
 * The file of a job of the caller. Throws what `readJob` throws, and `NotFound` while there is no file and when it is no longer
 * kept.
 */
export async function openJobFile(
  ctx: Context,
  id: string,
): Promise<JobFile & { size: number; content: AsyncGenerator<Buffer> }> {
  const job = await readJob(ctx, id)
  if (job.fileName === null || job.status !== 'done') throw new NotFound('This job has no file yet.')
  if (!job.fileExpiresAt || job.fileExpiresAt <= ctx.now() || !(await hasContent(ctx, job)))
    throw new NotFound('This file is no longer kept. Create it again.')
  return { name: job.fileName, type: job.fileType!, size: job.fileSize!, content: readParts(ctx, job) }
}

/** Backups have no files of jobs. */
async function hasContent(ctx: Context, { tenantId, id }: Pick<Job, 'tenantId' | 'id'>): Promise<boolean> {
  const found = await ctx.database.query(
    { tenantId },
    'select part from job_files where tenant_id = $1 and job_id = $2 and part = 0',
    [tenantId, id],
  )
  return found.length > 0
}

async function* readParts(ctx: Context, { tenantId, id }: Pick<Job, 'tenantId' | 'id'>): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const [row] = await ctx.database.query<{ bytes: Buffer }>(
      { tenantId },
      'select bytes from job_files where tenant_id = $1 and job_id = $2 and part = $3',
      [tenantId, id, part],
    )
    if (!row) return
    yield row.bytes
  }
}
