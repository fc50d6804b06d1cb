import { parse } from 'csv-parse/browser/esm/sync'

/** The headings of a file and its first rows. */
export interface FileHead {
  headings: string[]
  rows: string[][]
}

const HEAD_BYTES = 64 * 1024
const MAX_ROWS = 20
/** The server refuses files with more. */
const MAX_COLUMNS = 500
const SEPARATORS = [',', ';', '\t']

/** Reads the beginning of the file, for the preview. The server reads and checks the whole of it. */
export async function readHead(file: File): Promise<FileHead> {
  return parseHead(await file.slice(0, HEAD_BYTES).text(), file.size > HEAD_BYTES)
}

/** `isCut` says that the text may end within a row. */
export function parseHead(text: string, isCut = false): FileHead {
  const candidates = SEPARATORS.map((delimiter) =>
    parseRows(isCut ? text.slice(0, text.lastIndexOf('\n') + 1) : text, delimiter),
  )
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
