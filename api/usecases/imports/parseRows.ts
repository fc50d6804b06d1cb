import { Malformed, Refused, UserFacingError } from '../../domain/errors.ts'
import type { ImportMapping, RowError } from '../../domain/importFields.ts'
import { cellText } from '../../domain/importCells.ts'
import { readRows, type FileRow, type ImportFile } from './importFile.ts'

/** Turns the text of a cell into a value. Throws `Refused` with what is wrong. */
export type CellParser = (text: string) => unknown

/** The parser of each field of a list. */
export type CellParsers = Record<string, CellParser>

/** A row with the values of its cells that are not empty, by the field in camelCase. */
export interface ParsedRow<Values> {
  row: number
  values: Values
}

/** Collects the rows with errors. A row has as many errors as it has wrong cells, and counts once. */
export class RowErrors {
  readonly list: RowError[] = []
  readonly #rows = new Map<number, string[]>()
  readonly #columns: ImportMapping

  constructor(columns: ImportMapping) {
    this.#columns = columns
  }

  /** Adds an error of the row's cell for `field`, or of the whole row. */
  add(row: number, field: string | null, message: string): void {
    const column = field === null ? null : (this.#columns[field] ?? null)
    this.list.push({ row, column, message })
    const reasons = this.#rows.get(row) ?? []
    reasons.push(column === null ? message : `${column}: ${message}`)
    this.#rows.set(row, reasons)
  }

  /** Runs `work`. Adds the error that it throws for the user, and returns null then. */
  collect<T>(row: number, field: string | null, work: () => T): T | null {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof UserFacingError)) throw error
      const fields = Object.entries(error instanceof Refused || error instanceof Malformed ? (error.fields ?? {}) : {})
      if (field === null && fields.length > 0) for (const [name, message] of fields) this.add(row, name, message)
      else this.add(row, field, error.message)
      return null
    }
  }

  has(row: number): boolean {
    return this.#rows.has(row)
  }

  /** The number of rows with errors. */
  get count(): number {
    return this.#rows.size
  }

  /** The reasons of a row, in one text. */
  reasonOf(row: number): string {
    return this.#rows.get(row)?.join('; ') ?? ''
  }
}

/**
 * The rows of the file, with the values of the mapped columns. Rows with a wrong cell are left out and added to `errors`. `check`
 * throws `Refused` for values that do not belong together.
 */
export async function parseRows<Values extends object>(
  file: ImportFile,
  mapping: ImportMapping,
  parsers: CellParsers,
  errors: RowErrors,
  check: (values: Values) => void,
  onRow: (row: FileRow) => void,
): Promise<ParsedRow<Values>[]> {
  const columns = Object.entries(mapping).map(([field, heading]) => ({
    field,
    key: field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    index: file.headings.indexOf(heading),
    parse: parsers[field]!,
  }))
  const width = file.headings.length
  const parsed: ParsedRow<Values>[] = []
  for await (const batch of readRows(file))
    for (const fileRow of batch) {
      const { row, cells } = fileRow
      onRow(fileRow)
      if (cells.length > width && cells.slice(width).some((cell) => cell.trim() !== ''))
        errors.add(row, null, `This row has ${cells.length} cells and the headings are ${width}. Check its quotes.`)
      const values: Record<string, unknown> = {}
      for (const { field, key, index, parse } of columns) {
        const text = cellText(cells[index] ?? '')
        if (text !== '') values[key] = errors.collect(row, field, () => parse(text))
      }
      if (!errors.has(row)) errors.collect(row, null, () => check(values as Values))
      if (!errors.has(row)) parsed.push({ row, values: values as Values })
    }
  return parsed
}
