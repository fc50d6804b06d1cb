import { csvRows } from '../../domain/csv.ts'
import type { Workbook } from './workbook.ts'
import { WorkbookProblem } from './workbookProblem.ts'

/** A sheet of a workbook as the bytes of a CSV file in UTF-8, separated by commas. */
export interface SheetCsv {
  content: Buffer
  /** The number of empty rows before the first one, which the file does not have. */
  skippedRows: number
}

/** Many cells can refer to one long text, so that the rows are much longer than the workbook. */
const maxLength = 64 * 1024 * 1024
const pieceLength = 1024 * 1024

/**
 * Writes the rows of a sheet as CSV, with those that are empty between them, so that it is read by the same rules as any other file.
 * Ends after `maxRows` rows, empty ones included.
 */
export async function toCsv(workbook: Workbook, sheet: string | undefined, maxRows: number): Promise<SheetCsv> {
  const pieces: Buffer[] = []
  let rows: string[][] = []
  let length = 0
  let writtenLength = 0
  let first: number | null = null
  let next = 0
  const flush = () => {
    pieces.push(Buffer.from(csvRows(rows)))
    rows = []
    writtenLength = length
  }
  reading: for await (const batch of workbook.readRows(sheet)) {
    first ??= next = batch[0]!.row
    for (const { row, cells } of batch) {
      for (; next < Math.min(row, first + maxRows); next += 1) rows.push([])
      if (next < row || next === first + maxRows) break reading
      rows.push(cells)
      next += 1
      for (const cell of cells) length += cell.length + 1
      if (length > maxLength) throw new WorkbookProblem('too large')
      if (length > writtenLength + pieceLength) flush()
    }
  }
  flush()
  return { content: Buffer.concat(pieces), skippedRows: first === null ? 0 : first - 1 }
}
