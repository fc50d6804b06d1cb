import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { Refused } from '../../domain/errors.ts'

/** A file that can be imported: its text, and what its first row says. */
export interface ImportFile {
  text: string
  separator: string
  headings: string[]
}

/** A row of the file. Row 1 has the headings, so records begin with 2. */
export interface FileRow {
  row: number
  cells: string[]
}

const separators = [',', ';', '\t'] as const
/** The most characters of a row: every field with its maximum length, and room for columns that are not imported. */
const maxRowLength = 1_000_000
/** A heading row that is longer is not one. */
const maxHeadings = 500

const csvOptions = { relax_column_count: true, relax_quotes: true, max_record_size: maxRowLength }

const fileMessage = (message: string) => new Refused(message, { file: message })

/**
 * Decodes the file and reads its headings. Throws `Refused` for anything but a CSV file in UTF-8 with a row of headings that are
 * all different.
 */
export function openImportFile(content: Buffer): ImportFile {
  const text = decode(content)
  if (text.trim() === '') throw fileMessage('The file is empty.')
  const { separator, headings } = readHeadings(text)
  const names = headings.filter((heading) => heading !== '')
  if (names.length === 0) throw fileMessage('The first row has no headings. Add a row with the names of the columns.')
  if (names.length > maxHeadings) throw fileMessage(`The file has more than ${maxHeadings} columns.`)
  const repeated = names.find((heading, index) => names.indexOf(heading) < index)
  if (repeated !== undefined)
    throw fileMessage(`Two columns have the heading "${repeated.slice(0, 100)}". Give each column a name of its own.`)
  return { text, separator, headings }
}

function decode(content: Buffer): string {
  // Workbooks are zip files.
  if (content.subarray(0, 2).toString('latin1') === 'PK')
    throw fileMessage('This is a workbook or a zip file. Open it in a spreadsheet and save it as CSV UTF-8.')
  const notUtf8 = 'The file is not UTF-8. Open it in a spreadsheet and save it as CSV UTF-8.'
  const start = content.subarray(0, 2).toString('hex')
  if (start === 'fffe' || start === 'feff') throw fileMessage(notUtf8)
  let text: string
  try {
    // Removes the byte order mark.
    text = new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    throw fileMessage(notUtf8)
  }
  if (text.includes('\0')) throw fileMessage('The file contains NUL characters, so it is not a text file.')
  return text
}

/** The separator that gives the most columns in the first row. */
function readHeadings(text: string): { separator: string; headings: string[] } {
  const candidates = separators.map((separator) => {
    try {
      const [first] = parseAtOnce(text, { ...csvOptions, delimiter: separator, to: 1, trim: true })
      return { separator, headings: first ?? [] }
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      return { separator, headings: [] as string[] }
    }
  })
  return candidates.reduce((best, next) => (next.headings.length > best.headings.length ? next : best))
}

/**
 * The rows after the headings, without empty ones, in batches. Throws `Refused` where the rest cannot be read, such as after a
 * quote that is not closed.
 */
export async function* readRows({ text, separator }: ImportFile): AsyncGenerator<FileRow[]> {
  const parser = Readable.from(textChunks(text)).pipe(parse({ ...csvOptions, delimiter: separator }))
  let batch: FileRow[] = []
  let row = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1
      if (row === 1 || cells.every((cell) => cell.trim() === '')) continue
      batch.push({ row, cells })
      if (batch.length < 500) continue
      yield batch
      batch = []
    }
  } catch (error) {
    // The stream discards parsed rows that were not read before the error, so use the parser's count.
    throw error instanceof CsvError ? fileMessage(describe(error, Number(error['records']) + 1)) : error
  }
  if (batch.length > 0) yield batch
}

function* textChunks(text: string): Generator<string> {
  const size = 64 * 1024
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size)
}

function describe(error: CsvError, row: number): string {
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return `The file ends inside quotes that begin in row ${row}. Close them, or remove the quote.`
    case 'CSV_MAX_RECORD_SIZE':
      return `Row ${row} is longer than 1,000,000 characters. Perhaps a quote is not closed.`
    default:
      return `Row ${row} cannot be read: check its quotes.`
  }
}
