import { csvRows, type CellValue } from '../../../domain/csv.ts'
import { cellText } from '../../../domain/imports/importCells.ts'
import type { ImportMapping } from '../../../domain/imports/importFields.ts'
import type { ImportFile } from './importFile.ts'
import { parseRows, type CellError } from './parseRows.ts'
import type { ReadInput } from './protocol.ts'
import { rowFormatOf } from './rowFormats.ts'

/**
 * The rows with errors as CSV, with the headings of the file and the reason in one more column, in parts. `reasons` are those of
 * rows whose cells have no error. An import of the text reads the same values.
 */
export async function* writeBadRows(
  file: ImportFile,
  { list, mapping, facts }: ReadInput,
  reasons: ReadonlyMap<number, string>,
): AsyncGenerator<string> {
  const { headings, separator } = file
  yield csvRows([[...headings, 'Reason']], separator)
  for await (const batch of parseRows(file, mapping, rowFormatOf(list, facts))) {
    const rows = batch.flatMap(({ fileRow: { row, cells }, errors }) => {
      const reason = errors ? reasonOf(errors, mapping) : reasons.get(row)
      if (reason === undefined) return []
      const width = Math.max(headings.length, cells.length)
      return [[...Array.from({ length: width }, (_, index) => toCell(cells[index] ?? '')), reason]]
    })
    // Also without rows, so that no request takes long.
    yield csvRows(rows, separator)
  }
}

/** What is wrong with a row, with the headings of its columns. */
export function reasonOf(errors: readonly CellError[], mapping: ImportMapping): string {
  return errors
    .map(({ field, message }) => (field === null || !mapping[field] ? message : `${mapping[field]}: ${message}`))
    .join('; ')
}

/** A number stays one, such as a longitude that begins with a minus. */
function toCell(cell: string): CellValue {
  const text = cellText(cell)
  return Number.isFinite(Number(text)) && String(Number(text)) === text ? Number(text) : text
}
