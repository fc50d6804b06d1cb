import { isLargeBadShare } from '../../domain/imports/badShare.ts'
import type {
  DuplicateRule,
  ErrorRule,
  ImportCounts,
  ImportList,
  ImportMapping,
  ImportOutcome,
  MissingUserRule,
  RowError,
} from '../../domain/imports/importFields.ts'
import type { FoundWord, ImportWord, MissingUser, WordField } from '../../domain/imports/importWords.ts'
import type { TextEncoding } from '../../services/csv/textEncoding.ts'
import type { Job } from '../jobs/jobRows.ts'

/** The input of an import job. */
export interface ImportInput {
  list: ImportList
  mapping: ImportMapping
  onDuplicate: DuplicateRule
  onError: ErrorRule
  /** Only checks the file and saves nothing. */
  isDryRun: boolean
  fileName: string
  /** The job that the file was uploaded for; null for the job itself. */
  uploadedFor: string | null
  /** The data set of parcels. */
  dataset?: string
  /** The sheet of a workbook. By default the first one. */
  sheet?: string
  /** The encoding of a CSV file. By default it is found. */
  encoding?: TextEncoding
  /** The import whose unsure rows the job imports as they were decided, and no others. */
  decidesRowsOf?: string
  /** What happens to a row that names a user without an account. By default it is an error. */
  onMissingUser?: MissingUserRule
  /** What the words of another product mean, apart from what earlier imports of the tenant said. */
  words?: ImportWord[]
  /** Imported visits count as work of their reps. By default they do not. */
  countsVisits?: boolean
}

/** The result of an import job. */
export interface ImportResult {
  /** What the job itself did. */
  counts: ImportCounts
  /** What the rows became that were unsure and were decided since. */
  decided?: Partial<Record<ImportOutcome, number>>
  /** The first `maxErrors`. */
  errors: RowError[]
  separator: string
  headings: string[]
  /** The headings that fill no field. */
  ignored: string[]
  /** Nothing was saved because rows have errors. */
  isStopped: boolean
  /** The number of rows with a warning; undefined in results of before they were counted. */
  warnings?: number
  undoneAt?: string
  /** The number of visits that it saved, or of a check that it would save. */
  visits?: number
  words?: FoundWord[]
  fieldsOfManyWords?: WordField[]
  missingUsers?: MissingUser[]
}

/** The result of an import that failed, once what it had saved by then is undone. */
export const emptyResult: ImportResult = {
  counts: { created: 0, updated: 0, skipped: 0, unsure: 0, failed: 0 },
  errors: [],
  separator: '',
  headings: [],
  ignored: [],
  isStopped: false,
}

/** The input of a job that undoes an import. */
export interface UndoInput {
  importId: string
  list: ImportList
}

/** The result of a job that undoes an import. `errors` tells what stays, and why. */
export interface UndoResult {
  undo: { removed: number; restored: number; kept: number }
  errors: RowError[]
}

export const maxErrors = 1_000
/** How long an import can be undone, and its file is kept. */
export const undoLifetimeMs = 24 * 60 * 60_000

/** What an import job tells beside its progress. */
export interface ImportDetails {
  list: ImportList
  filename: string
  mapping: ImportMapping
  onDuplicate: DuplicateRule
  onError: ErrorRule
  dryRun: boolean
  /** 'comma', 'semicolon' or 'tab'; null until the file was read. */
  separator: string | null
  ignoredColumns: string[]
  /** The number of rows with a warning. */
  warnings: number
  /** So many rows have errors that a person should confirm an import without them. */
  manyFailed: boolean
  /** Rows have errors, so that nothing was saved. */
  stopped: boolean
  onMissingUser: MissingUserRule
  countVisits: boolean
  visits: number
  words: FoundWord[]
  fieldsOfManyWords: WordField[]
  missingUsers: MissingUser[]
  /** Null for a dry run, and for an import that saved nothing. */
  undoableUntil: Date | null
  undoneAt: Date | null
}

const separatorNames: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' }

/** The counts of an import; null for another job, and until it has ended. */
export function countsOf({ kind, result }: Job): ImportCounts | null {
  const { counts, decided = {} } = (kind === 'import' && (result as ImportResult | null)) || {}
  if (!counts) return null
  const all = { ...counts }
  // Results of before 'unsure' was counted lack it.
  all.unsure ??= 0
  for (const [outcome, count] of Object.entries(decided) as [ImportOutcome, number][]) {
    all[outcome] += count
    all.unsure -= count
  }
  return all
}

/** The first errors of an import, or what an undo left. */
export function errorsOf({ kind, result }: Job): RowError[] {
  return kind === 'export' ? [] : ((result as ImportResult | UndoResult | null)?.errors ?? [])
}

/** What an undo did; null for another job, and until it has ended. */
export function undoOf({ kind, result }: Job): UndoResult['undo'] | null {
  return kind === 'import_undo' ? ((result as UndoResult | null)?.undo ?? null) : null
}

const sumOf = (counts: ImportCounts) => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Whether an import that has ended saved something. One that failed may have saved rows before. */
export function hasSaved({ status, input, result, done }: Job): boolean {
  if ((input as ImportInput).isDryRun) return false
  if (status === 'failed') return done > 0
  const { counts, isStopped } = (result as ImportResult | null) ?? emptyResult
  return status === 'done' && !isStopped && counts.created + counts.updated > 0
}

/** The details of an import; null for another job. */
export function importDetailsOf(job: Job): ImportDetails | null {
  if (job.kind !== 'import') return null
  const { list, fileName, mapping, onDuplicate, onError, isDryRun, onMissingUser, countsVisits } =
    job.input as ImportInput
  const result = job.result as ImportResult | null
  return {
    list,
    filename: fileName,
    mapping,
    onDuplicate,
    onError,
    dryRun: isDryRun,
    separator: result && (separatorNames[result.separator] ?? null),
    ignoredColumns: result?.ignored ?? [],
    warnings: result?.warnings ?? 0,
    manyFailed: result !== null && isLargeBadShare(result.counts.failed, sumOf(result.counts)),
    stopped: result?.isStopped ?? false,
    onMissingUser: onMissingUser ?? 'error',
    countVisits: countsVisits ?? false,
    visits: result?.visits ?? 0,
    words: result?.words ?? [],
    fieldsOfManyWords: result?.fieldsOfManyWords ?? [],
    missingUsers: result?.missingUsers ?? [],
    undoableUntil: hasSaved(job) && job.finishedAt ? new Date(job.finishedAt.getTime() + undoLifetimeMs) : null,
    undoneAt: result?.undoneAt ? new Date(result.undoneAt) : null,
  }
}
