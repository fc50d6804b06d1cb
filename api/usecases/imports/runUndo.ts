import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { Conflict } from '../../domain/errors.ts'
import type { LeadStatus } from '../../domain/enums.ts'
import { byId } from '../../domain/ids.ts'
import { transact, transactInTenant, type WriteTransaction } from '../../log/transact.ts'
import { deleteImportAssignees } from '../../records/importAssignees.ts'
import { withdrawImportedVisits } from '../../records/knockWrites.ts'
import { changeLeads, deleteLeads, lockLeads } from '../../records/leadWrites.ts'
import {
  changeProperties,
  deleteProperties,
  lockProperties,
  type PropertyValues,
} from '../../records/propertyWrites.ts'
import type { JobHandler } from '../jobs/runJob.ts'
import { reopenRows } from './decisions.ts'
import { lockRecords, readRecords, readUndone, storeUndone, type StoredRecord } from './importedRecords.ts'
import { emptyResult, maxErrors, type UndoInput, type UndoResult } from './importJob.ts'
import { inShortTransactions } from './shortTransactions.ts'
import { authorizeImport } from './startImport.ts'
import { UndoTally } from './undoTally.ts'
import { undoParcels } from './undoParcels.ts'
import { undoUsers } from './undoUsers.ts'

/**
 * Removes what an import created and restores what it updated, except what was worked on since. Properties and leads are undone in short
 * transactions, because reps wait for what they lock; each stores what became of its records, so that the next run of a job whose process
 * ended goes on with the others.
 */
export const runUndo: JobHandler = async (run) => {
  const { ctx, job } = run
  const { importId, list } = job.input as UndoInput
  const tenantId = authorizeImport(ctx, { list, onDuplicate: 'skip' })
  const records = await ctx.database.within({ tenantId }, (em) => readRecords(em, tenantId, importId))
  const waiting = records.filter(({ undone }) => undone === null)
  let done = records.length - waiting.length
  await run.progress(done, records.length)
  const isWhole = list === 'users' || list === 'parcels'
  const scope = isWhole ? 'platform' : { tenantId }
  const undo = async (batch: readonly StoredRecord[]) => {
    await transact(ctx, { scope, logTenantId: tenantId }, async (transaction) => {
      const { em, beforeCommit } = transaction
      await ctx.database.setScope(em, { tenantId })
      const locked = await lockRecords(em, tenantId, importId, batch)
      const tally = new UndoTally()
      if (list === 'users') await undoUsers(ctx, transaction, tenantId, locked, tally)
      else if (list === 'parcels') await undoParcels(ctx, transaction, locked, tally)
      else await undoPropertiesAndLeads(ctx, transaction, tenantId, importId, locked, tally)
      await storeUndone(em, tenantId, importId, locked, (stored) => tally.of(stored))
      beforeCommit((last) => run.keep(last, done + batch.length))
    })
    done += batch.length
    await run.progress(done)
  }
  if (isWhole) await undo(waiting)
  // Leads first: a property is removed only without leads.
  else
    for (const kind of ['lead', 'property'])
      await inShortTransactions(
        waiting.filter((stored) => stored.kind === kind),
        undo,
      )
  return transactInTenant(ctx, tenantId, async ({ em, record, beforeCommit }) => {
    const [undone] = await queryRows<{ decidesRowsOf: string | null }>(
      em,
      `update jobs set result = jsonb_set(coalesce(result, $4::jsonb), '{undoneAt}', to_jsonb($3::text))
       where tenant_id = $1 and id = $2 and kind = 'import' and status in ('done', 'failed') and result->>'undoneAt' is null
       returning input->>'decidesRowsOf' as "decidesRowsOf"`,
      [tenantId, importId, ctx.now().toISOString(), JSON.stringify(emptyResult)],
    )
    if (!undone) throw new Conflict('This import was undone.')
    const { removed, restored, kept } = await readUndone(em, tenantId, importId)
    if (undone.decidesRowsOf)
      await reopenRows(
        em,
        tenantId,
        undone.decidesRowsOf,
        importId,
        kept.map(({ row }) => row),
      )
    const result: UndoResult = { undo: { removed, restored, kept: kept.length }, errors: kept.slice(0, maxErrors) }
    record({
      type: 'ImportUndone',
      subjectId: importId,
      data: { importId, list, removed, restored, kept: kept.length },
    })
    await run.progress(records.length)
    beforeCommit((last) => run.complete(last, result))
    return result
  })
}

/** All properties are locked before any lead, as every transaction does. */
async function undoPropertiesAndLeads(
  ctx: Context,
  transaction: WriteTransaction,
  tenantId: string,
  importId: string,
  records: readonly StoredRecord[],
  tally: UndoTally,
): Promise<void> {
  const { em } = transaction
  const ofLeads = records.filter(({ kind }) => kind === 'lead')
  const ofProperties = records.filter(({ kind }) => kind === 'property')
  const propertyIds = ofProperties.map(({ id }) => id)
  await lockProperties(
    em,
    tenantId,
    [...propertyIds, ...(await propertiesOfLeads(transaction, tenantId, ofLeads))],
    'for update',
  )
  await undoLeads(ctx, transaction, tenantId, ofLeads, tally)
  await undoProperties(ctx, transaction, tenantId, importId, ofProperties, tally)
}

async function propertiesOfLeads(
  { em }: WriteTransaction,
  tenantId: string,
  records: readonly StoredRecord[],
): Promise<string[]> {
  const found = await queryRows<{ id: string }>(
    em,
    'select distinct property_id as id from leads where tenant_id = $1 and id = any($2::uuid[])',
    [tenantId, records.map(({ id }) => id)],
  )
  return found.map(({ id }) => id)
}

async function undoLeads(
  ctx: Context,
  transaction: WriteTransaction,
  tenantId: string,
  records: readonly StoredRecord[],
  tally: UndoTally,
): Promise<void> {
  const ids = records.map(({ id }) => id)
  const leads = byId(await lockLeads(transaction, tenantId, ids))
  const uses = await findUses(transaction, tenantId, ids, {
    'a letter was printed':
      'select distinct lead_id from lead_letters where tenant_id = $1 and lead_id = any($2::uuid[])',
    'it has notes': 'select distinct lead_id from lead_notes where tenant_id = $1 and lead_id = any($2::uuid[])',
  })
  const keep = (stored: StoredRecord, reason: string) =>
    tally.keep(stored, `The lead at ${leads.get(stored.id)!.address} stays as it is: ${reason}.`)
  const { created, updated } = withoutUsed(records, leads, uses, keep)
  await deleteLeads(
    transaction,
    tenantId,
    created.map(({ id }) => leads.get(id)!),
  )
  await changeLeads(
    ctx,
    transaction,
    tenantId,
    updated.map(({ id, previous }) => {
      const { status, completedAt, stageId } = previous as {
        status: LeadStatus
        completedAt: string | null
        stageId: string | null
      }
      const at = completedAt ? new Date(completedAt) : ctx.now()
      return { before: leads.get(id)!, change: { status, stageId }, at }
    }),
  )
  tally.remove(created)
  tally.restore(updated)
}

/** The visits of the import are withdrawn also where the property stays. */
async function undoProperties(
  ctx: Context,
  transaction: WriteTransaction,
  tenantId: string,
  importId: string,
  records: readonly StoredRecord[],
  tally: UndoTally,
): Promise<void> {
  const ids = records.map(({ id }) => id)
  const found = byId(await lockProperties(transaction.em, tenantId, ids, 'for update'))
  const leads = 'select distinct property_id from leads where tenant_id = $1 and property_id = any($2::uuid[])'
  const knocks = `select distinct property_id from knocks
    where tenant_id = $1 and property_id = any($2::uuid[]) and import_id is distinct from $3::uuid`
  const uses = new Map([
    ...(await findUses(transaction, tenantId, ids, { 'it was knocked at': knocks }, importId)),
    ...(await findUses(transaction, tenantId, ids, { 'it has leads': leads })),
  ])
  const keep = (stored: StoredRecord, reason: string) =>
    tally.keep(stored, `${found.get(stored.id)!.address} stays as it is: ${reason}.`)
  const { created, updated } = withoutUsed(records, found, uses, keep)
  await withdrawImportedVisits(ctx, transaction, tenantId, importId, [...found.values()])
  await deleteImportAssignees(transaction.em, tenantId, importId, ids)
  // A visit that is withdrawn may change the status.
  const properties = byId(await lockProperties(transaction.em, tenantId, ids, 'for update'))
  await deleteProperties(
    transaction,
    tenantId,
    created.map(({ id }) => properties.get(id)!),
  )
  await changeProperties(
    ctx,
    transaction,
    tenantId,
    updated
      .filter(({ previous }) => Object.keys(previous!).length > 0)
      .map(({ id, previous }) => ({ before: properties.get(id)!, change: previous as PropertyValues })),
  )
  tally.remove(created)
  tally.restore(updated)
}

/** Why each of `ids` that one of the queries finds cannot be deleted: the key of the first that finds it. */
async function findUses(
  { em }: WriteTransaction,
  tenantId: string,
  ids: readonly string[],
  queries: Record<string, string>,
  ...more: string[]
): Promise<Map<string, string>> {
  const uses = new Map<string, string>()
  for (const [reason, sql] of Object.entries(queries).toReversed())
    for (const row of await queryRows<Record<string, string>>(em, sql, [tenantId, ids, ...more]))
      uses.set(Object.values(row)[0]!, reason)
  return uses
}

/** The records that still exist as the import left them, and are not in use if it created them. Calls `keep` for the others. */
function withoutUsed(
  records: readonly StoredRecord[],
  found: ReadonlyMap<string, { version: number }>,
  uses: ReadonlyMap<string, string>,
  keep: (stored: StoredRecord, reason: string) => void,
): { created: StoredRecord[]; updated: StoredRecord[] } {
  const unused = records.filter((stored) => {
    const record = found.get(stored.id)
    if (!record) return false
    const use = stored.previous === null ? uses.get(stored.id) : undefined
    const reason = record.version === stored.version ? use : 'it was changed since'
    if (reason) keep(stored, reason)
    return !reason
  })
  return {
    created: unused.filter(({ previous }) => previous === null),
    updated: unused.filter(({ previous }) => previous !== null),
  }
}
