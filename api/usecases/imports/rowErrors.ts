import type { ImportMapping, RowError } from '../../domain/imports/importFields.ts'
import { maxErrors } from './importJob.ts'
import type { ReadSummary } from './reading/protocol.ts'

/** The rows with errors of an import: those of reading it, and those that cannot be saved. Each row counts once. */
export class RowErrors {
  /** The reasons of rows that could be read and cannot be saved. */
  readonly reasons = new Map<number, string>()
  readonly #columns: ImportMapping
  readonly #failedReads: number
  readonly #errors: RowError[]

  constructor(columns: ImportMapping, { failed, errors }: ReadSummary) {
    this.#columns = columns
    this.#failedReads = failed
    this.#errors = [...errors]
  }

  /** Adds an error of the row's cell for `field`. */
  add(row: number, field: string, message: string): void {
    const column = this.#columns[field] ?? null
    if (!this.reasons.has(row)) this.reasons.set(row, column === null ? message : `${column}: ${message}`)
    this.#errors.push({ row, column, message })
    if (this.#errors.length > 2 * maxErrors) this.#keepFirst()
  }

  has(row: number): boolean {
    return this.reasons.has(row)
  }

  get count(): number {
    return this.#failedReads + this.reasons.size
  }

  /** The first errors, in the order of the file. */
  first(): RowError[] {
    this.#keepFirst()
    return this.#errors
  }

  #keepFirst(): void {
    this.#errors.sort((one, other) => one.row - other.row)
    this.#errors.splice(maxErrors)
  }
}
