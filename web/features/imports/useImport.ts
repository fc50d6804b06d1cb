import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  ImportJobChangedDocument,
  DecideImportRowsDocument,
  ImportJobDocument,
  RunImportDocument,
  UndoImportDocument,
  type DuplicateRule,
  type ErrorRule,
  type ImportJobFragment,
  type RowDecisionInput,
} from '../../gql/graphql.ts'
import { errorMessage } from '../../lib/errors.ts'
import { RestError } from '../../lib/rest.ts'
import { useLiveQuery } from '../../lib/liveQuery.ts'
import { useRestClient } from '../../session/useRestClient.ts'
import type { FileHead, FileOptions } from './fileHead.ts'
import type { ImportList } from './importFields.ts'

/** An upload of 20 MB needs longer than other requests. */
const UPLOAD_TIMEOUT_MS = 5 * 60_000

export interface ImportRules {
  onDuplicate: DuplicateRule
  onError: ErrorRule
}

/** The jobs of one import: the check, the import itself, and its undo. */
export function useImport(list: ImportList) {
  const rest = useRestClient()
  const [checkId, setCheckId] = useState<string | null>(null)
  const [params, setParams] = useSearchParams()
  /** By the job that was undone. */
  const [undoIds, setUndoIds] = useState<Readonly<Record<string, string>>>({})
  /** The import that runs or has run, which the URL names, so that its rows can be decided later. */
  const importId = params.get('import')
  const [refusal, setRefusal] = useState<string | null>(null)
  /** The encoding of the file is not certain, so that the user has to choose it. */
  const [needsEncoding, setNeedsEncoding] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [runImport] = useMutation(RunImportDocument)
  const [undoImport] = useMutation(UndoImportDocument)
  const [decideRows] = useMutation(DecideImportRowsDocument)
  const [decisionIds, setDecisionIds] = useState<readonly string[]>([])

  const attempt = async (work: () => Promise<void>) => {
    setRefusal(null)
    setNeedsEncoding(false)
    setIsBusy(true)
    try {
      await work()
    } catch (error) {
      setRefusal(errorMessage(error, 'Check the connection and try again.'))
      setNeedsEncoding(error instanceof RestError && 'encoding' in error.fields)
    } finally {
      setIsBusy(false)
    }
  }

  return {
    ...{ checkId, importId, undoIds, decisionIds, refusal, needsEncoding, isBusy },
    /** Has the server read the beginning of the file, because it finds the encoding and reads workbooks; null if that fails. */
    readHead: async (file: File, options: FileOptions): Promise<FileHead | null> => {
      let head: FileHead | null = null
      await attempt(async () => {
        const body = new FormData()
        body.append('list', list)
        appendOptions(body, options)
        body.append('file', file)
        const response = await rest('/imports/preview', { method: 'POST', body, timeoutMs: UPLOAD_TIMEOUT_MS })
        const { data } = (await response.json()) as {
          data: Omit<FileHead, 'sampleLine'> & { sample_line: string | null }
        }
        head = { ...data, sampleLine: data.sample_line }
      })
      return head
    },
    /** Uploads the file, or takes the uploaded one again, and checks it. `dataset` is that of parcels. */
    check: (
      file: File,
      mapping: Record<string, string>,
      rules: ImportRules,
      { dataset, ...options }: FileOptions & { dataset?: string | undefined },
    ) =>
      attempt(async () => {
        const entries = Object.entries(mapping).map(([field, column]) => ({ field, column }))
        if (checkId) {
          const { data } = await runImport({
            variables: { id: checkId, input: { mapping: entries, ...rules, dryRun: true } },
          })
          return setCheckId(data!.runImport.id)
        }
        const body = new FormData()
        body.append('list', list)
        body.append('mapping', JSON.stringify(mapping))
        body.append('on_duplicate', rules.onDuplicate.toLowerCase())
        body.append('on_error', rules.onError.toLowerCase())
        body.append('dry_run', 'true')
        if (dataset) body.append('dataset', dataset)
        appendOptions(body, options)
        body.append('file', file)
        const response = await rest('/imports', { method: 'POST', body, timeoutMs: UPLOAD_TIMEOUT_MS })
        setCheckId(((await response.json()) as { data: { id: string } }).data.id)
      }),
    run: (rules: ImportRules) =>
      attempt(async () => {
        const { data } = await runImport({ variables: { id: checkId!, input: { ...rules, dryRun: false } } })
        setParams({ import: data!.runImport.id }, { replace: true })
      }),
    /** Undoes the import, or a job that saved decisions. */
    undo: (id: string) =>
      attempt(async () => {
        const { data } = await undoImport({ variables: { id } })
        setUndoIds((ids) => ({ ...ids, [id]: data!.undoImport.id }))
      }),
    decide: (decisions: RowDecisionInput[]) =>
      attempt(async () => {
        const { data } = await decideRows({ variables: { importId: importId!, decisions } })
        setDecisionIds((ids) => [...ids, data!.decideImportRows.id])
      }),
    /** Another file was chosen. */
    reset: () => {
      setCheckId(null)
      setRefusal(null)
    },
  }
}

function appendOptions(body: FormData, { sheet, encoding }: FileOptions): void {
  if (sheet) body.append('sheet', sheet)
  if (encoding) body.append('encoding', encoding)
}

/** Whether the job has not ended; it has not been read yet if it is undefined. */
export const isRunning = (
  job: ImportJobFragment | null | undefined,
): job is (ImportJobFragment & { status: 'QUEUED' | 'RUNNING' }) | null | undefined =>
  !job || job.status === 'QUEUED' || job.status === 'RUNNING'

/** A job of an import, kept up to date. */
export function useImportJob(id: string) {
  const { data, error } = useLiveQuery(ImportJobDocument, ImportJobChangedDocument, { id }, ({ jobChanged }) => ({
    job: jobChanged,
  }))
  return { job: data?.job, error }
}
