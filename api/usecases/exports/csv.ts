import { stringify } from 'csv-stringify/sync'

/** How a value is written to a cell. */
export type CellValue = string | number | boolean | Date | null | undefined | object

const byteOrderMark = '\ufeff'

/** A program that opens the file would run such a text as a formula. */
const formula = /^[=+\-@\t\r]/

/**
 * The rows as CSV (RFC 4180), page by page, with the headings first. `bom` adds a byte order mark, without which Excel does not
 * read the file as UTF-8. A text that begins like a formula gets an apostrophe in front; numbers are written as they are.
 */
export async function* toCsv(
  headings: readonly string[],
  pages: AsyncIterable<readonly (readonly CellValue[])[]>,
  { bom = false }: { bom?: boolean } = {},
): AsyncGenerator<Buffer> {
  yield Buffer.from((bom ? byteOrderMark : '') + stringify([headings as string[]], format))
  for await (const rows of pages)
    yield Buffer.from(
      stringify(
        rows.map((row) => row.map(toText)),
        format,
      ),
    )
}

const format = { record_delimiter: '\r\n' } as const

function toText(value: CellValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return `${value}`
  if (value instanceof Date) return value.toISOString()
  const text = typeof value === 'string' ? value : toNestedText(value)
  return formula.test(text) ? `'${text}` : text
}

/** A list of words, such as tags, as words with commas in between; anything else as JSON. */
function toNestedText(value: object): string {
  const isWords = Array.isArray(value) && value.every((item) => typeof item === 'string')
  return isWords ? value.join(', ') : JSON.stringify(value)
}
