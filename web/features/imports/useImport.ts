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
import { useLiveQuery } from '../../lib/liveQuery.ts'
import { useRestClient } from '../../session/useRestClient.ts'
import { isWorkbook, readHead, type FileHead } from './fileHead.ts'
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
  const [isBusy, setIsBusy] = useState(false)
  const [runImport] = useMutation(RunImportDocument)
  const [undoImport] = useMutation(UndoImportDocument)
  const [decideRows] = useMutation(DecideImportRowsDocument)
  const [decisionIds, setDecisionIds] = useState<readonly string[]>([])

  const attempt = async (work: () => Promise<void>) => {
    setRefusal(null)
    setIsBusy(true)
    try {
      await work()
    } catch (error) {
      setRefusal(errorMessage(error, 'Check the connection and try again.'))
    } finally {
      setIsBusy(false)
    }
  }

  return {
    ...{ checkId, importId, undoIds, decisionIds, refusal, isBusy },
    /** Reads the beginning of the file, of a workbook on the server; null if that fails. */
    readHead: async (file: File, sheet?: string): Promise<FileHead | null> => {
      let head: FileHead | null = null
      await attempt(async () => {
        if (!(await isWorkbook(file))) {
          head = await readHead(file)
          return
        }
        const body = new FormData()
        body.append('list', list)
        if (sheet) body.append('sheet', sheet)
        body.append('file', file)
        const response = await rest('/imports/preview', { method: 'POST', body, timeoutMs: UPLOAD_TIMEOUT_MS })
        head = toHead(((await response.json()) as { data: WorkbookPreview }).data)
      })
      return head
    },
    /** Uploads the file, or takes the uploaded one again, and checks it. `dataset` is that of parcels, `sheet` that of a workbook. */
    check: (
      file: File,
      mapping: Record<string, string>,
      rules: ImportRules,
      { dataset, sheet }: { dataset?: string | undefined; sheet?: string | undefined },
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
        if (sheet) body.append('sheet', sheet)
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

interface WorkbookPreview {
  headings: string[]
  rows: { row: number; cells: string[] }[]
  sheets: string[]
  sheet: string
}

function toHead({ headings, rows, sheets, sheet }: WorkbookPreview): FileHead {
  return { headings, rows: rows.map(({ cells }) => cells), rowNumbers: rows.map(({ row }) => row), sheets, sheet }
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
