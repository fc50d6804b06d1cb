import { cellText } from '../../../domain/importCells.ts'
import { Refused } from '../../../domain/errors.ts'
import { CsvProblem, declaredSeparator, readCsv, type CsvOptions, type CsvRow } from '../../../services/csv/readCsv.ts'
import { decodeStart, detectEncoding, NotText, toUtf8, type TextEncoding } from '../../../services/csv/textEncoding.ts'

/** What the first row of a file says. */
export interface FileHead {
  separator: string
  headings: string[]
}

/** A file that can be imported. */
export interface ImportFile extends FileHead {
  content: Uint8Array
  encoding: TextEncoding
  /** Whether the line before the headings is one such as `sep=;`. */
  declaresSeparator: boolean
}

const separators = [',', ';', '\t'] as const
/** A heading row that is longer is not one. */
const maxHeadings = 500
const maxHeadingLength = 200
/** A larger file is one transaction that is too long for the reps who save houses meanwhile. */
const maxRows = 100_000

const fileMessage = (message: string) => new Refused(message, { file: message })

/**
 * Finds the encoding of the file and reads its headings. Throws `Refused` for anything but a CSV file in UTF-8, UTF-16 or Windows-1252
 * with a row of headings that are all different.
 */
export async function openImportFile(content: Uint8Array): Promise<ImportFile> {
  const encoding = await findEncoding(content)
  const declared = declaredSeparator(decodeStart(content.subarray(0, 64), encoding))
  if (declared !== null && !separators.some((separator) => separator === declared))
    throw fileMessage(`The first line says that "${declared}" separates the cells. Use commas, semicolons or tabs.`)
  const source = { content, encoding, declaresSeparator: declared !== null }
  const { separator, headings } = await readHeadings(source, declared === null ? separators : [declared])
  if (headings.length > maxHeadings) throw fileMessage(`The file has more than ${maxHeadings} columns.`)
  const names = headings.filter((heading) => heading !== '')
  if (names.length === 0) throw fileMessage('The first row has no headings. Add a row with the names of the columns.')
  const long = names.find((heading) => heading.length > maxHeadingLength)
  if (long !== undefined)
    throw fileMessage(
      `The heading "${long.slice(0, 60)}…" is longer than ${maxHeadingLength} characters. The first row must have the names of the columns.`,
    )
  const repeated = names.find((heading, index) => names.indexOf(heading) < index)
  if (repeated !== undefined)
    throw fileMessage(`Two columns have the heading "${repeated.slice(0, 100)}". Give each column a name of its own.`)
  return { ...source, separator, headings }
}

async function findEncoding(content: Uint8Array): Promise<TextEncoding> {
  try {
    return await detectEncoding([content])
  } catch (error) {
    throw error instanceof NotText ? fileMessage(notTextMessages[error.reason]) : error
  }
}

const notTextMessages: Record<NotText['reason'], string> = {
  empty: 'The file is empty.',
  zip: 'This is a workbook or a zip file. Open it in a spreadsheet and save it as CSV UTF-8.',
  'web page': 'This is a web page, not a CSV file. Download or export the file again.',
  NUL: 'The file contains NUL characters, so it is not a text file.',
  'unknown encoding': 'The file is not UTF-8. Open it in a spreadsheet and save it as CSV UTF-8.',
}

type Source = Pick<ImportFile, 'content' | 'encoding' | 'declaresSeparator'>

const rowsOf = ({ content, encoding, declaresSeparator }: Source, options: CsvOptions) =>
  readCsv(toUtf8([content], encoding), { ...options, skipsFirstLine: declaresSeparator, relaxQuotes: true })

/** The headings by the separator that gives the most columns in the first row. */
async function readHeadings(source: Source, candidates: readonly string[]): Promise<FileHead> {
  let best: FileHead | null = null
  let problem: CsvProblem | null = null
  for (const separator of candidates)
    try {
      for await (const [first] of rowsOf(source, { separator, to: 1, trim: true })) {
        const headings = first!.cells.map(cellText)
        if (!best || headings.length > best.headings.length) best = { separator, headings }
      }
    } catch (error) {
      if (!(error instanceof CsvProblem)) throw error
      problem ??= error
    }
  if (problem && !best) throw describe(problem)
  if (!best) throw fileMessage('The file is empty.')
  return best
}

/**
 * The rows after the headings, without empty ones, in batches. The headings are row 1, so records begin with 2. Throws `Refused` for a file with too many rows, empty ones included,
 * and where the rest cannot be read, such as after a quote that is not closed.
 */
export async function* readRows(file: ImportFile): AsyncGenerator<CsvRow[]> {
  try {
    for await (const rows of rowsOf(file, { separator: file.separator, maxRows: maxRows + 1 }))
      yield rows.filter(({ row, cells }) => row > 1 && !cells.every((cell) => cell.trim() === ''))
  } catch (error) {
    throw error instanceof CsvProblem ? describe(error) : error
  }
}

function describe({ reason, row }: CsvProblem): Refused {
  switch (reason) {
    case 'open quote':
      return fileMessage(`The file ends inside quotes that begin in row ${row}. Close them, or remove the quote.`)
    case 'long row':
      return fileMessage(`Row ${row} is longer than 1,000,000 characters. Perhaps a quote is not closed.`)
    case 'many cells':
      return fileMessage('The file has a row with more than 100,000 cells. Check its separators.')
    case 'many rows':
      return fileMessage('A file can have at most 100,000 rows, empty ones included. Split it.')
    case 'wrong quote':
      return fileMessage(`Row ${row} cannot be read: check its quotes.`)
  }
}
