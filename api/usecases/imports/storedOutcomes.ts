import { queryRows, type EntityManager } from '../../database/connection.ts'
import { createParameters } from '../../database/parameters.ts'
import {
  importOutcomes,
  type ImportCounts,
  type ImportOutcome,
  type RowDecision,
} from '../../domain/imports/importFields.ts'
import { inBatches } from '../../domain/batches.ts'
import type { RowOutcome } from './rowOutcomes.ts'

/** The outcome of a row as it is stored. */
export interface StoredOutcome extends RowOutcome {
  /** What was decided about an unsure row; null if nothing was, or the job that should do it failed. */
  decision: RowDecision | null
}

/** Stores what became of each row of an import. */
export async function storeOutcomes(
  em: EntityManager,
  tenantId: string,
  jobId: string,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  await inBatches(
    outcomes,
    async (batch) => {
      await queryRows(
        em,
        `insert into import_outcomes (tenant_id, job_id, row, outcome, reason, property_id, address, owner_name, unsure, warning)
         select $1, $2, r.row, r.outcome, r.reason, r."propertyId", r.address, r."ownerName", r.unsure, r.warning
         from jsonb_to_recordset($3::jsonb) as r (row integer, outcome text, reason text, "propertyId" uuid, address text,
           "ownerName" text, unsure jsonb, warning text)`,
        [tenantId, jobId, JSON.stringify(batch)],
      )
    },
    undefined,
    ({ reason, address, ownerName, warning }) =>
      reason.length + [address, ownerName, warning].reduce((sum, text) => sum + (text?.length ?? 0), 0),
  )
}

/** The rows whose outcomes the import has stored, with the property of each. */
export async function readStoredRows(
  em: EntityManager,
  tenantId: string,
  jobId: string,
): Promise<Map<number, string | null>> {
  const rows = await queryRows<{ row: number; propertyId: string | null }>(
    em,
    'select row, property_id as "propertyId" from import_outcomes where tenant_id = $1 and job_id = $2',
    [tenantId, jobId],
  )
  return new Map(rows.map(({ row, propertyId }) => [row, propertyId]))
}

/** How many rows of an import became what, and how many have a warning. */
export async function countStored(
  em: EntityManager,
  tenantId: string,
  jobId: string,
): Promise<{ counts: ImportCounts; warnings: number }> {
  const rows = await queryRows<{ outcome: ImportOutcome; count: number; warnings: number }>(
    em,
    `select outcome, count(*)::int as count, count(warning)::int as warnings from import_outcomes
     where tenant_id = $1 and job_id = $2 group by outcome`,
    [tenantId, jobId],
  )
  const counts = Object.fromEntries(importOutcomes.map((outcome) => [outcome, 0])) as ImportCounts
  for (const { outcome, count } of rows) counts[outcome] = count
  return { counts, warnings: rows.reduce((sum, row) => sum + row.warnings, 0) }
}

/** Rows of an import in the order of the file: those with `outcome`, and behind the row `after`, if they are given. */
export function readOutcomes(
  em: EntityManager,
  tenantId: string,
  jobId: string,
  { outcome, after = 0, offset = 0, limit }: OutcomeQuery,
): Promise<StoredOutcome[]> {
  const { values, bind } = createParameters(tenantId, jobId)
  return queryRows<StoredOutcome>(
    em,
    `select o.row, o.outcome, o.reason, o.property_id as "propertyId", o.address, o.owner_name as "ownerName", o.unsure, o.warning,
       case when j.status is distinct from 'failed' then o.decision end as decision
     from import_outcomes o left join jobs j on j.tenant_id = $1 and j.id = o.decided_by
     where o.tenant_id = $1 and o.job_id = $2 and o.row > ${bind(after)} ${outcome ? `and o.outcome = ${bind(outcome)}` : ''}
     order by o.row limit ${bind(limit)} offset ${bind(offset)}`,
    values,
  )
}

export interface OutcomeQuery {
  outcome?: ImportOutcome | null | undefined
  after?: number | undefined
  offset?: number | undefined
  limit: number
}

/** The number of rows of an import, of those with `outcome` if it is given. */
export async function countRows(
  em: EntityManager,
  tenantId: string,
  jobId: string,
  outcome: ImportOutcome | null | undefined,
): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    em,
    `select count(*)::int as count from import_outcomes
     where tenant_id = $1 and job_id = $2 and outcome = coalesce($3::text, outcome)`,
    [tenantId, jobId, outcome ?? null],
  )
  return row!.count
}
