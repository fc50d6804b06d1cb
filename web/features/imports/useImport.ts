import { useMutation } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import {
  ImportJobChangedDocument,
  ImportJobDocument,
  RunImportDocument,
  type DuplicateRule,
  type ErrorRule,
  type ImportJobFragment,
  type ImportWordInput,
  type MissingUserRule,
} from '../../gql/graphql.ts'
import { errorMessage } from '../../lib/errors.ts'
import { RestError } from '../../lib/rest.ts'
import { useLiveQuery } from '../../lib/liveQuery.ts'
import { useRestClient } from '../../session/person/useRestClient.ts'
import type { FileHead, FileOptions } from './fileHead.ts'
import type { ImportList } from './importFields.ts'
import type { RowChoices } from './rowChoices.ts'

/** An upload of 20 MB needs longer than other requests. */
const UPLOAD_TIMEOUT_MS = 5 * 60_000

export interface ImportRules {
  onDuplicate: DuplicateRule
  onError: ErrorRule
  onMissingUser?: MissingUserRule
  /** What the words of another product mean. */
  words?: ImportWordInput[]
  /** Imported visits count as work of their reps. */
  countVisits?: boolean
}

/** What is uploaded with a file, besides the file. */
export interface UploadOptions extends FileOptions {
  dataset?: string | undefined
}

/** Sends one request of a component at a time, and tells why it was refused. */
export interface Attempts {
  isBusy: boolean
  refusal: string | null
  /** The encoding of the file is not certain, so that the user has to choose it. */
  needsEncoding: boolean
  /** Runs `work`, which returns how to show its result. */
  attempt: (work: (signal: AbortSignal) => Promise<() => void>) => Promise<void>
}

/** Requests of the calling component. One that the component has left, or that another has replaced, is aborted and never shown. */
export function useAttempts(): Attempts {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const latest = useRef<AbortController | null>(null)
  useEffect(() => () => latest.current?.abort(), [])
  return {
    isBusy,
    refusal: error === null ? null : errorMessage(error, 'Check the connection and try again.'),
    needsEncoding: error instanceof RestError && 'encoding' in error.fields,
    attempt: async (work) => {
      latest.current?.abort()
      const { signal } = (latest.current = new AbortController())
      setError(null)
      setIsBusy(true)
      try {
        const show = await work(signal)
        if (!signal.aborted) show()
      } catch (refused) {
        if (!signal.aborted) setError(refused)
      } finally {
        if (!signal.aborted) setIsBusy(false)
      }
    },
  }
}

/** Uploads files for a list. */
export function useUploads(list: ImportList) {
  const rest = useRestClient()
  const upload = async <T>(
    path: string,
    file: File,
    fields: Record<string, string | false | null | undefined>,
    signal: AbortSignal,
  ) => {
    const body = new FormData()
    body.append('list', list)
    for (const [name, value] of Object.entries(fields)) if (value) body.append(name, value)
    body.append('file', file)
    const response = await rest(path, { method: 'POST', body, signal, timeoutMs: UPLOAD_TIMEOUT_MS })
    return ((await response.json()) as { data: T }).data
  }
  return {
    /** Has the server read the beginning of the file, because it finds the encoding and reads workbooks. */
    readHead: async (file: File, { sheet, encoding }: FileOptions, signal: AbortSignal): Promise<FileHead> => {
      type Answer = Omit<FileHead, 'sampleLine'> & { sample_line: string | null }
      const head = await upload<Answer>('/imports/preview', file, { sheet, encoding }, signal)
      return { ...head, sampleLine: head.sample_line }
    },
    /** Uploads the file and checks it. Returns the id of the job. */
    check: async (
      file: File,
      mapping: Record<string, string>,
      { onDuplicate, onError, onMissingUser, words, countVisits }: ImportRules,
      options: UploadOptions,
      signal: AbortSignal,
    ): Promise<string> => {
      const rules = { on_duplicate: onDuplicate.toLowerCase(), on_error: onError.toLowerCase(), dry_run: 'true' }
      const fields = {
        mapping: JSON.stringify(mapping),
        ...rules,
        ...options,
        on_missing_user: onMissingUser?.toLowerCase(),
        words: words && JSON.stringify(words.map((word) => ({ ...word, field: word.field.toLowerCase() }))),
        count_visits: countVisits && 'true',
      }
      return (await upload<{ id: string }>('/imports', file, fields, signal)).id
    },
  }
}

/** Imports a checked file, and opens the page of the import with the choices for its unsure rows. */
export function useRunImport(list: ImportList, { attempt }: Attempts) {
  const [runImport] = useMutation(RunImportDocument)
  const navigate = useNavigate()
  return (checkId: string, rules: Partial<ImportRules>, choices: RowChoices) =>
    attempt(async () => {
      const { data } = await runImport({ variables: { id: checkId, input: { ...rules, dryRun: false } } })
      return () => void navigate(`/import/${list}/${data!.runImport.id}`, { state: { choices } })
    })
}

/** Whether the job has not ended; it has not been read yet if it is undefined. */
export const isRunning = (
  job: ImportJobFragment | null | undefined,
): job is (ImportJobFragment & { status: 'QUEUED' | 'RUNNING' }) | null | undefined =>
  !job || job.status === 'QUEUED' || job.status === 'RUNNING'

/** A job of an import, kept up to date. Without an id there is none. */
export function useImportJob(id: string | undefined) {
  const { data, error } = useLiveQuery(
    ...([ImportJobDocument, ImportJobChangedDocument, { id: id ?? '' }] as const),
    ({ jobChanged }) => ({ job: jobChanged }),
    undefined,
    id === undefined,
  )
  return { job: data?.job, error }
}
