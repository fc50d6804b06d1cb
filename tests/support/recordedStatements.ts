import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A statement that a server sent, in the role `porchlight_<scope>`; null outside of every scope. */
export interface RecordedStatement {
  scope: string | null
  sql: string
}

/** A statement that followed a change which the same transaction made in another scope. */
export interface StatementAfterChange extends RecordedStatement {
  after: string
}

/** The environment of a server that appends every different statement to `file`. */
export function recordingEnv(file: string): Record<string, string> {
  const preload = fileURLToPath(new URL('recordStatements.mjs', import.meta.url))
  return { RECORDED_STATEMENTS: file, NODE_OPTIONS: `--import ${preload}` }
}

/** The different statements in the files, in the order in which they were first sent. */
export const readRecordedStatements = (...files: string[]): RecordedStatement[] =>
  readLines(files).filter((statement) => !('after' in statement))

/** The statements that followed a change in another scope, once for each change. */
export const readStatementsAfterChanges = (...files: string[]): StatementAfterChange[] =>
  readLines(files).filter((statement): statement is StatementAfterChange => 'after' in statement)

function readLines(files: string[]): RecordedStatement[] {
  const lines = files.filter(existsSync).flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  return [...new Set(lines)].filter(Boolean).map((line) => JSON.parse(line) as RecordedStatement)
}

/** Whether the statement reads or changes rows. */
export const isOfTables = ({ sql }: RecordedStatement): boolean => /^\s*(select|insert|update|delete|with)\b/i.test(sql)
