import { useMutation } from '@apollo/client/react'
import { useRef, useState } from 'react'
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

  /** Aborted when the user leaves the file or chooses another: what is still on the way then belongs to no file on the screen. */
  const currentFile = useRef(new AbortController())

  /** Runs `work`, which returns how to show its result. That is not shown once another file was chosen. */
  const attempt = async (work: (signal: AbortSignal) => Promise<() => void>) => {
    const { signal } = currentFile.current
    setRefusal(null)
    setNeedsEncoding(false)
    setIsBusy(true)
    try {
      const show = await work(signal)
      if (!signal.aborted) show()
    } catch (error) {
      if (signal.aborted) return
      setRefusal(errorMessage(error, 'Check the connection and try again.'))
      setNeedsEncoding(error instanceof RestError && 'encoding' in error.fields)
    } finally {
      if (!signal.aborted) setIsBusy(false)
    }
  }

  return {
    ...{ checkId, importId, undoIds, decisionIds, refusal, needsEncoding, isBusy },
    /** Has the server read the beginning of the file, because it finds the encoding and reads workbooks; null if that fails. */
    readHead: async (file: File, options: FileOptions): Promise<FileHead | null> => {
      let head: FileHead | null = null
      await attempt(async (signal) => {
        const body = new FormData()
        body.append('list', list)
        appendOptions(body, options)
        body.append('file', file)
        const response = await rest('/imports/preview', { method: 'POST', body, signal, timeoutMs: UPLOAD_TIMEOUT_MS })
        const { data } = (await response.json()) as {
          data: Omit<FileHead, 'sampleLine'> & { sample_line: string | null }
        }
        return () => void (head = { ...data, sampleLine: data.sample_line })
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
      attempt(async (signal) => {
        const entries = Object.entries(mapping).map(([field, column]) => ({ field, column }))
        if (checkId) {
          const { data } = await runImport({
            variables: { id: checkId, input: { mapping: entries, ...rules, dryRun: true } },
          })
          return () => setCheckId(data!.runImport.id)
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
        const response = await rest('/imports', { method: 'POST', body, signal, timeoutMs: UPLOAD_TIMEOUT_MS })
        const { data } = (await response.json()) as { data: { id: string } }
        return () => setCheckId(data.id)
      }),
    run: (rules: ImportRules) =>
      attempt(async () => {
        const { data } = await runImport({ variables: { id: checkId!, input: { ...rules, dryRun: false } } })
        return () => setParams({ import: data!.runImport.id }, { replace: true })
      }),
    /** Undoes the import, or a job that saved decisions. */
    undo: (id: string) =>
      attempt(async () => {
        const { data } = await undoImport({ variables: { id } })
        return () => setUndoIds((ids) => ({ ...ids, [id]: data!.undoImport.id }))
      }),
    decide: (decisions: RowDecisionInput[]) =>
      attempt(async () => {
        const { data } = await decideRows({ variables: { importId: importId!, decisions } })
        return () => setDecisionIds((ids) => [...ids, data!.decideImportRows.id])
      }),
    /** Another file was chosen, or the same for another data set. What is on the way is aborted, and never shown. */
    reset: () => {
      currentFile.current.abort()
      currentFile.current = new AbortController()
      setIsBusy(false)
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
