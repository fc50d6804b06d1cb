import { Refused } from '../../domain/errors.ts'
import type { ImportList } from '../../domain/importFields.ts'
import { transact } from '../../log/transact.ts'
import type { JobHandler } from '../jobs/runJob.ts'
import { storeRecords } from './importedRecords.ts'
import type { Importer } from './importer.ts'
import type { ImportInput, ImportResult } from './importJob.ts'
import { leadsImporter } from './importLeads.ts'
import { parcelsImporter } from './importParcels.ts'
import { propertiesImporter } from './importProperties.ts'
import { usersImporter } from './importUsers.ts'
import { readRows, writeBadRows } from './reading/fileReader.ts'
import type { ReadInput } from './reading/protocol.ts'
import { RowErrors } from './rowErrors.ts'
import { readRowFacts } from './rowFacts.ts'
import { authorizeImport } from './startImport.ts'
import { hasFile, readFile } from './storedFiles.ts'

const importers: Record<ImportList, Importer<object>> = {
  properties: propertiesImporter as Importer<object>,
  leads: leadsImporter as Importer<object>,
  users: usersImporter as Importer<object>,
  parcels: parcelsImporter as Importer<object>,
}

/**
 * Imports the file of the job, or only checks it. Everything is saved in the transaction that ends the job, so that it is saved once
 * even if the process ends. The file of the job has the rows with errors and their reasons.
 */
export const runImport: JobHandler = async (run) => {
  const { ctx, job } = run
  const input = job.input as ImportInput
  const tenantId = authorizeImport(ctx, input)
  const uploadedFor = input.uploadedFor ?? job.id
  if (!(await hasFile(ctx.database, tenantId, uploadedFor)))
    throw new Refused('The file of this import is no longer kept. Upload it again.')
  const parts = () => readFile(ctx.database, tenantId, uploadedFor)
  const { list, mapping, sheet } = input
  const readInput: ReadInput = { list, mapping, sheet: sheet ?? null, facts: await readRowFacts(ctx, tenantId) }
  const file = await readRows(ctx.services.workers, parts(), readInput, () => run.progress(0))
  const { total } = file
  const { separator, headings } = file.head
  await run.progress(0, total)
  const importer = importers[list]
  const errors = new RowErrors(mapping, file)
  const plan = await importer.plan(run, tenantId, file.rows, input, errors)
  if (errors.count > 0)
    await writeBadRows(ctx.services.workers, parts(), readInput, errors.reasons, (content) =>
      run.writeFile(
        { name: `${input.fileName.replace(/\.\w+$/, '')}-errors.csv`, type: 'text/csv; charset=utf-8' },
        content,
      ),
    )
  const isStopped = input.onError === 'stop' && errors.count > 0
  const savesNothing = isStopped && !input.isDryRun
  const result: ImportResult = {
    counts: savesNothing
      ? { created: 0, updated: 0, skipped: total - errors.count, unsure: 0, failed: errors.count }
      : { ...plan.counts, failed: errors.count },
    errors: errors.first(),
    separator,
    headings,
    ignored: headings.filter((heading) => heading !== '' && !Object.values(mapping).includes(heading)),
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
