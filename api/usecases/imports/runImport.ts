import type { Context } from '../../context.ts'
import { type EntityManager, queryRows } from '../../database/connection.ts'
import { sendTogether } from '../../database/sendTogether.ts'
import { Refused, Unavailable } from '../../domain/errors.ts'
import type { ImportList } from '../../domain/imports/importFields.ts'
import { assignableRoles } from '../../domain/permissions.ts'
import { transact, transactInTenant } from '../../log/transact.ts'
import type { JobHandler, JobRun } from '../jobs/runJob.ts'
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
import { outcomeOf, reasons, type RowOutcome } from './rowOutcomes.ts'
import { countVisits, readWords } from './importWords.ts'
import { inShortTransactions } from './shortTransactions.ts'
import { authorizeImport, fileGoneMessage } from './startImport.ts'
import { hasFile, readFile } from './storedFiles.ts'
import { countStored, readStoredRows, storeOutcomes } from './storedOutcomes.ts'

const importers: Record<ImportList, Importer<object>> = {
  properties: propertiesImporter as Importer<object>,
  leads: leadsImporter as Importer<object>,
  users: usersImporter as Importer<object>,
  parcels: parcelsImporter as Importer<object>,
}

/** How often an import is planned, because others saved what it needs meanwhile. */
const maxPlans = 10

/**
 * Imports the file of the job or, of an earlier import, the rows that were decided; or only checks it. Saves in short transactions,
 * because reps wait for what they lock. Each stores what became of its rows, and the next run of a job whose process ended leaves out
 * these rows, so that each row is saved once. The file of the job has the rows with errors and their reasons.
 */
export const runImport: JobHandler = async (run) => {
  const { ctx, job } = run
  const input = job.input as ImportInput
  const tenantId = authorizeImport(ctx, input)
  const uploadedFor = input.uploadedFor ?? job.id
  if (!(await hasFile(ctx.database, tenantId, uploadedFor))) throw new Refused(fileGoneMessage)
  const { list, mapping, sheet, encoding, onMissingUser = 'error', words = [] } = input
  const parts = () => readFile(ctx.database, tenantId, uploadedFor)
  // What this import says replaces what earlier ones said.
  const said = list === 'properties' ? [...(await readWords(ctx.database, tenantId)), ...words] : []
  const facts: RowFacts = { ...(await readRowFacts(ctx, tenantId)), onMissingUser, words: said }
  const readInput: ReadInput = { list, mapping, sheet, encoding, facts }
  const file = await readRows(ctx.services.workers, parts(), readInput, () => run.progress(run.job.done))
  const writeErrors = (reasons: ReadonlyMap<number, string>) =>
    writeBadRows(ctx.services.workers, parts(), readInput, reasons, (content) =>
      run.writeFile(
        { name: `${input.fileName.replace(/\.\w+$/, '')}-errors.csv`, type: 'text/csv; charset=utf-8' },
        content,
      ),
    )
  for (let plans = 1; ; plans += 1)
    try {
      return await importRest({ run, tenantId, input, file, writeErrors })
    } catch (error) {
      if (!(error instanceof Unavailable) || plans === maxPlans) throw error
    }
}

/** An import whose file is read. */
interface OpenImport {
  run: JobRun
  tenantId: string
  input: ImportInput
  file: ReadFile
  /** Stores the rows with errors, with the reasons of those that could be read, as the file of the job. */
  writeErrors(reasons: ReadonlyMap<number, string>): Promise<void>
}

/**
 * Plans and saves the rows that the job has not saved yet, and ends the job. Throws `Unavailable` if others changed meanwhile what was
 * planned; what is saved by then stays.
 */
async function importRest({ run, tenantId, input, file, writeErrors }: OpenImport): Promise<ImportResult> {
  const { ctx, job } = run
  const { list, mapping, isDryRun, onError, decidesRowsOf } = input
  const done = await ctx.database.within({ tenantId }, (em) => readStoredRows(em, tenantId, job.id))
  const decided = decidesRowsOf
    ? await readDecided(ctx, tenantId, decidesRowsOf, job.id)
    : new Map<number, DecidedRow>()
  const isWanted = (row: number) =>
    !done.has(row) && (!decidesRowsOf || (decided.get(row)?.decision ?? 'skip') !== 'skip')
  const wanted = onlyRows(file, isWanted)
  const total = decidesRowsOf ? decided.size : file.total
  let savedRows = done.size
  await run.progress(savedRows, total)
  const importer = importers[list]
  const errors = new RowErrors(mapping, wanted)
  const ownIds = new Set([...done.values()].flatMap((id) => id ?? []))
  const planning = { ...run, progress: () => run.progress(savedRows) }
  const plan = await importer.plan(planning, tenantId, wanted.rows, input, errors, decided, ownIds)
  // The rows of an import that were decided are few, and `errors` has them.
  if (errors.count > 0 && !decidesRowsOf) await writeErrors(errors.reasons)
  // An import that has begun to save goes on.
  const isStopped = onError === 'stop' && errors.count > 0 && done.size === 0
  const storeRows = async (em: EntityManager, outcomes: readonly RowOutcome[]) => {
    await storeOutcomes(em, tenantId, job.id, outcomes)
    if (decidesRowsOf) await applyDecisions(em, tenantId, decidesRowsOf, job.id, outcomes)
  }
  const saves = !isStopped && !isDryRun
  const [ofParts, others] = saves
    ? groupOutcomes(plan.outcomes)
    : [new Map<string | null, RowOutcome[]>(), plan.outcomes]
  if (saves) {
    const scope = importer.scope === 'platform' ? 'platform' : { tenantId }
    const savedParts = plan.parts.filter(({ propertyId }) => ofParts.has(propertyId))
    await inShortTransactions(savedParts, async (parts) => {
      const outcomes = parts.flatMap(({ propertyId }) => ofParts.get(propertyId)!)
      await transact(ctx, { scope, logTenantId: tenantId }, async (transaction) => {
        const records = await plan.save(transaction, parts, (count) => run.progress(Math.min(savedRows + count, total)))
        if (scope === 'platform') await ctx.database.setScope(transaction.em, { tenantId })
        await sendTogether([
          storeRecords(transaction.em, tenantId, job.id, records),
          storeRows(transaction.em, outcomes),
        ])
        transaction.beforeCommit((em) => run.keep(em, savedRows + outcomes.length))
      })
      savedRows += outcomes.length
      await run.progress(savedRows)
    })
  }
  const failed = [...wanted.bad, ...errors.reasons].map(([row, reason]) =>
    outcomeOf({ row, values: {} }, 'failed', reason),
  )
  const left = [...decided].flatMap(([row, { decision }]) =>
    decision === 'skip' && !done.has(row) ? outcomeOf({ row, values: {} }, 'skipped', reasons.leftOut) : [],
  )
  const rest = [...(isStopped && !isDryRun ? others.map(toStopped) : others), ...left, ...failed]
  return transactInTenant(ctx, tenantId, async ({ em, record, beforeCommit }) => {
    await storeRows(em, rest)
    const { counts, warnings } = await countStored(em, tenantId, job.id)
    const { words, fieldsOfManyWords, missingUsers } = file
    const visits = saves ? await countVisits(em, tenantId, job.id) : (plan.visits ?? 0)
    const { separator, headings } = file.head
    const result: ImportResult = {
      counts,
      errors: errors.first(),
      separator,
      headings,
      warnings,
      ignored: headings.filter((heading) => heading !== '' && !Object.values(mapping).includes(heading)),
      isStopped,
      ...{ visits, words, fieldsOfManyWords, missingUsers },
    }
    if (saves) record({ type: 'DataImported', subjectId: job.id, data: { importId: job.id, list, ...counts } })
    await run.progress(total)
    beforeCommit((last) => run.complete(last, result))
    return result
  })
}

/** The outcomes of what is saved by the property of their part, and the others. Users and parcels have no property. */
function groupOutcomes(outcomes: readonly RowOutcome[]): [Map<string | null, RowOutcome[]>, RowOutcome[]] {
  const { saved = [], others = [] } = Object.groupBy(outcomes, ({ outcome }) =>
    outcome === 'created' || outcome === 'updated' ? 'saved' : 'others',
  )
  return [Map.groupBy(saved, ({ propertyId }) => propertyId), others]
}

/** The file as if it had only these rows. */
function onlyRows(file: ReadFile, isWanted: (row: number) => boolean): ReadFile {
  const rows = file.rows.filter(({ row }) => isWanted(row))
  const bad = file.bad.filter(([row]) => isWanted(row))
  const errors = file.errors.filter(({ row }) => isWanted(row))
  return { ...file, rows, bad, errors, failed: bad.length }
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
async function readRowFacts(ctx: Context, tenantId: string): Promise<Omit<RowFacts, 'onMissingUser' | 'words'>> {
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
