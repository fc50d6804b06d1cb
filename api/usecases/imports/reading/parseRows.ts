import { removeEmptyWords } from '../../../domain/imports/emptyWords.ts'
import { Malformed, Refused, UserFacingError } from '../../../domain/errors.ts'
import { cellText } from '../../../domain/imports/importCells.ts'
import type { ImportMapping } from '../../../domain/imports/importFields.ts'
import { maxLengthMessage, maxLengthOf } from '../../../domain/maxLengths.ts'
import { maxRowLength, type CsvRow } from '../../../services/csv/readCsv.ts'
import { readRows, type ImportFile } from './importFile.ts'
import type { RowFormat } from './rowFormats.ts'

/** A row with the values of its cells that are not empty, by the field in camelCase. */
export interface ParsedRow<Values> {
  row: number
  values: Values
  /** What is kept although it may be wrong, with the headings of the columns. */
  warning?: string
}

/** What is wrong with a row or, if `field` is not null, with its cell for this field. */
export interface CellError {
  field: string | null
  message: string
}

/** A row of the file with its values, or with what is wrong with it. */
export type ReadRow =
  { fileRow: CsvRow; values: object; warning: string; errors: null } | { fileRow: CsvRow; errors: CellError[] }

/** Reads the rows of the file, with the values of the mapped columns, in batches. Throws what `readRows` throws. */
export async function* parseRows(
  file: ImportFile,
  mapping: ImportMapping,
  { parsers, warnings = {}, check }: RowFormat<object>,
): AsyncGenerator<ReadRow[]> {
  const columns = Object.entries(mapping).map(([field, heading]) => ({
    field,
    key: field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    index: file.headings.indexOf(heading),
    parse: parsers[field]!,
    maxLength: field === 'geometry' ? maxRowLength : maxLengthOf(field),
  }))
  const width = file.headings.length
  const readRow = (fileRow: CsvRow): ReadRow => {
    const { cells } = fileRow
    const errors: CellError[] = []
    if (cells.length > width && cells.slice(width).some((cell) => cell.trim() !== '')) {
      const message = `This row has ${cells.length} cells and the headings are ${width}. Check its quotes.`
      errors.push({ field: null, message })
    }
    const values: Record<string, unknown> = {}
    const warned: string[] = []
    for (const { field, key, index, parse, maxLength } of columns) {
      const text = removeEmptyWords(cellText(cells[index] ?? ''))
      if (text === '') continue
      // No rule reads a text of any length.
      if (text.length > maxLength) {
        // A value that may be wrong is worth less than its row.
        if (warnings[field]) warned.push(`${mapping[field]}: ${maxLengthMessage(maxLength)} It is left out.`)
        else errors.push({ field, message: maxLengthMessage(maxLength) })
      } else
        collect(errors, field, () => {
          const value = parse(text)
          const warning = warnings[field]?.(text)
          if (warning) warned.push(`${mapping[field]}: ${warning}`)
          if (value !== null) values[key] = value
        })
    }
    if (errors.length === 0)
      collect(errors, null, () => {
        const warning = check(values)
        if (warning) warned.push(warning)
      })
    return errors.length > 0 ? { fileRow, errors } : { fileRow, values, warning: warned.join(' '), errors: null }
  }
  for await (const rows of readRows(file)) yield rows.map(readRow)
}

/** Runs `work`, and adds the error that it throws for the user. */
function collect(errors: CellError[], field: string | null, work: () => void): void {
  try {
    work()
  } catch (error) {
    // A geometry that is nested thousands of times has more levels than the stack.
    if (error instanceof RangeError) return void errors.push({ field, message: 'This cell cannot be read.' })
    if (!(error instanceof UserFacingError)) throw error
    const fields = Object.entries(error instanceof Refused || error instanceof Malformed ? (error.fields ?? {}) : {})
    if (field === null && fields.length > 0) for (const [name, message] of fields) errors.push({ field: name, message })
    else errors.push({ field, message: error.message })
  }
}
