import type { Context } from '../../context.ts'
import { type EntityManager, queryRows } from '../../database/connection.ts'
import { Refused } from '../../domain/errors.ts'
import type { ImportList } from '../../domain/imports/importFields.ts'
import { assignableRoles } from '../../domain/permissions.ts'
import { transact, transactInTenant } from '../../log/transact.ts'
import type { JobHandler } from '../jobs/runJob.ts'
import { applyDecisions, readDecided } from './decisions.ts'
import { storeRecords } from './importedRecords.ts'
import type { DecidedRow, Importer } from './importer.ts'
import type { ImportInput, ImportResult } from './importJob.ts'
import { leadsImporter } from './importLeads.ts'
import { parcelsImporter } from './importParcels.ts'
import { propertiesImporter } from './importProperties.ts'
import { usersImporter } from './importUsers.ts'
import { type ReadFile, readRows, writeBadRows } from './reading/fileReader.ts'
import type { ReadInput } from './reading/protocol.ts'
import type { RowFacts } from './reading/rowFormats.ts'
import { RowErrors } from './rowErrors.ts'
import { countOutcomes, outcomeOf, reasons, type RowOutcome } from './rowOutcomes.ts'
import { authorizeImport, fileGoneMessage } from './startImport.ts'
import { hasFile, readFile } from './storedFiles.ts'
import { storeOutcomes } from './storedOutcomes.ts'

const importers: Record<ImportList, Importer<object>> = {
  properties: propertiesImporter as Importer<object>,
  leads: leadsImporter as Importer<object>,
  users: usersImporter as Importer<object>,
  parcels: parcelsImporter as Importer<object>,
}

/**
 * Imports the file of the job or, of an earlier import, the rows that were decided; or only checks it. Everything is saved in the
 * transaction that ends the job, with what became of each row, so that it is saved once even if the process ends. The file of the job
 * has the rows with errors and their reasons.
 */
export const runImport: JobHandler = async (run) => {
  const { ctx, job } = run
  const input = job.input as ImportInput
  const tenantId = authorizeImport(ctx, input)
  const uploadedFor = input.uploadedFor ?? job.id
  if (!(await hasFile(ctx.database, tenantId, uploadedFor))) throw new Refused(fileGoneMessage)
  const parts = () => readFile(ctx.database, tenantId, uploadedFor)
  const { list, mapping, sheet, encoding, decidesRowsOf } = input
  const decided = decidesRowsOf
    ? await readDecided(ctx, tenantId, decidesRowsOf, job.id)
    : new Map<number, DecidedRow>()
  const readInput: ReadInput = { list, mapping, sheet, encoding, facts: await readRowFacts(ctx, tenantId) }
  const read = await readRows(ctx.services.workers, parts(), readInput, () => run.progress(0))
  const file = decidesRowsOf ? onlyDecided(read, decided) : read
  const { total } = file
  const { separator, headings } = file.head
  await run.progress(0, total)
  const importer = importers[list]
  const errors = new RowErrors(mapping, file)
  const plan = await importer.plan(run, tenantId, file.rows, input, errors, decided)
  // The rows of an import that were decided are few, and `errors` has them.
  if (errors.count > 0 && !decidesRowsOf)
    await writeBadRows(ctx.services.workers, parts(), readInput, errors.reasons, (content) =>
      run.writeFile(
        { name: `${input.fileName.replace(/\.\w+$/, '')}-errors.csv`, type: 'text/csv; charset=utf-8' },
        content,
      ),
    )
  const isStopped = input.onError === 'stop' && errors.count > 0
  const savesNothing = isStopped && !input.isDryRun
  const planned = savesNothing ? plan.outcomes.map(toStopped) : plan.outcomes
  const failed = [...file.bad, ...errors.reasons].map(([row, reason]) =>
    outcomeOf({ row, values: {} }, 'failed', reason),
  )
  const outcomes = [...planned, ...skippedRows(decided), ...failed]
  const result: ImportResult = {
    counts: countOutcomes(outcomes),
    errors: errors.first(),
    separator,
    headings,
    warnings: outcomes.filter(({ warning }) => warning !== null).length,
    ignored: headings.filter((heading) => heading !== '' && !Object.values(mapping).includes(heading)),
    isStopped,
  }
  const complete = async (em: EntityManager) => {
    await storeOutcomes(em, tenantId, job.id, outcomes)
    if (decidesRowsOf) await applyDecisions(em, tenantId, decidesRowsOf, job.id, outcomes)
  }
  if (isStopped || input.isDryRun) {
    await run.progress(total)
    await transactInTenant(ctx, tenantId, async ({ em, beforeCommit }) => {
      await complete(em)
      beforeCommit((last) => run.complete(last, result))
    })
    return result
  }
  const scope = importer.scope === 'platform' ? 'platform' : { tenantId }
  await transact(ctx, { scope, logTenantId: tenantId }, async (transaction) => {
    const records = await plan.save(transaction, (done) => run.progress(Math.min(done, total)))
    await ctx.database.setScope(transaction.em, { tenantId })
    await storeRecords(transaction.em, tenantId, job.id, records)
    await complete(transaction.em)
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

/** The file as if it had only the rows that were decided, without those that are left out. */
function onlyDecided(file: ReadFile, decided: ReadonlyMap<number, DecidedRow>): ReadFile {
  const isWanted = (row: number) => (decided.get(row)?.decision ?? 'skip') !== 'skip'
  const rows = file.rows.filter(({ row }) => isWanted(row))
  const bad = file.bad.filter(([row]) => isWanted(row))
  const errors = file.errors.filter(({ row }) => isWanted(row))
  return { ...file, rows, bad, errors, failed: bad.length, total: decided.size }
}

function skippedRows(decided: ReadonlyMap<number, DecidedRow>): RowOutcome[] {
  return [...decided].flatMap(([row, { decision }]) =>
    decision === 'skip' ? outcomeOf({ row, values: {} }, 'skipped', reasons.leftOut) : [],
  )
}

const toStopped = (outcome: RowOutcome): RowOutcome => ({
  ...outcome,
  outcome: 'skipped',
  reason: reasons.stopped,
  propertyId: null,
  unsure: null,
  warning: null,
})
/** What the meaning of the cells of a file depends on. */
async function readRowFacts(ctx: Context, tenantId: string): Promise<RowFacts> {
  const [[tenant], users] = await ctx.database.within({ tenantId }, async (em) => [
    await queryRows<{ timeZone: string }>(em, 'select time_zone as "timeZone" from tenants where id = $1', [tenantId]),
    await queryRows<RowFacts['users'][number]>(
      em,
      `select id, email, full_name as "fullName" from users where tenant_id = $1 and status = 'active'`,
      [tenantId],
    ),
  ])
  return { now: ctx.now(), timeZone: tenant?.timeZone ?? 'UTC', users, assignableRoles: assignableRoles(ctx.actor!) }
}
