import { useCallback } from 'react'
import { type ExportedList, JobChangedDocument, JobDocument, type JobFieldsFragment } from '../../gql/graphql.ts'
import { useLiveQuery } from '../../lib/liveQuery.ts'
import { filenameOf, readBlob, saveFile } from '../../lib/rest.ts'
import { useBusy } from '../../lib/useBusy.ts'
import { toastFailure } from '../failureToasts.ts'
import { useRestClient } from '../person/useRestClient.ts'

/** A large file needs longer than other answers. */
const DOWNLOAD_TIMEOUT_MS = 15 * 60_000

/** A job of the user, kept up to date. */
export function useJob(id: string) {
  const { data, error } = useLiveQuery(JobDocument, JobChangedDocument, { id }, ({ jobChanged }) => ({
    job: jobChanged,
  }))
  return { job: data?.job, error }
}

export interface RestFile {
  /** A path of REST. */
  path: string
  /** Used if the answer has no name for its file. */
  fileName: string
}

/** Downloads files. `isDownloading` is true until it is saved. */
export function useFileDownload() {
  const rest = useRestClient()
  const { busy: isDownloading, run } = useBusy()
  const download = useCallback(
    ({ path, fileName }: RestFile) =>
      run(async () => {
        try {
          const response = await rest(path, { timeoutMs: DOWNLOAD_TIMEOUT_MS })
          saveFile(await readBlob(response, () => undefined), filenameOf(response, fileName))
        } catch (error) {
          toastFailure(error, 'Failed to download file')
        }
      }),
    [rest, run],
  )
  return { download, isDownloading }
}

/** Where the file of a job is downloaded, and its name. */
export const fileOfJob = ({ id, fileName }: Pick<JobFieldsFragment, 'id' | 'fileName'>): RestFile => ({
  path: `/jobs/${id}/file`,
  fileName: fileName ?? 'export',
})

const listNames: Record<ExportedList, string> = {
  PROPERTIES: 'properties',
  LEADS: 'leads',
  USERS: 'users',
  ACTIVITY: 'activity',
}

/** What a job does, such as 'Export of leads', or 'Check of leads' for an import that saves nothing. */
export function describeJob({
  kind,
  list,
  import: imported,
}: Pick<JobFieldsFragment, 'kind' | 'list'> & { import?: { dryRun: boolean } | null }): string {
  if (kind === 'EXPORT') return `Export of ${list ? listNames[list] : 'everything'}`
  if (kind === 'PARCEL_CHECK') return 'Check of parcels'
  if (kind === 'REGISTRY_IMPORT') return "Import of a city's list"
  if (kind !== 'IMPORT') return 'Undo of an import'
  return `${imported?.dryRun ? 'Check' : 'Import'} of ${list ? listNames[list] : 'parcels'}`
}

export const isUnfinished = ({ status }: Pick<JobFieldsFragment, 'status'>): boolean =>
  status === 'QUEUED' || status === 'RUNNING'
