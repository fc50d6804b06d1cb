import { expect, it } from 'vitest'
import { createImportContext } from '../../../tests/support/importContext.ts'
import { maxDecisions } from '../../domain/imports/importFields.ts'
import { listJobs, readJob } from '../jobs/jobs.ts'
import { decideImportRows, type RowDecisionInput } from './decisions.ts'
import { countsOf } from './importJob.ts'
import { deleteExpiredImports } from './importMaintenance.ts'
import { countImportRows, listImportRows } from './importRows.ts'
import { startImport, undoImport } from './startImport.ts'

const { ctx, db, run } = await createImportContext()

async function importRows(...rows: string[]): Promise<string> {
  const upload = { filename: 'sample.csv', content: Buffer.from(['address,lat,lng,owner_name', ...rows].join('\n')) }
  const { id } = await startImport(ctx, upload, { list: 'properties', onError: 'skip' })
  await run(id)
  return id
}

let streets = 0

/** Imports a house at a point of its own, then units at it, whose rows are unsure. */
async function importUnits(street: string, units: number): Promise<string> {
  streets += 1
  const place = `42.${streets},-90.1`
  await importRows(`1 ${street},${place},Sample Owner A`)
  return importRows(...Array.from({ length: units }, (_, n) => `1 ${street} Apt ${n + 1},${place},Sample Owner B`))
}

const decide = async (id: string, ...decisions: RowDecisionInput[]) => (await decideImportRows(ctx, id, decisions)).id
const outcomesOf = async (id: string) =>
  (await listImportRows(ctx, id, null, { limit: 10 })).items.map(({ outcome, decision }) => [outcome, decision])

it('a decision whose job failed can be taken again, and the failed job takes none when it is run again', async () => {
  const id = await importUnits('Sample Failing Rd', 2)
  const failing = await decide(id, { row: 2, decision: 'new' }, { row: 3, decision: 'skip' })
  expect(await outcomesOf(id)).toEqual([
    ['unsure', 'new'],
    ['unsure', 'skip'],
  ])
  await expect(decide(id, { row: 2, decision: 'skip' })).rejects.toThrow('Row 2 was decided already.')
  await db.query(`update jobs set status = 'failed' where id = $1`, [failing])
  expect(await outcomesOf(id)).toEqual([
    ['unsure', null],
    ['unsure', null],
  ])
  await run(await decide(id, { row: 2, decision: 'skip' }))
  await db.query(`update jobs set status = 'queued' where id = $1`, [failing])
  await run(failing)
  // It has only the row that nobody decided otherwise.
  expect(await readJob(ctx, failing)).toMatchObject({ status: 'done', result: { counts: { created: 0, skipped: 1 } } })
  expect(await outcomesOf(id)).toEqual([
    ['skipped', 'skip'],
    ['skipped', 'skip'],
  ])
})

it('a property that is deleted before the job runs leaves its row unsure', async () => {
  const id = await importUnits('Sample Deleted Rd', 1)
  const decider = await decide(id, { row: 2, decision: 'same' })
  await db.query(`delete from properties where address = '1 Sample Deleted Rd'`)
  await run(decider)
  expect((await readJob(ctx, decider)).result).toMatchObject({
    counts: { updated: 0, failed: 1 },
    errors: [{ row: 2, message: 'This property was deleted.' }],
  })
  expect(await outcomesOf(id)).toEqual([['unsure', null]])
})

it('ten thousand rows are decided in one request, and no more', async () => {
  const id = await importUnits('Sample Many Rd', 3)
  const many = Array.from({ length: maxDecisions + 1 }, (_, n): RowDecisionInput => ({ row: n + 2, decision: 'skip' }))
  await expect(decide(id, ...many)).rejects.toThrow('Decide at most 10,000 rows at a time.')
  await expect(decide(id)).rejects.toThrow('Decide a row.')
})

it('what is kept of an import is deleted a day after it has ended', async () => {
  const id = await importUnits('Sample Expired Rd', 1)
  expect(await countImportRows(ctx, id, 'unsure')).toBe(1)
  const later = { ...ctx, now: () => new Date(Date.now() + 25 * 3_600_000) }
  expect(await deleteExpiredImports(later)).toBeGreaterThan(0)
  await expect(listImportRows(ctx, id, null, { limit: 10 })).rejects.toThrow(
    'The rows of this import are no longer kept.',
  )
  await expect(decide(id, { row: 2, decision: 'skip' })).rejects.toThrow('The file of this import is no longer kept.')
  expect(countsOf(await readJob(ctx, id))).toMatchObject({ unsure: 1 })
})

it('an import whose rows are all unsure saved nothing, so that only its decisions can be undone', async () => {
  const id = await importUnits('Sample Nothing Rd', 1)
  const decider = await decide(id, { row: 2, decision: 'new' })
  await run(decider)
  expect(countsOf(await readJob(ctx, id))).toMatchObject({ created: 1, unsure: 0 })
  await expect(undoImport(ctx, id)).rejects.toThrow('This import saved nothing.')
  const undo = await undoImport(ctx, decider)
  expect(undo).toMatchObject({ kind: 'import_undo' })
  // Each is found from the import, so that its page shows them whoever opens it.
  expect((await readJob(ctx, id)).followUps).toEqual([{ id: decider, kind: 'import', status: 'done' }])
  const followUps = async () => (await readJob(ctx, decider)).followUps
  expect(await followUps()).toEqual([{ id: undo.id, kind: 'import_undo', status: 'queued' }])
  await run(undo.id)
  expect(await followUps()).toEqual([{ id: undo.id, kind: 'import_undo', status: 'done' }])
  expect((await listJobs(ctx, { limit: 1 }))[0]).toMatchObject({ followUps: null })
})
