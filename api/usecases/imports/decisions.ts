import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { Conflict, NotFound, Refused } from '../../domain/errors.ts'
import { maxDecisions, type RowDecision } from '../../domain/imports/importFields.ts'
import { countAttempt } from '../../log/quotas.ts'
import { createJob } from '../jobs/jobs.ts'
import type { Job } from '../jobs/jobRows.ts'
import { inBatches } from '../../domain/batches.ts'
import { findProperties } from './propertyRows.ts'
import type { DecidedRow } from './importer.ts'
import type { ImportInput, ImportResult } from './importJob.ts'
import type { RowCandidate, RowOutcome } from './rowOutcomes.ts'
import { authorizeImport, fileGoneMessage, readImport } from './startImport.ts'
import { hasFile } from './storedFiles.ts'

export const rowsGoneMessage = 'The rows of this import are no longer kept.'

/** A decision about an unsure row. */
export interface RowDecisionInput {
  row: number
  decision: RowDecision
  /** Which property the row means, where several may be meant. */
  propertyId?: string | null
}

/**
 * Starts the job that imports unsure rows of an import of the caller as they are decided here. Throws `Conflict` if a row is not unsure
 * or was decided before, and for an import that saves nothing; `Refused` for a property that the row cannot mean; `NotFound` when the
 * file is no longer kept. Then no row is decided.
 */
export async function decideImportRows(ctx: Context, id: string, decisions: readonly RowDecisionInput[]): Promise<Job> {
  const job = await readImport(ctx, id)
  const { uploadedFor, ...before } = job.input as ImportInput
  const input: ImportInput = {
    ...before,
    uploadedFor: uploadedFor ?? job.id,
    onError: 'skip',
    decidesRowsOf: job.id,
  }
  const tenantId = authorizeImport(ctx, input)
  assertDistinct(decisions)
  if (job.status !== 'done') throw new Conflict('This import has not ended.')
  if (before.isDryRun) throw new Conflict('This was only a check. Import the file, then decide its rows.')
  if ((job.result as ImportResult).undoneAt) throw new Conflict('This import was undone.')
  await countAttempt(ctx, tenantId, 'imports')
  if (!(await hasFile(ctx.database, tenantId, input.uploadedFor!))) throw new NotFound(fileGoneMessage)
  const candidates = await readCandidates(ctx, tenantId, job.id, decisions)
  return createJob(ctx, 'import', input, (em, { id: deciderId }) =>
    claimRows(em, tenantId, job.id, deciderId, decisions, candidates),
  )
}

function assertDistinct(decisions: readonly RowDecisionInput[]): void {
  if (decisions.length === 0) throw new Refused('Decide a row.', { decisions: 'Decide a row.' })
  if (decisions.length > maxDecisions) {
    const message = `Decide at most ${maxDecisions.toLocaleString('en-US')} rows at a time.`
    throw new Refused(message, { decisions: message })
  }
  const seen = new Set<number>()
  for (const [at, { row }] of decisions.entries()) {
    if (seen.has(row)) throw refusedRow(at, 'row', `Row ${row} is decided twice.`)
    seen.add(row)
  }
}

const refusedRow = (at: number, field: 'row' | 'property_id', message: string) =>
  new Refused(message, { [`decisions.${at}.${field}`]: message })

/** The properties that each row may mean and that still exist. */
async function readCandidates(
  ctx: Context,
  tenantId: string,
  importId: string,
  decisions: readonly RowDecisionInput[],
): Promise<Map<number, string[]>> {
  const rows = await ctx.database.query<{ row: number; candidates: RowCandidate[] }>(
    { tenantId },
    `select row, unsure->'candidates' as candidates from import_outcomes
     where tenant_id = $1 and job_id = $2 and row = any($3::int[]) and unsure is not null`,
    [tenantId, importId, decisions.flatMap(({ row, decision }) => (decision === 'same' ? row : []))],
  )
  const ids = rows.flatMap(({ candidates }) => candidates.map(({ propertyId }) => propertyId))
  const known = await findProperties(ctx.database, tenantId, [...new Set(ids)])
  return new Map(
    rows.map(({ row, candidates }) => [
      row,
      candidates.map(({ propertyId }) => propertyId).filter((candidate) => known.has(candidate)),
    ]),
  )
}

/** Gives the rows to the job, so that each is decided once. A row whose job failed can be decided again. */
async function claimRows(
  em: EntityManager,
  tenantId: string,
  importId: string,
  deciderId: string,
  decisions: readonly RowDecisionInput[],
  candidates: ReadonlyMap<number, string[]>,
): Promise<void> {
  const found = await queryRows<{ row: number; outcome: string; isDecided: boolean }>(
    em,
    `select o.row, o.outcome, o.decided_by is not null and (o.outcome <> 'unsure' or not exists (
       select from jobs j where j.tenant_id = $1 and j.id = o.decided_by and j.status = 'failed')) as "isDecided"
     from import_outcomes o where o.tenant_id = $1 and o.job_id = $2 and o.row = any($3::int[]) order by o.row for update of o`,
    [tenantId, importId, decisions.map(({ row }) => row)],
  )
  if (found.length === 0 && !(await hasRows(em, tenantId, importId))) throw new NotFound(rowsGoneMessage)
  const rows = new Map(found.map((row) => [row.row, row]))
  const claims = decisions.map(({ row, decision, propertyId }, at) => {
    const stored = rows.get(row)
    if (!stored) throw refusedRow(at, 'row', `The file has no row ${row}.`)
    if (stored.isDecided) throw new Conflict(`Row ${row} was decided already.`)
    if (stored.outcome !== 'unsure') throw new Conflict(`Row ${row} is not unsure, so there is nothing to decide.`)
    if (decision !== 'same') return { row, decision, propertyId: null }
    const fits = candidates.get(row) ?? []
    const chosen = propertyId ?? (fits.length === 1 ? fits[0]! : null)
    if (fits.length === 0) throw refusedRow(at, 'property_id', `The properties that row ${row} may mean were deleted.`)
    if (!chosen) throw refusedRow(at, 'property_id', `Several properties fit row ${row}. Name the one that it means.`)
    if (!fits.includes(chosen.toLowerCase()))
      throw refusedRow(at, 'property_id', `This is none of the properties that row ${row} may mean.`)
    return { row, decision, propertyId: chosen }
  })
  await inBatches(claims, async (batch) => {
    await queryRows(
      em,
      `update import_outcomes o set decision = r.decision, decided_property_id = r."propertyId", decided_by = $3
       from jsonb_to_recordset($4::jsonb) as r (row integer, decision text, "propertyId" uuid)
       where o.tenant_id = $1 and o.job_id = $2 and o.row = r.row`,
      [tenantId, importId, deciderId, JSON.stringify(batch)],
    )
  })
}

async function hasRows(em: EntityManager, tenantId: string, importId: string): Promise<boolean> {
  const found = await queryRows(em, 'select row from import_outcomes where tenant_id = $1 and job_id = $2 limit 1', [
    tenantId,
    importId,
  ])
  return found.length > 0
}

/** What the job was given to decide, by row. Throws `Refused` if it has nothing left to do. */
export async function readDecided(
  ctx: Context,
  tenantId: string,
  importId: string,
  deciderId: string,
): Promise<Map<number, DecidedRow>> {
  const rows = await ctx.database.query<DecidedRow & { row: number }>(
    { tenantId },
    `select row, decision, decided_property_id as "propertyId" from import_outcomes
     where tenant_id = $1 and job_id = $2 and decided_by = $3 order by row`,
    [tenantId, importId, deciderId],
  )
  if (rows.length === 0) throw new Refused('These rows were decided otherwise, or are no longer kept.')
  return new Map(rows.map(({ row, ...decided }) => [row, decided]))
}

/**
 * Stores in the import what the decided rows became, in the transaction that saves them. Rows that cannot be saved as they were decided
 * are unsure again. Throws `Refused` if a row was given to another job meanwhile.
 */
export async function applyDecisions(
  em: EntityManager,
  tenantId: string,
  importId: string,
  deciderId: string,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  const held = await queryRows<{ row: number }>(
    em,
    `select row from import_outcomes where tenant_id = $1 and job_id = $2 and decided_by = $3 and outcome = 'unsure'
       and row = any($4::int[]) order by row for update`,
    [tenantId, importId, deciderId, outcomes.map(({ row }) => row)],
  )
  if (held.length !== outcomes.length) throw new Refused('Some of these rows were decided otherwise meanwhile.')
  await inBatches(outcomes, async (batch) => {
    await queryRows(
      em,
      `update import_outcomes o set outcome = r.outcome, reason = r.reason, property_id = r."propertyId", warning = r.warning
       from jsonb_to_recordset($3::jsonb) as r (row integer, outcome text, reason text, "propertyId" uuid, warning text)
       where o.tenant_id = $1 and o.job_id = $2 and o.row = r.row and r.outcome <> 'failed'`,
      [tenantId, importId, JSON.stringify(batch.map(({ unsure: _, ...outcome }) => outcome))],
    )
  })
  const failed = outcomes.flatMap(({ row, outcome }) => (outcome === 'failed' ? row : []))
  await makeUnsure(em, tenantId, importId, deciderId, `and row = any($4::int[])`, failed)
  await countDecided(em, tenantId, importId)
}

/** The rows that an undone job decided are unsure again, except those whose records stay. */
export async function reopenRows(
  em: EntityManager,
  tenantId: string,
  importId: string,
  deciderId: string,
  keptRows: readonly number[],
): Promise<void> {
  const reopened = await makeUnsure(em, tenantId, importId, deciderId, 'and row <> all($4::int[])', keptRows)
  // Without any, the rows are no longer kept, and nothing is left to count.
  if (reopened > 0) await countDecided(em, tenantId, importId)
}

async function makeUnsure(
  em: EntityManager,
  tenantId: string,
  importId: string,
  deciderId: string,
  which: string,
  rows: readonly number[],
): Promise<number> {
  const changed = await queryRows(
    em,
    `update import_outcomes set outcome = 'unsure', reason = unsure->>'reason', property_id = null, decision = null,
       decided_property_id = null, decided_by = null
     where tenant_id = $1 and job_id = $2 and decided_by = $3 ${which} returning row`,
    [tenantId, importId, deciderId, rows],
  )
  return changed.length
}

/** Corrects the counts of an import by what its decided rows became. */
async function countDecided(em: EntityManager, tenantId: string, importId: string): Promise<void> {
  await queryRows(
    em,
    `update jobs set result = jsonb_set(result, '{decided}', (
       select coalesce(jsonb_object_agg(outcome, rows), '{}') from (
         select outcome, count(*) as rows from import_outcomes
         where tenant_id = $1 and job_id = $2 and decision is not null and outcome <> 'unsure' group by outcome) as counted))
     where tenant_id = $1 and id = $2`,
    [tenantId, importId],
  )
}
