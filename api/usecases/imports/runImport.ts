import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { Refused } from '../../domain/errors.ts'
import type { ImportList } from '../../domain/importFields.ts'
import { transact } from '../../log/transact.ts'
import type { JobHandler, JobRun } from '../jobs/runJob.ts'
import { storeRecords } from './importedRecords.ts'
import type { Importer } from './importer.ts'
import { openImportFile, readRows, type ImportFile } from './importFile.ts'
import { maxErrors, type ImportInput, type ImportResult } from './importJob.ts'
import { leadsImporter } from './importLeads.ts'
import { parcelsImporter } from './importParcels.ts'
import { propertiesImporter } from './importProperties.ts'
import { usersImporter } from './importUsers.ts'
import { parseRows, RowErrors } from './parseRows.ts'
import { authorizeImport } from './startImport.ts'
import { readFile } from './storedFiles.ts'

const importers: Record<ImportList, Importer<object>> = {
  properties: propertiesImporter as Importer<object>,
  leads: leadsImporter as Importer<object>,
  users: usersImporter as Importer<object>,
  parcels: parcelsImporter as Importer<object>,
}

/** A larger file is one transaction that is too long for the reps who save houses meanwhile. */
const maxRows = 100_000

/**
 * Imports the file of the job, or only checks it. Everything is saved in the transaction that ends the job, so that it is saved once
 * even if the process ends. The file of the job has the rows with errors and their reasons.
 */
export const runImport: JobHandler = async (run) => {
  const { ctx, job } = run
  const input = job.input as ImportInput
  const tenantId = authorizeImport(ctx, input)
  const content = await readFile(ctx.database, tenantId, input.uploadedFor ?? job.id)
  if (!content) throw new Refused('The file of this import is no longer kept. Upload it again.')
  const file = openImportFile(content)
  const importer = importers[input.list]
  const errors = new RowErrors(input.mapping)
  const parsers = await importer.parsers(ctx, tenantId)
  let total = 0
  const rows = await parseRows(file, input.mapping, parsers, errors, importer.check, () => {
    total += 1
    if (total > maxRows) throw new Refused('A file can have at most 100,000 rows. Split it.')
  })
  await run.progress(0, total)
  const plan = await importer.plan(run, tenantId, rows, input, errors)
  errors.list.sort((one, other) => one.row - other.row)
  if (errors.count > 0) await writeBadRows(run, file, input, errors)
  const isStopped = input.onError === 'stop' && errors.count > 0
  const savesNothing = isStopped && !input.isDryRun
  const result: ImportResult = {
    counts: savesNothing
      ? { created: 0, updated: 0, skipped: total - errors.count, failed: errors.count }
      : { ...plan.counts, failed: errors.count },
    errors: errors.list.slice(0, maxErrors),
    separator: file.separator,
    headings: file.headings,
    ignored: file.headings.filter((heading) => heading !== '' && !Object.values(input.mapping).includes(heading)),
    isStopped,
  }
  if (isStopped || input.isDryRun) {
    await run.progress(total)
    return result
  }
  const scope = importer.scope === 'platform' ? 'platform' : { tenantId }
  await transact(ctx, { scope, logTenantId: tenantId }, async (transaction) => {
    const records = await plan.save(transaction, (done) => run.progress(Math.min(done, total)))
    await ctx.database.setScope(transaction.em, { tenantId })
    await storeRecords(transaction.em, tenantId, job.id, records)
    transaction.record({
      type: 'DataImported',
      subjectId: job.id,
      data: { importId: job.id, list: input.list, ...result.counts },
    })
    await run.progress(total)
    transaction.beforeCommit((em) => run.complete(em, result))
  })
  return result
}

/** Writes the rows with errors as they were in the file, with the reasons in one more column. */
async function writeBadRows(
  run: JobRun,
  file: ImportFile,
  { fileName }: ImportInput,
  errors: RowErrors,
): Promise<void> {
  async function* badRows() {
    yield [...file.headings, 'Reason']
    for await (const batch of readRows(file))
      for (const { row, cells } of batch)
        if (errors.has(row))
          yield [
            ...Array.from({ length: Math.max(file.headings.length, cells.length) }, (_, index) =>
              escapeFormula(cells[index] ?? ''),
            ),
            errors.reasonOf(row),
          ]
  }
  const name = `${fileName.replace(/\.\w+$/, '')}-errors.csv`
  const content = Readable.from(badRows()).pipe(stringify({ delimiter: file.separator }))
  await run.writeFile({ name, type: 'text/csv; charset=utf-8' }, content as AsyncIterable<Uint8Array>)
}

/** As in exports: a spreadsheet must not compute what somebody typed. */
function escapeFormula(cell: string): string {
  return /^[=+\-@]/.test(cell) ? `'${cell}` : cell
}
