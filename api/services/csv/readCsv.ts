import { Readable } from 'node:stream'
import { CsvError, parse, type Parser } from 'csv-parse'

/** A row of the file. Row 1 is the first; a cell with line breaks makes the number of its line larger than that of its row. */
export interface CsvRow {
  row: number
  line: number
  cells: string[]
}

/** Why the rest of a file cannot be read, and the row where it begins. */
export class CsvProblem extends Error {
  readonly reason: 'open quote' | 'wrong quote' | 'long row' | 'many cells' | 'many rows'
  readonly row: number
  readonly line: number

  constructor(reason: CsvProblem['reason'], row: number, line: number) {
    super(`${reason} in row ${row}, line ${line}`)
    this.reason = reason
    this.row = row
    this.line = line
  }
}

export interface CsvOptions {
  separator: string
  /** The maximum number of rows, also of those that are empty. By default any. */
  maxRows?: number
  /** Reads only this many rows. By default all. */
  to?: number
  /** Whether the first line says only what the separator is. It is not a row. */
  skipsFirstLine?: boolean
  /** Whether cells lose the whitespace around them, and around their quotes. */
  trim?: boolean
  /** Whether quotes within a cell that does not begin with one are part of its text. */
  relaxQuotes?: boolean
}

/** The maximum length of a row in characters. */
export const maxRowLength = 1_000_000
/** The maximum number of separators between two line breaks, which bounds the memory of a row with empty cells. */
const maxSeparators = 100_000
const chunkBytes = 64 * 1024
const batchSize = 500

/** The separator in a first line such as `sep=;`, which tells spreadsheets what it is; null if the text does not begin with one. */
export function declaredSeparator(start: string): string | null {
  return /^\uFEFF?"?sep=([^\r\n"])"?(?:[\r\n]|$)/i.exec(start)?.[1] ?? null
}

/**
 * Reads the rows of a CSV file in UTF-8, in batches. Rows may have any number of cells; those without any text are read, too. Takes
 * time in proportion to the bytes, and memory for one row. Throws `CsvProblem`.
 */
export async function* readCsv(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { separator, maxRows = Infinity, to, skipsFirstLine = false, trim = false, relaxQuotes = false }: CsvOptions,
): AsyncGenerator<CsvRow[]> {
  let row = 0
  const parser: Parser = parse({
    bom: true,
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: relaxQuotes,
    max_record_size: maxRowLength,
    trim,
    ...(to && { to }),
    ...(skipsFirstLine && { from_line: 2 }),
    on_record: (cells: string[]) => {
      row += 1
      if (row > maxRows) throw new CsvProblem('many rows', row, parser.info.lines)
      // The parser ends itself after the last row, and may not be written to after that.
      if (row === to) input.unpipe(parser)
      // The parser takes the number of cells from the first row, and makes an error with a stack for every row that has another
      // number, which takes longer than all else. So each row is the first one.
      if (to === undefined) (parser.info as { records: number }).records = 0
      return { row, line: parser.info.lines, cells } satisfies CsvRow as never
    },
  })
  const input = Readable.from(
    boundedChunks(content, separator, () => new CsvProblem('many cells', row + 1, parser.info.lines)),
  )
  input.once('error', (error) => parser.destroy(error))
  let batch: CsvRow[] = []
  try {
    for await (const record of input.pipe(parser) as AsyncIterable<CsvRow>) {
      batch.push(record)
      if (batch.length < batchSize) continue
      yield batch
      batch = []
    }
  } catch (error) {
    throw error instanceof CsvError ? new CsvProblem(reasonOf(error), row + 1, Number(error['lines'])) : error
  } finally {
    input.destroy()
  }
  if (batch.length > 0) yield batch
}

function reasonOf({ code }: CsvError): CsvProblem['reason'] {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'open quote'
  return code === 'CSV_MAX_RECORD_SIZE' ? 'long row' : 'wrong quote'
}

/** The content in small chunks, because the parser keeps all rows of a chunk. */
async function* boundedChunks(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  separator: string,
  tooManyCells: () => CsvProblem,
): AsyncGenerator<Buffer> {
  const separatorByte = separator.charCodeAt(0)
  let separators = 0
  for await (const bytes of content)
    for (let start = 0; start < bytes.length; start += chunkBytes) {
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.min(chunkBytes, bytes.length - start))
      for (const byte of chunk)
        if (byte === separatorByte) separators += 1
        else if (byte === 10 || byte === 13) separators = 0
      if (separators > maxSeparators) throw tooManyCells()
      yield chunk
    }
}
