import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { Conflict } from '../../domain/errors.ts'
import type { LeadStatus } from '../../domain/enums.ts'
import { byId } from '../../domain/ids.ts'
import { transact, type WriteTransaction } from '../../log/transact.ts'
import { changeLeads, deleteLeads, lockLeads } from '../../records/leadWrites.ts'
import {
  changeProperties,
  deleteProperties,
  lockProperties,
  type PropertyValues,
} from '../../records/propertyWrites.ts'
import type { JobHandler } from '../jobs/runJob.ts'
import { reopenRows } from './decisions.ts'
import { readRecords, type StoredRecord } from './importedRecords.ts'
import { maxErrors, type UndoInput, type UndoResult } from './importJob.ts'
import { authorizeImport } from './startImport.ts'
import { UndoTally } from './undoTally.ts'
import { undoParcels } from './undoParcels.ts'
import { undoUsers } from './undoUsers.ts'

/**
 * Removes what an import created and restores what it updated, except what was worked on since, in the transaction that ends the
 * job.
 */
export const runUndo: JobHandler = async (run) => {
  const { ctx, job } = run
  const { importId, list } = job.input as UndoInput
  const tenantId = authorizeImport(ctx, { list, onDuplicate: 'skip' })
  let result: UndoResult | null = null
  const scope = list === 'users' || list === 'parcels' ? 'platform' : { tenantId }
  await transact(ctx, { scope, logTenantId: tenantId }, async (transaction) => {
    const { em, record, beforeCommit } = transaction
    await ctx.database.setScope(em, { tenantId })
    const [undone] = await queryRows<{ decidesRowsOf: string | null }>(
      em,
      `update jobs set result = jsonb_set(result, '{undoneAt}', to_jsonb($3::text))
       where tenant_id = $1 and id = $2 and kind = 'import' and status = 'done' and result->>'undoneAt' is null
       returning input->>'decidesRowsOf' as "decidesRowsOf"`,
      [tenantId, importId, ctx.now().toISOString()],
    )
    if (!undone) throw new Conflict('This import was undone.')
    const records = await readRecords(em, tenantId, importId)
    await run.progress(0, records.length)
    const tally = new UndoTally()
    if (list === 'users') await undoUsers(ctx, transaction, tenantId, records, tally)
    else if (list === 'parcels') await undoParcels(ctx, transaction, records, tally)
    else await undoPropertiesAndLeads(ctx, transaction, tenantId, records, tally)
    const { removed, restored, kept } = tally
    if (undone.decidesRowsOf)
      await reopenRows(
        em,
        tenantId,
        undone.decidesRowsOf,
        importId,
        kept.map(({ row }) => row),
      )
    result = { undo: { removed, restored, kept: kept.length }, errors: kept.slice(0, maxErrors) }
    record({
      type: 'ImportUndone',
      subjectId: importId,
      data: { importId, list, removed, restored, kept: kept.length },
    })
    await run.progress(records.length)
    beforeCommit((last) => run.complete(last, result))
  })
  return result
}

/** Leads first: a property is removed only without leads. All properties are locked before any lead, as every transaction does. */
async function undoPropertiesAndLeads(
  ctx: Context,
  transaction: WriteTransaction,
  tenantId: string,
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
  await undoProperties(ctx, transaction, tenantId, ofProperties, tally)
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
  const printed = await idSet(
    transaction,
    'select lead_id as id from lead_letters where tenant_id = $1 and lead_id = any($2::uuid[])',
    tenantId,
    ids,
  )
  const noted = await idSet(
    transaction,
    'select distinct lead_id as id from lead_notes where tenant_id = $1 and lead_id = any($2::uuid[])',
    tenantId,
    ids,
  )
  const unchanged = records.filter((stored) => {
    const lead = leads.get(stored.id)
    if (!lead) return false
    const isNew = stored.previous === null
    const reason =
      lead.version !== stored.version
        ? 'it was changed since'
        : isNew && printed.has(stored.id)
          ? 'a letter was printed'
          : isNew && noted.has(stored.id)
            ? 'it has notes'
            : null
    if (reason === null) return true
    tally.keep(stored, `The lead at ${lead.address} stays as it is: ${reason}.`)
    return false
  })
  const created = unchanged.filter(({ previous }) => previous === null)
  const updated = unchanged.filter(({ previous }) => previous !== null)
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
  tally.removed += created.length
  tally.restored += updated.length
}

async function undoProperties(
  ctx: Context,
  transaction: WriteTransaction,
  tenantId: string,
  records: readonly StoredRecord[],
  tally: UndoTally,
): Promise<void> {
  const { em } = transaction
  const ids = records.map(({ id }) => id)
  const properties = byId(await lockProperties(em, tenantId, ids, 'for update'))
  const withLeads = await idSet(
    transaction,
    'select distinct property_id as id from leads where tenant_id = $1 and property_id = any($2::uuid[])',
    tenantId,
    ids,
  )
  const withKnocks = await idSet(
    transaction,
    'select distinct property_id as id from knocks where tenant_id = $1 and property_id = any($2::uuid[])',
    tenantId,
    ids,
  )
  const unchanged = records.filter((stored) => {
    const property = properties.get(stored.id)
    if (!property) return false
    const isNew = stored.previous === null
    const reason =
      property.version !== stored.version
        ? 'it was changed since'
        : isNew && withLeads.has(stored.id)
          ? 'it has leads'
          : isNew && withKnocks.has(stored.id)
            ? 'it was knocked at'
            : null
    if (reason !== null) tally.keep(stored, `${property.address} stays as it is: ${reason}.`)
    return reason === null
  })
  const created = unchanged.filter(({ previous }) => previous === null)
  await deleteProperties(
    transaction,
    tenantId,
    created.map(({ id }) => properties.get(id)!),
  )
  const updated = unchanged.filter(({ previous }) => previous !== null)
  await changeProperties(
    ctx,
    transaction,
    tenantId,
    updated.map(({ id, previous }) => ({ before: properties.get(id)!, change: previous as PropertyValues })),
  )
  tally.removed += created.length
  tally.restored += updated.length
}

/** The ids that a query of `id` finds among `ids`. */
async function idSet(
  { em }: WriteTransaction,
  sql: string,
  tenantId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  return new Set((await queryRows<{ id: string }>(em, sql, [tenantId, ids])).map(({ id }) => id))
}
