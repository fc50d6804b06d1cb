import { expect, it } from 'vitest'
import { createImportContext } from '../../../tests/support/importContext.ts'
import { Refused } from '../../domain/errors.ts'
import { readJob, retryJob } from '../jobs/jobs.ts'
import { runJob, type JobHandler } from '../jobs/runJob.ts'
import { createProperty } from '../properties/createProperty.ts'
import { importDetailsOf, type ImportResult, type UndoResult } from './importJob.ts'
import { runImport } from './runImport.ts'
import { runUndo } from './runUndo.ts'
import { startImport, undoImport, type ImportRequest } from './startImport.ts'

const { ctx, db, tenantId, finish } = await createImportContext()

const rowCount = 120

/** A file of houses on a street, of which each is named a second time with another owner. */
function makeFile(street: string): string {
  const houses = Array.from({ length: rowCount }, (_, n) => `${n + 1} ${street},${39 + n / 1_000},-86,storm`)
  const again = houses.map((house, n) => `${house},Sample Owner ${n}`)
  return ['address,lat,lng,tags,owner_name', ...houses, ...again].join('\n')
}

async function start(street: string, request: Partial<ImportRequest> = {}): Promise<string> {
  const file = { filename: 'sample.csv', content: Buffer.from(makeFile(street)) }
  return (await startImport(ctx, file, { list: 'properties', onError: 'skip', onDuplicate: 'update', ...request })).id
}

/** A handler whose process ends just before the commit of the transaction of this number. */
const endingIn = (handler: JobHandler, commit: number, error = new Error('The process ended.')): JobHandler => {
  let commits = 0
  return (run) =>
    handler({
      ...run,
      keep: (em, done) => {
        commits += 1
        return commits === commit ? Promise.reject(error) : run.keep(em, done)
      },
    })
}

const interrupt = (handlers: Parameters<typeof runJob>[1], jobId: string) =>
  runJob(ctx, handlers, { tenantId, jobId }).catch((error: unknown) => error)

const countOf = async (sql: string, ...values: unknown[]) =>
  Number(
    (await db.query<{ count: string }>(`select count(*) as count from ${sql}`, [tenantId, ...values])).rows[0]!.count,
  )
const propertiesOn = (street: string) => countOf('properties where tenant_id = $1 and address like $2', `%${street}`)
const eventsOf = (type: string, street: string) =>
  countOf(
    `activity_events e join properties p on p.tenant_id = e.tenant_id and p.id = e.subject_id
     where e.tenant_id = $1 and e.type = $2 and p.address like $3`,
    type,
    `%${street}`,
  )

it.each(['properties', 'leads'] as const)(
  'an import of %s whose process ends goes on, and saves no row twice',
  async (list) => {
    const street = `Interrupted ${list} St`
    const mapping = { address: 'address', lat: 'lat', lng: 'lng', [list === 'leads' ? 'tag' : 'tags']: 'tags' }
    const id = await start(street, { list, mapping: { ...mapping, owner_name: 'owner_name' } })
    await interrupt({ import: endingIn(runImport, 2) }, id)
    const saved = await propertiesOn(street)
    expect(saved).toBeGreaterThan(0)
    expect(saved).toBeLessThan(rowCount)
    expect(await readJob(ctx, id)).toMatchObject({ status: 'queued' })
    const { counts } = await finish(id)
    expect(counts).toEqual({ created: rowCount, updated: rowCount, skipped: 0, unsure: 0, failed: 0 })
    expect(await propertiesOn(street)).toBe(rowCount)
    expect(await eventsOf('PropertySaved', street)).toBe(rowCount)
    if (list === 'leads') expect(await countOf('leads where tenant_id = $1')).toBe(rowCount)
    expect(
      await countOf(`activity_events where tenant_id = $1 and type = 'DataImported' and subject_id = $2`, id),
    ).toBe(1)
    expect(await countOf('import_outcomes where tenant_id = $1 and job_id = $2', id)).toBe(2 * rowCount)

    const { id: undoId } = await undoImport(ctx, id)
    await interrupt({ import_undo: endingIn(runUndo, 2) }, undoId)
    const { undo } = await finish<UndoResult>(undoId)
    expect(undo).toEqual({ removed: list === 'leads' ? 2 * rowCount : rowCount, restored: 0, kept: 0 })
    expect(await propertiesOn(street)).toBe(0)
  },
)

it('a process that lost the job commits nothing more', async () => {
  const street = 'Taken Over St'
  const id = await start(street)
  const lost: JobHandler = (run) =>
    runImport({
      ...run,
      keep: async (em, done) => {
        await db.query(`update jobs set lease_id = gen_random_uuid() where id = $1`, [id])
        return run.keep(em, done)
      },
    })
  await interrupt({ import: lost }, id)
  expect(await propertiesOn(street)).toBe(0)
})

it('what an import saved before it failed can be undone', async () => {
  const street = 'Half Done St'
  const id = await start(street)
  await interrupt({ import: endingIn(runImport, 2, new Refused('A sample failure.')) }, id)
  const failed = await readJob(ctx, id)
  expect(failed).toMatchObject({ status: 'failed', error: 'A sample failure.' })
  expect(importDetailsOf(failed)!.undoableUntil).toBeInstanceOf(Date)
  const saved = await propertiesOn(street)
  expect(saved).toBeGreaterThan(0)
  const { undo } = await finish<UndoResult>((await undoImport(ctx, id)).id)
  expect(undo).toEqual({ removed: saved, restored: 0, kept: 0 })
  expect(await propertiesOn(street)).toBe(0)
  const undone = await readJob(ctx, id)
  expect(importDetailsOf(undone)!.undoneAt).toBeInstanceOf(Date)
  expect((undone.result as ImportResult).counts.created).toBe(0)
  await expect(undoImport(ctx, id)).rejects.toThrow('This import was undone.')
  await expect(retryJob(ctx, id)).rejects.toThrow(
    'Only a failed job can be run again. An import that was undone cannot.',
  )
})

it('a house that a rep saves meanwhile is left as it is, and the import goes on', async () => {
  const street = 'Meanwhile St'
  const id = await start(street, { onDuplicate: 'skip' })
  let isSaved = false
  const meanwhile: JobHandler = (run) =>
    runImport({
      ...run,
      progress: async (done, total) => {
        await run.progress(done, total)
        if (done === 0 || isSaved) return
        isSaved = true
        await createProperty(ctx, { address: `${rowCount} ${street}`, lat: 39 + (rowCount - 1) / 1_000, lng: -86 })
      },
    })
  await runJob(ctx, { import: meanwhile }, { tenantId, jobId: id })
  const job = await readJob(ctx, id)
  expect(job).toMatchObject({ status: 'done', attempts: 1 })
  expect((job.result as ImportResult).counts).toEqual({
    created: rowCount - 1,
    updated: 0,
    skipped: rowCount + 1,
    unsure: 0,
    failed: 0,
  })
  expect(await propertiesOn(street)).toBe(rowCount)
})
