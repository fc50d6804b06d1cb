import pg from 'pg'
import { expect, it } from 'vitest'
import { withLongestTurn } from '../../../tests/support/longestTurn.ts'
import { createRepContext } from '../../../tests/support/repContext.ts'
import type { Context } from '../../context.ts'
import { listFormats } from '../../rest/listFormats.ts'
import { readJob } from '../jobs/jobs.ts'
import { runJob } from '../jobs/runJob.ts'
import { exportEverything, exportList } from './exports.ts'
import { createExportHandler } from './runExport.ts'

const { ctx: request, testDatabase, tenantId, repId } = await createRepContext({ propertiesPerRep: 2_000 })

it('an export of long texts lets requests be answered in between', async () => {
  const db = new pg.Client({ connectionString: testDatabase.ownerUrl })
  await db.connect()
  await db.query(`update users set role = 'owner' where id = $1`, [repId])
  // Texts that do not compress are the slowest.
  await db.query(
    `update properties p set notes = (select left(string_agg(md5(p.id::text || n), ' '), 10000) from generate_series(1, 310) n)`,
  )
  await db.end()
  const ctx = {
    ...request,
    actor: { ...request.actor!, role: 'owner' },
    config: { ...request.config, demo: false },
    live: { ...request.live, announceTopic: () => undefined },
  } as unknown as Context
  for (const start of [() => exportList(ctx, { list: 'properties', filter: {} }), () => exportEverything(ctx)]) {
    const { id: jobId } = await start()
    const { turnMs } = await withLongestTurn(() =>
      runJob(ctx, { export: createExportHandler(listFormats) }, { tenantId, jobId }),
    )
    expect(await readJob(ctx, jobId)).toMatchObject({ status: 'done', error: null })
    expect(turnMs).toBeLessThan(200)
  }
})
