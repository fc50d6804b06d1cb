import pg from 'pg'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Context } from '../../api/context.ts'
import { createWorkers } from '../../api/services/workers/workers.ts'
import type { ImportResult } from '../../api/usecases/imports/importJob.ts'
import { runImport } from '../../api/usecases/imports/runImport.ts'
import { runUndo } from '../../api/usecases/imports/runUndo.ts'
import { readJob } from '../../api/usecases/jobs/jobs.ts'
import { runJob } from '../../api/usecases/jobs/runJob.ts'
import { createRepContext } from './repContext.ts'

/**
 * The context of an owner whose tenant has no properties, in a database of its own, with workers that read files. Jobs run when
 * `run` or `finish` is called. Everything is closed after the tests of the file that calls it.
 */
export async function createImportContext() {
  const { ctx: request, testDatabase, tenantId, repId } = await createRepContext({ propertiesPerRep: 0 })
  const workers = createWorkers()
  const db = new pg.Client({ connectionString: testDatabase.ownerUrl })
  const ctx = {
    ...request,
    actor: { ...request.actor!, role: 'owner' },
    config: { ...request.config, demo: false },
    live: { ...request.live, announceTopic: () => undefined },
    services: {
      workers,
      providers: { geocoder: 'embedded' },
      geocoder: { forward: () => Promise.resolve({ found: [] }) },
    },
  } as unknown as Context
  beforeAll(async () => {
    await db.connect()
    await db.query(`update users set role = 'owner' where id = $1`, [repId])
  })
  afterAll(async () => {
    await workers.close()
    await db.end()
  })
  const run = (jobId: string) => runJob(ctx, { import: runImport, import_undo: runUndo }, { tenantId, jobId })
  /** Runs a job that does not fail, and returns its result. */
  async function finish<Result = ImportResult>(jobId: string): Promise<Result> {
    await run(jobId)
    const job = await readJob(ctx, jobId)
    expect(job).toMatchObject({ status: 'done', error: null })
    return job.result as Result
  }
  return { ctx, workers, db, tenantId, run, finish }
}
