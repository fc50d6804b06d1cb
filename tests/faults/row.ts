import { alignColumns } from '../support/textTable.ts'

/** One kind of fault: what it does, how often, and what must hold afterwards. */
export interface FaultRow {
  /** The name on the command line. */
  name: string
  /** What is done, for the table. */
  title: string
  /** What must hold, for the table. */
  aim: string
  /** How often in the long form, which takes minutes. */
  longCount: number
  /** How often in the short form, which takes seconds and is part of the tests. */
  shortCount: number
  run(options: RunOptions): Promise<RowResult>
}

export interface RunOptions {
  count: number
  /** The long form: faults also last as long as they would in production. */
  isLong: boolean
  /** Where random choices begin; a row that stopped early prints where to go on. */
  seed?: number
  /** When a row that can stop early does so, by `performance.now()`. */
  endsAt?: number
  /** Called with the progress. */
  log(message: string): void
}

export interface RowResult {
  /** How often it was done. */
  count: number
  /** What was counted, for the table. */
  figures: string
  /** What did not hold; empty if the aim was met. */
  problems: string[]
  /** Why the row could not be run on this machine. */
  skipped?: string
}

/** A row and its result; `error` if it ended early. */
export interface Finished {
  row: FaultRow
  result: RowResult
  seconds: number
}

/** 'ok', or what the last column of the table says instead. */
export function verdictOf({ result }: Finished): 'ok' | 'MISSED' | 'skipped' {
  if (result.skipped) return 'skipped'
  return result.problems.length === 0 ? 'ok' : 'MISSED'
}

/** The results as a table, followed by the problems of each missed row. */
export function formatResults(results: Finished[]): string {
  const table = alignColumns([
    ['fault', 'count', 'aim', 'result', 'time', ''],
    ...results.map((finished) => [
      ...[finished.row.title, finished.result.count.toLocaleString('en-US'), finished.row.aim],
      ...[finished.result.skipped ?? finished.result.figures, `${finished.seconds.toFixed(0)} s`, verdictOf(finished)],
    ]),
  ])
  const problems = results.flatMap(({ row, result }) => result.problems.map((problem) => `${row.name}: ${problem}`))
  return [table, ...problems].join('\n')
}
