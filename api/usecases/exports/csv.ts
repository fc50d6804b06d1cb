import { csvRows, type CellValue } from '../../domain/csv.ts'
import { makePauses } from '../../domain/pauses.ts'

const byteOrderMark = '\ufeff'
/** A page of long texts is written, and compressed, in parts that take milliseconds. */
const rowsPerPart = 50

/**
 * The rows as CSV, page by page, with the headings first. `bom` adds a byte order mark, without which Excel does not read the file
 * as UTF-8.
 */
export async function* toCsv(
  headings: readonly string[],
  pages: AsyncIterable<readonly (readonly CellValue[])[]>,
  { bom = false }: { bom?: boolean } = {},
): AsyncGenerator<Buffer> {
  yield Buffer.from((bom ? byteOrderMark : '') + csvRows([headings]))
  const pause = makePauses()
  for await (const rows of pages)
    for (let start = 0; start < rows.length; start += rowsPerPart) {
      await pause()
      yield Buffer.from(csvRows(rows.slice(start, start + rowsPerPart)))
    }
}
