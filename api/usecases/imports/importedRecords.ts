import { queryRows, type EntityManager } from '../../database/connection.ts'
import { inBatches } from '../../domain/batches.ts'
import type { RowError } from '../../domain/imports/importFields.ts'

export type RecordKind = 'property' | 'lead' | 'user' | 'parcel'

/** What an undo did with a record. 'gone': it was deleted before. */
export interface UndoneRecord {
  undone: 'removed' | 'restored' | 'kept' | 'gone'
  /** Why it is kept, in a sentence; null unless it is. */
  reason: string | null
}

/** A record that an import created or changed. */
export interface ImportedRecord {
  kind: RecordKind
  id: string
  /** The row of the file. */
  row: number
  /** What the import changed, as it was before; null for a record that it created. */
  previous: Record<string, unknown> | null
}

/** An imported record with the version that the import left; null for a user or parcel, which have no versions. */
export interface StoredRecord extends ImportedRecord {
  version: number | null
  /** What an undo did with it; null before. */
  undone: UndoneRecord['undone'] | null
}

const storedRecord = 'kind, record_id as id, row, version, previous, undone'

const versionTables = { property: 'properties', lead: 'leads', user: null, parcel: null } as const

/** The length of what is stored of a record. */
export const lengthOf = ({ previous }: ImportedRecord): number => (previous ? JSON.stringify(previous).length : 0)

/** Stores what can be undone. Must be called after the last change of the records, whose versions it reads. */
export async function storeRecords(
  em: EntityManager,
  tenantId: string,
  jobId: string,
  records: readonly ImportedRecord[],
): Promise<void> {
  for (const kind of ['property', 'lead', 'user', 'parcel'] as const) {
    const table = versionTables[kind]
    const [version, join] = table
      ? ['v.version', `join ${table} v on v.tenant_id = $1 and v.id = r.id`]
      : ['null::integer', '']
    await inBatches(
      records.filter((record) => record.kind === kind),
      async (batch) => {
        await queryRows(
          em,
          `insert into import_rows (tenant_id, job_id, kind, record_id, row, version, previous)
           select $1, $2, $3, r.id, r.row, ${version}, r.previous
           from jsonb_to_recordset($4::jsonb) as r (id uuid, row integer, previous jsonb) ${join}`,
          [tenantId, jobId, kind, JSON.stringify(batch.map(({ id, row, previous }) => ({ id, row, previous })))],
        )
      },
      undefined,
      lengthOf,
    )
  }
}

/** What an import created and changed, in the order of the file. */
export function readRecords(em: EntityManager, tenantId: string, jobId: string): Promise<StoredRecord[]> {
  return queryRows<StoredRecord>(
    em,
    `select ${storedRecord} from import_rows where tenant_id = $1 and job_id = $2 order by row`,
    [tenantId, jobId],
  )
}

/** Locks those of the records that no undo has done, until the transaction ends. */
export function lockRecords(
  em: EntityManager,
  tenantId: string,
  jobId: string,
  records: readonly StoredRecord[],
): Promise<StoredRecord[]> {
  return queryRows<StoredRecord>(
    em,
    `select ${storedRecord} from import_rows
     where tenant_id = $1 and job_id = $2 and record_id = any($3::uuid[]) and kind = any($4::text[]) and undone is null
     order by row, kind, record_id for update`,
    [tenantId, jobId, records.map(({ id }) => id), [...new Set(records.map(({ kind }) => kind))]],
  )
}

/** Stores what an undo did with locked records. */
export async function storeUndone(
  em: EntityManager,
  tenantId: string,
  jobId: string,
  records: readonly StoredRecord[],
  undoneOf: (record: StoredRecord) => UndoneRecord,
): Promise<void> {
  await inBatches(records, async (batch) => {
    await queryRows(
      em,
      `update import_rows i set undone = r.undone, kept_reason = r.reason
       from jsonb_to_recordset($3::jsonb) as r (id uuid, kind text, undone text, reason text)
       where i.tenant_id = $1 and i.job_id = $2 and i.record_id = r.id and i.kind = r.kind`,
      [
        tenantId,
        jobId,
        JSON.stringify(batch.map((stored) => ({ id: stored.id, kind: stored.kind, ...undoneOf(stored) }))),
      ],
    )
  })
}

/** What the undo of an import did, and the rows whose records it kept, in the order of the file. */
export async function readUndone(
  em: EntityManager,
  tenantId: string,
  jobId: string,
): Promise<{ removed: number; restored: number; kept: RowError[] }> {
  const [counts] = await queryRows<{ removed: number; restored: number }>(
    em,
    `select count(*) filter (where undone = 'removed')::int as removed, count(*) filter (where undone = 'restored')::int as restored
     from import_rows where tenant_id = $1 and job_id = $2`,
    [tenantId, jobId],
  )
  const kept = await queryRows<RowError>(
    em,
    `select row, null as "column", kept_reason as message from import_rows
     where tenant_id = $1 and job_id = $2 and undone = 'kept' order by row, kind`,
    [tenantId, jobId],
  )
  return { ...counts!, kept }
}
