import { cellText } from '../../../domain/importCells.ts'
import { Refused } from '../../../domain/errors.ts'
import { CsvProblem, readCsv, type CsvRow } from '../../../services/csv/readCsv.ts'

/** What the first row of a file says. */
export interface FileHead {
  separator: string
  headings: string[]
}

/** A file that can be imported. */
export interface ImportFile extends FileHead {
  content: Uint8Array
}

const separators = [',', ';', '\t'] as const
/** A heading row that is longer is not one. */
const maxHeadings = 500
const maxHeadingLength = 200
/** A larger file is one transaction that is too long for the reps who save houses meanwhile. */
const maxRows = 100_000

const fileMessage = (message: string) => new Refused(message, { file: message })

/**
 * Checks the encoding of the file and reads its headings. Throws `Refused` for anything but a CSV file in UTF-8 with a row of
 * headings that are all different.
 */
export async function openImportFile(content: Uint8Array): Promise<ImportFile> {
  checkEncoding(content)
  const { separator, headings } = await readHeadings(content)
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
  return { content, separator, headings }
}

const chunkBytes = 64 * 1024

/** Throws `Refused` unless the file is text in UTF-8. Decodes it in parts, so that none of it stays in memory. */
function checkEncoding(content: Uint8Array): void {
  const start = Buffer.from(content.subarray(0, 2)).toString('latin1')
  // Workbooks are zip files.
  if (start === 'PK')
    throw fileMessage('This is a workbook or a zip file. Open it in a spreadsheet and save it as CSV UTF-8.')
  const notUtf8 = 'The file is not UTF-8. Open it in a spreadsheet and save it as CSV UTF-8.'
  if (start === '\u00ff\u00fe' || start === '\u00fe\u00ff') throw fileMessage(notUtf8)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isEmpty = true
  for (let from = 0; from < content.length; from += chunkBytes) {
    let text: string
    try {
      const isLast = from + chunkBytes >= content.length
      text = decoder.decode(content.subarray(from, from + chunkBytes), { stream: !isLast })
    } catch {
      throw fileMessage(notUtf8)
    }
    if (text.includes('\0')) throw fileMessage('The file contains NUL characters, so it is not a text file.')
    isEmpty &&= text.trim() === ''
  }
  if (isEmpty) throw fileMessage('The file is empty.')
}

/** The headings by the separator that gives the most columns in the first row. */
async function readHeadings(content: Uint8Array): Promise<FileHead> {
  let best: FileHead | null = null
  let problem: CsvProblem | null = null
  for (const separator of separators)
    try {
      for await (const [first] of readCsv([content], { separator, to: 1, trim: true, relaxQuotes: true })) {
        const headings = first!.cells.map(cellText)
        if (!best || headings.length > best.headings.length) best = { separator, headings }
      }
    } catch (error) {
      if (!(error instanceof CsvProblem)) throw error
      problem ??= error
    }
  if (!best) throw describe(problem!)
  return best
}

/**
 * The rows after the headings, without empty ones, in batches. The headings are row 1, so records begin with 2. Throws `Refused` for a file with too many rows, empty ones included,
 * and where the rest cannot be read, such as after a quote that is not closed.
 */
export async function* readRows({ content, separator }: ImportFile): AsyncGenerator<CsvRow[]> {
  try {
    for await (const rows of readCsv([content], { separator, maxRows: maxRows + 1, relaxQuotes: true }))
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
