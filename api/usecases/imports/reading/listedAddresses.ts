import { TextDecoder } from 'node:util'
import type { KnownPlace } from '../../../domain/addresses/parseAddress.ts'
import { Refused } from '../../../domain/errors.ts'
import { cellText } from '../../../domain/imports/importCells.ts'
import {
  findListedAddresses,
  maxListedAddresses,
  toListedRow,
  type FoundAddresses,
} from '../../../domain/registries/listedAddresses.ts'
import { CsvProblem, type CsvRow } from '../../../services/csv/readCsv.ts'
import type { FoundBatch } from './protocol.ts'
import { describeProblem, findEncoding, findHead, readTable, rowsOf, startsWith, type FileHead } from './importFile.ts'

/** The headings of the columns of a list, in lower case without spaces and signs. */
const headingsByField = {
  address: 'address streetaddress propertyaddress siteaddress fulladdress serviceaddress address1 location',
  number: 'housenumber streetnumber number no housenum',
  street: 'street streetname',
  unit: 'unit apt apartment suite aptsuite unitnumber address2 aptunit',
  city: 'city town municipality',
  state: 'state',
  zipCode: 'zip zipcode postalcode postcode',
} as const
type Field = keyof typeof headingsByField
type Columns = Partial<Record<Field, number>>

const maxRows = maxListedAddresses + 1_000
const maxTextLength = 64 * 1024 * 1024
const maxIgnored = 1_000
const batchSize = 2_000

/**
 * The addresses of a city's list, in batches: of a CSV file or workbook with a column of addresses, or of any other text with its lines.
 * Throws `Refused` for a file that is no text, and for one without addresses or with too many.
 */
export async function* readListedAddresses(file: Uint8Array, place: KnownPlace): AsyncGenerator<FoundBatch> {
  if (startsWith(file, [0x25, 0x50, 0x44, 0x46]))
    throw refuse('This is a PDF file. Open it, select and copy all of its text, and paste the text.')
  let [count, ignoredCount] = [0, 0]
  for await (const batch of batchesOf(file, place)) {
    count += batch.found.length
    if (count > maxListedAddresses)
      throw refuse(`A list can have at most ${maxListedAddresses.toLocaleString('en-US')} addresses.`)
    const ignored = batch.ignored.slice(0, Math.max(maxIgnored - ignoredCount, 0))
    ignoredCount += batch.ignored.length
    yield { found: batch.found, ignored, ignoredCount: batch.ignored.length }
  }
  if (count === 0) throw refuse('The list has no addresses. A line should begin with a house number and a street.')
}

const refuse = (message: string) => new Refused(message, { file: message })

async function* batchesOf(file: Uint8Array, place: KnownPlace): AsyncGenerator<FoundAddresses> {
  const { content, isConverted, skippedRows } = await readTable(file, { maxSheetRows: maxRows })
  const encoding = await findEncoding(content, null)
  const source = { content, encoding, declaresSeparator: false }
  const head = await findHead(source, isConverted ? [','] : [',', ';', '\t']).catch(() => null)
  const columns = head && columnsOf(head)
  try {
    if (head && columns) {
      for await (const rows of rowsOf(source, { separator: head.separator, maxRows }))
        yield fromTable(rows, columns, place, skippedRows)
    } else if (isConverted) {
      for await (const rows of rowsOf(source, { separator: ',', maxRows })) {
        const lines = rows.map(({ cells }) => cells.map(cellText).filter(Boolean).join('  '))
        if (rows[0]) yield findListedAddresses(lines, place, rows[0].row + skippedRows)
      }
    } else yield* fromText(new TextDecoder(encoding).decode(content), place)
  } catch (error) {
    throw error instanceof CsvProblem ? describeProblem(error) : error
  }
}

function* fromText(text: string, place: KnownPlace): Generator<FoundAddresses> {
  if (text.length > maxTextLength) throw refuse('The text is too long. Split it.')
  const lines = text.split(/\r\n|[\r\n\f]/)
  const found = lines.length <= batchSize ? [findListedAddresses(lines, place)] : null
  if (found) return yield* found
  for (let start = 0; start < lines.length; start += batchSize)
    yield findListedAddresses(lines.slice(start, start + batchSize), place, start + 1)
}

function columnsOf({ headings }: FileHead): Columns | null {
  const names = headings.map((heading) => heading.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  const columns: Columns = {}
  for (const [field, known] of Object.entries(headingsByField) as [Field, string][]) {
    const index = known
      .split(' ')
      .map((name) => names.indexOf(name))
      .find((at) => at >= 0)
    if (index !== undefined) columns[field] = index
  }
  const hasAddress = columns.address !== undefined || columns.street !== undefined
  return hasAddress ? columns : null
}

function fromTable(rows: readonly CsvRow[], columns: Columns, place: KnownPlace, skippedRows: number): FoundAddresses {
  const result: FoundAddresses = { found: [], ignored: [] }
  for (const { row, cells } of rows) {
    const text = (field: Field) => cellText(cells[columns[field] ?? -1] ?? '')
    if (row === 1 || cells.every((cell) => cell.trim() === '')) continue
    const address = text('address') || `${text('number')} ${text('street')}`.trim()
    const others = { unit: text('unit'), city: text('city'), state: text('state'), zipCode: text('zipCode') }
    const listed = toListedRow(row + skippedRows, { address, ...others }, place)
    if (listed) result.found.push(listed)
    else result.ignored.push({ row: row + skippedRows, text: cells.join(', ').slice(0, 100).toWellFormed() })
  }
  return result
}
