import { cellText } from '../../../domain/imports/importCells.ts'
import { Refused } from '../../../domain/errors.ts'
import { toCsv } from '../../../services/spreadsheets/sheetCsv.ts'
import { featuresToCsv, isJson } from '../../../services/parcels/import/featuresCsv.ts'
import { openWorkbook } from '../../../services/spreadsheets/workbook.ts'
import { WorkbookProblem } from '../../../services/spreadsheets/workbookProblem.ts'
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
  /** The empty rows before the headings of a sheet. */
  skippedRows: number
  /** The sheets of a workbook that can be imported; null for another file. */
  sheets: string[] | null
  /** A CSV file was written from a workbook or from GeoJSON. */
  isConverted: boolean
}

/** How a file is opened. */
export interface FileOptions {
  /** The sheet of a workbook. By default the first one. */
  sheet?: string | null | undefined
  /** The encoding of a CSV file. By default it is found. */
  encoding?: TextEncoding | null | undefined
}

export interface OpenOptions extends FileOptions {
  /** Reads only the first rows of a workbook or of GeoJSON. */
  maxSheetRows?: number
}

const separators = [',', ';', '\t'] as const
/** A heading row that is longer is not one. */
const maxHeadings = 500
const maxHeadingLength = 200
/** The plan of an import is in memory, and a larger file would keep the server busy for minutes. */
const maxRows = 100_000

const fileMessage = (message: string) => new Refused(message, { file: message })

/**
 * Finds the encoding of the file, unless it is given, and reads its headings. A sheet of a workbook and the features of GeoJSON are read
 * as if they had been saved as CSV. Throws `Refused` for anything but a workbook, GeoJSON or a CSV file in one of `textEncodings` with a row of headings that are all different.
 */
export async function openImportFile(file: Uint8Array, options: OpenOptions = {}): Promise<ImportFile> {
  const { content, skippedRows, sheets, isConverted } = await readTable(file, options)
  const encoding = await findEncoding(content, isConverted ? null : options.encoding)
  const declared = declaredSeparator(decodeStart(content.subarray(0, 64), encoding))
  if (declared !== null && !separators.some((separator) => separator === declared))
    throw fileMessage(`The first line says that "${declared}" separates the cells. Use commas, semicolons or tabs.`)
  const source = { content, encoding, declaresSeparator: declared !== null }
  const candidates = isConverted ? [','] : declared === null ? separators : [declared]
  const { separator, headings } = await findHead(source, candidates)
  if (headings.length > maxHeadings)
    throw fileMessage(
      `The file has more than ${maxHeadings} columns, namely ${headings.length.toLocaleString('en')}. ${fewerColumns}`,
    )
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
  return { ...source, separator, headings, skippedRows, sheets, isConverted }
}

type Table = Pick<ImportFile, 'content' | 'skippedRows' | 'sheets' | 'isConverted'>

/** The file as CSV: itself, or what a sheet or GeoJSON has. */
export async function readTable(file: Uint8Array, options: OpenOptions): Promise<Table> {
  if (isWorkbook(file)) return { ...(await readSheet(file, options)), isConverted: true }
  const table = { skippedRows: 0, sheets: null }
  if (!isJson(file)) return { ...table, content: file, isConverted: false }
  const { maxSheetRows = maxRows + 1 } = options
  const encoding = await findEncoding(file, options.encoding)
  try {
    return { ...table, content: await featuresToCsv(() => toUtf8([file], encoding), maxSheetRows), isConverted: true }
  } catch (error) {
    throw error instanceof Refused ? fileMessage(error.message) : error
  }
}

const isWorkbook = (file: Uint8Array) => startsWith(file, [0x50, 0x4b, 3, 4])
export const startsWith = (file: Uint8Array, bytes: number[]) => bytes.every((byte, at) => file[at] === byte)

async function readSheet(file: Uint8Array, { sheet, maxSheetRows = maxRows + 2 }: OpenOptions) {
  try {
    const workbook = await openWorkbook(Buffer.from(file.buffer, file.byteOffset, file.length))
    return { ...(await toCsv(workbook, sheet ?? undefined, maxSheetRows)), sheets: workbook.sheets }
  } catch (error) {
    throw error instanceof WorkbookProblem ? fileMessage(workbookMessages[error.reason]) : error
  }
}

const fewerColumns = 'Remove those that you do not need.'
const notAWorkbook =
  'This is a workbook or a zip file. Open it in a spreadsheet and save it as an Excel workbook (.xlsx) or CSV UTF-8.'
const workbookMessages: Record<WorkbookProblem['reason'], string> = {
  damaged: notAWorkbook,
  'no workbook': notAWorkbook,
  binary: 'This is a binary workbook (.xlsb). Save it as an Excel workbook (.xlsx) or CSV UTF-8.',
  'too large': 'The workbook is too large when it is unpacked. Save the sheet as CSV UTF-8, or split it.',
  'many columns': `The sheet has more than ${maxHeadings} columns. ${fewerColumns}`,
  'no sheet': 'The workbook has no such sheet. Hidden sheets are not imported: show it, or choose another one.',
}

/** The encoding of a text file. Throws `Refused` for anything else. */
export async function findEncoding(
  content: Uint8Array,
  chosen: TextEncoding | null | undefined,
): Promise<TextEncoding> {
  if (startsWith(content, [0xd0, 0xcf, 0x11, 0xe0]))
    throw fileMessage(
      'This is an old workbook (.xls), or one with a password. Save it as an Excel workbook (.xlsx) without a password.',
    )
  try {
    return await detectEncoding([content], chosen)
  } catch (error) {
    if (!(error instanceof NotText)) throw error
    if (error.reason !== 'unknown encoding') throw fileMessage(notTextMessages[error.reason])
    const message = chosen ? 'The file cannot be read in this encoding. Choose another one.' : unknownEncoding
    throw new Refused(message, { file: message, encoding: message })
  }
}

const unknownEncoding =
  'The file is not UTF-8. Choose its encoding, or open it in a spreadsheet and save it as CSV UTF-8.'
const notTextMessages: Record<Exclude<NotText['reason'], 'unknown encoding'>, string> = {
  empty: 'The file is empty.',
  zip: notAWorkbook,
  'web page': 'This is a web page, not a CSV file. Download or export the file again.',
  NUL: 'The file contains NUL characters, so it is not a text file.',
}

type Source = Pick<ImportFile, 'content' | 'encoding' | 'declaresSeparator'>

export const rowsOf = ({ content, encoding, declaresSeparator }: Source, options: CsvOptions) =>
  readCsv(toUtf8([content], encoding), { ...options, skipsFirstLine: declaresSeparator, relaxQuotes: true })

/** The headings by the separator that gives the most columns in the first row. */
export async function findHead(source: Source, candidates: readonly string[]): Promise<FileHead> {
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
  if (problem && !best) throw describeProblem(problem)
  if (!best) throw fileMessage('The file is empty.')
  return best
}

/**
 * The rows after the headings, without empty ones, in batches. The headings are row 1, so records begin with 2; those of a sheet have
 * its own numbers. Throws `Refused` for a file with too many rows, empty ones included, and where the rest cannot be read, such as after
 * a quote that is not closed.
 */
export async function* readRows(file: ImportFile): AsyncGenerator<CsvRow[]> {
  try {
    for await (const rows of rowsOf(file, { separator: file.separator, maxRows: maxRows + 1 }))
      yield rows
        .filter(({ row, cells }) => row > 1 && !cells.every((cell) => cell.trim() === ''))
        .map((row) => (file.skippedRows === 0 ? row : { ...row, row: row.row + file.skippedRows }))
  } catch (error) {
    throw error instanceof CsvProblem ? describeProblem(error) : error
  }
}

export function describeProblem({ reason, row }: CsvProblem): Refused {
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
