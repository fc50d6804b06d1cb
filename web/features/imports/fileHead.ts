import { parse } from 'csv-parse/browser/esm/sync'

/** The headings of a file and its first rows. */
export interface FileHead {
  headings: string[]
  rows: string[][]
  /** The numbers of these rows; undefined if they follow the headings. */
  rowNumbers?: number[]
  /** The sheets of a workbook, and the one that was read. */
  sheets?: string[]
  sheet?: string
}

const HEAD_BYTES = 64 * 1024
const MAX_ROWS = 20
/** The server refuses files with more. */
const MAX_COLUMNS = 500
const SEPARATORS = [',', ';', '\t']

/** Whether the file is a zip file, as workbooks are. The server reads those. */
export async function isWorkbook(file: File): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  return [0x50, 0x4b, 3, 4].every((byte, at) => start[at] === byte)
}

/** Reads the beginning of the file, for the preview. The server reads and checks the whole of it. */
export async function readHead(file: File): Promise<FileHead> {
  return parseHead(decode(await file.slice(0, HEAD_BYTES).arrayBuffer()), file.size > HEAD_BYTES)
}

/** The text in UTF-16 by its byte order mark, else in UTF-8, else in Windows-1252. Its end may be within a character. */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes)
  const decodeAs = (encoding: string, fatal: boolean) =>
    new TextDecoder(encoding, { fatal }).decode(bytes, { stream: true })
  if (first === 0xff && second === 0xfe) return decodeAs('utf-16le', false)
  if (first === 0xfe && second === 0xff) return decodeAs('utf-16be', false)
  try {
    return decodeAs('utf-8', true)
  } catch {
    return decodeAs('windows-1252', false)
  }
}

/** `isCut` says that the text may end within a row. */
export function parseHead(text: string, isCut = false): FileHead {
  // Spreadsheets are told the separator by a first line such as sep=; which is no row.
  const [line, declared] = /^\uFEFF?"?sep=([,;\t])"?(?:\r\n?|\n)/i.exec(text) ?? ['']
  const all = text.slice(line.length)
  const complete = isCut ? all.slice(0, all.lastIndexOf('\n') + 1) : all
  const candidates = (declared ? [declared] : SEPARATORS).map((delimiter) => parseRows(complete, delimiter))
  const [headings = [], ...rows] = candidates.reduce((best, next) =>
    (next[0]?.length ?? 0) > (best[0]?.length ?? 0) ? next : best,
  )
  return {
    headings: headings.slice(0, MAX_COLUMNS).map((heading) => heading.trim()),
    rows: rows.map((row) => row.slice(0, MAX_COLUMNS)),
  }
}

function parseRows(text: string, delimiter: string): string[][] {
  const rows: string[][] = []
  try {
    parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      to: MAX_ROWS + 1,
      on_record: (record: string[]) => {
        rows.push(record)
        return null
      },
    })
  } catch {
    // The rows before the error are shown; the server tells what is wrong.
  }
  return rows
}
