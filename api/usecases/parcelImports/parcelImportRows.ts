import { selectList, type Columns } from '../../database/columns.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import type { ParcelImportStatus } from '../../domain/enums.ts'
import { Conflict, NotFound } from '../../domain/errors.ts'
import { parcelUndoMs } from '../../domain/parcelImports/parcelFiles.ts'

/** A company's file of parcels, from its upload on. */
export interface ParcelImport {
  id: string
  /** The data set that it becomes. Publishing replaces the company's earlier one of this name. */
  name: string
  fileName: string
  totalBytes: number
  receivedBytes: number
  status: ParcelImportStatus
  /** The job that checks or has checked it. */
  jobId: string | null
  /** The key of its parcels; null until the check has begun. */
  dataset: string | null
  parcels: number
  /** Records without a place. */
  skipped: number
  /** Records that cannot be imported. */
  failed: number
  /** Why, for the first of them. */
  reasons: string[]
  /** Why the file cannot be imported, in a sentence. */
  error: string | null
  replacedId: string | null
  createdBy: string
  createdAt: Date
  publishedAt: Date | null
}

/** With the tenant as $1, because each table is limited to it. */
const hasFailedJob = `(i.status = 'checking' and exists (select from jobs j where j.tenant_id = $1 and j.id = i.job_id and j.status = 'failed'))`

const columns: Columns<ParcelImport> = {
  id: 'i.id',
  name: 'i.name',
  fileName: 'i.file_name',
  totalBytes: 'i.total_bytes::float8',
  receivedBytes: 'i.received_bytes::float8',
  // A check that failed for another reason than its file, such as a full disk, is known by its job alone.
  status: `case when ${hasFailedJob} then 'failed' else i.status end`,
  jobId: 'i.job_id',
  dataset: 'i.dataset',
  parcels: 'i.parcels',
  skipped: 'i.skipped',
  failed: 'i.failed',
  reasons: 'i.reasons',
  error: `case when ${hasFailedJob} then (select j.error from jobs j where j.tenant_id = $1 and j.id = i.job_id) else i.error end`,
  replacedId: 'i.replaced_id',
  createdBy: 'i.created_by',
  createdAt: 'i.created_at',
  publishedAt: 'i.published_at',
}

/** The columns of an import `i`, in a statement with the tenant as $1. */
export const selectedParcelImport = selectList(columns, Object.keys(columns) as (keyof ParcelImport)[])

/** Until when an import can be undone; null unless it is live. */
export const undoableUntil = ({ status, publishedAt }: ParcelImport): Date | null =>
  status === 'live' && publishedAt ? new Date(publishedAt.getTime() + parcelUndoMs) : null

/** The import with this id, which nothing else changes until the transaction ends. Throws `NotFound`. */
export async function lockParcelImport(em: EntityManager, tenantId: string, id: string): Promise<ParcelImport> {
  const [found] = await queryRows<ParcelImport>(
    em,
    `select ${selectedParcelImport} from parcel_imports i where i.tenant_id = $1 and i.id = $2 for update`,
    [tenantId, id],
  )
  if (!found) throw new NotFound('Import not found')
  return found
}

const sayings: Record<ParcelImportStatus, string> = {
  uploading: 'is being uploaded',
  checking: 'is being checked',
  checked: 'is checked',
  failed: 'has failed',
  live: 'is in use',
  replaced: 'was replaced',
  undone: 'was undone',
}

/** Throws `Conflict` unless the import has one of these states. */
export function requireStatus({ status }: ParcelImport, ...wanted: ParcelImportStatus[]): void {
  if (!wanted.includes(status)) throw new Conflict(`This import ${sayings[status]}, so this cannot be done now.`)
}

/** Changes columns of an import and notes when. */
export async function changeParcelImport(
  em: EntityManager,
  tenantId: string,
  id: string,
  now: Date,
  changes: Record<string, unknown>,
): Promise<ParcelImport> {
  const names = Object.keys(changes)
  const [changed] = await queryRows<ParcelImport>(
    em,
    `update parcel_imports i set changed_at = $3${names.map((name, at) => `, ${name} = $${at + 4}`).join('')}
     where i.tenant_id = $1 and i.id = $2 returning ${selectedParcelImport}`,
    [tenantId, id, now, ...names.map((name) => changes[name])],
  )
  return changed!
}
