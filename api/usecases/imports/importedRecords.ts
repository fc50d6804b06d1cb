import { queryRows, type EntityManager } from '../../database/connection.ts'
import { inBatches } from '../../domain/batches.ts'

export type RecordKind = 'property' | 'lead' | 'user' | 'parcel'

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
}

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
    `select kind, record_id as id, row, version, previous from import_rows where tenant_id = $1 and job_id = $2 order by row`,
    [tenantId, jobId],
  )
}
