import { selectList, type Columns } from '../../database/columns.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { onlyRow } from '../../database/onlyRow.ts'
import type { ExportedList, JobKind, JobStatus, Role } from '../../domain/enums.ts'

/** What the request that created a job acted as. The job acts as the same. */
export interface Requester {
  sessionId: string
  requestId: string
  viewedRole: Role | null
  /** The tenant that a global admin chose. */
  tenantId: string | null
}

/** A job that saved decisions about the rows of an import, or undid it. */
export interface FollowUp {
  id: string
  kind: JobKind
  status: JobStatus
}

/** A job as stored. */
export interface Job {
  tenantId: string
  id: string
  kind: JobKind
  status: JobStatus
  /** The list that is exported or imported; null for a job of everything, and for an import of parcels. */
  list: ExportedList | null
  input: unknown
  createdBy: string
  requester: Requester
  done: number
  /** Null until it is known. */
  total: number | null
  result: unknown
  /** Why the job failed, in a sentence; null unless it did. */
  error: string | null
  attempts: number
  fileName: string | null
  fileType: string | null
  /** In bytes. */
  fileSize: number | null
  fileExpiresAt: Date | null
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
  /** Oldest first. Null in a list of jobs. */
  followUps: FollowUp[] | null
}

const jobColumns: Columns<Job> = {
  tenantId: 'j.tenant_id',
  id: 'j.id',
  kind: 'j.kind',
  status: 'j.status',
  list: `nullif(coalesce(j.input->'selection'->>'list', j.input->>'list'), 'parcels')`,
  input: 'j.input',
  createdBy: 'j.created_by',
  requester: 'j.requester',
  done: 'j.done_count',
  total: 'j.total_count',
  result: 'j.result',
  error: 'j.error',
  attempts: 'j.attempts',
  fileName: 'j.file_name',
  fileType: 'j.file_type',
  fileSize: 'j.file_size::float8',
  fileExpiresAt: 'j.file_expires_at',
  createdAt: 'j.created_at',
  startedAt: 'j.started_at',
  finishedAt: 'j.finished_at',
  followUps: 'null',
}

/** The columns of a job `j`. */
export const selectedJob = selectList(jobColumns, Object.keys(jobColumns) as (keyof Job)[])

/** The result without most of its errors, headings and words, which can be megabytes in a list of jobs. */
const shortResult = `case when j.result->'errors' is not null then (j.result - array['headings', 'words', 'missingUsers']) || jsonb_build_object(
    'errors', jsonb_path_query_array(j.result, '$.errors[0 to 9]'),
    'ignored', jsonb_path_query_array(j.result, '$.ignored[0 to 9]'))
  else j.result end`

/** The columns of a job `j` in a list, with at most ten errors. */
export const listedJob = selectList({ ...jobColumns, result: shortResult }, Object.keys(jobColumns) as (keyof Job)[])

const followUps = `(select coalesce(json_agg(json_build_object('id', f.id, 'kind', f.kind, 'status', f.status)
    order by f.created_at, f.id), '[]')
  from jobs f where f.tenant_id = j.tenant_id and f.tenant_id = :tenant and coalesce(f.input->>'importId', f.input->>'decidesRowsOf') = j.id::text)`

const foundJob = selectList({ ...jobColumns, followUps }, Object.keys(jobColumns) as (keyof Job)[])

/** The job with this id in the scope, or null. Throws `Refused` as `onlyRow` does. */
export async function findJob(em: EntityManager, id: string): Promise<Job | null> {
  const found = await queryRows<Job>(em, `select ${foundJob} from jobs j where j.tenant_id = :tenant and j.id = $1`, [
    id,
  ])
  return onlyRow(found)
}
