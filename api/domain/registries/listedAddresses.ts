import { streetNumberOf } from '../addresses/houseNumbers.ts'
import { parseAddress, type KnownPlace } from '../addresses/parseAddress.ts'
import { directionals, standardSpelling, streetSuffixes } from '../addresses/spellings.ts'
import { endsWithRoadNumber } from '../addresses/streets.ts'

/** The most addresses of a city's list. */
export const maxListedAddresses = 200_000

/** An address of a city's list, with the number of its line. */
export interface ListedAddress {
  row: number
  address: string
  city: string | null
  state: string | null
  zipCode: string | null
}

/** What was found in the lines of a list. */
export interface FoundAddresses {
  found: ListedAddress[]
  /** The lines with text and without an address, such as the header of a page. */
  ignored: { row: number; text: string }[]
}

/** A longer line is no address. */
const maxLineLength = 300
/** Words of a street without a suffix such as 'Broadway' are at most this many, because a sentence may begin with a number, too. */
const maxBareStreetWords = 2
const months = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*[.]?$/i
const listNumberPattern = /^#?\d{1,6}[.):] +/
const leadingNumberPattern = /^(\d{1,6}) +(\d)/

/**
 * The addresses of lines of text, as they are pasted from a message or from a PDF: the numbers of lines, the headers of pages and other text
 * around them are left out. Columns are separated by tabs or by two spaces; a line may have several addresses.
 */
export function findListedAddresses(lines: readonly string[], place: KnownPlace, firstRow = 1): FoundAddresses {
  const isNumbered = haveLineNumbers(lines)
  const result: FoundAddresses = { found: [], ignored: [] }
  for (const [index, line] of lines.entries()) {
    const row = firstRow + index
    const text = line.trim()
    if (text === '') continue
    const addresses = text.length > maxLineLength ? [] : addressesOfLine(text, isNumbered, place)
    if (addresses.length === 0) result.ignored.push({ row, text: text.slice(0, 100).toWellFormed() })
    for (const address of addresses) result.found.push(toListed(row, address, place))
  }
  return result
}

/** The address of a row of a table, from the cells of its columns; null without one. */
export function toListedRow(
  row: number,
  cells: { address: string; unit: string; city: string; state: string; zipCode: string },
  place: KnownPlace,
): ListedAddress | null {
  const known = { city: cells.city || place.city, state: cells.state || place.state, zipCode: cells.zipCode || null }
  const written = cells.address.trim()
  if (written.length > maxLineLength || !isAddress(written, known)) return null
  const hasUnit = cells.unit.trim() === '' || parseAddress(written, known).unit !== null
  const [line = '', ...rest] = written.split(',')
  const unit =
    /^\w{1,20}$/.test(cells.unit.trim()) && /\d/.test(cells.unit) ? `Unit ${cells.unit.trim()}` : cells.unit.trim()
  const address = hasUnit ? written : [`${line.trimEnd()} ${unit.slice(0, 40)}`, ...rest].join(',')
  return toListed(row, address, known)
}

function toListed(row: number, address: string, known: KnownPlace): ListedAddress {
  const parsed = parseAddress(address, known)
  return {
    ...{ row, address },
    city: parsed.city ?? known.city ?? null,
    state: parsed.state ?? known.state ?? null,
    zipCode: parsed.zipCode ?? known.zipCode ?? null,
  }
}

/** Whether most lines begin with the number that follows that of the line before, and another number. */
function haveLineNumbers(lines: readonly string[]): boolean {
  let [before, numbered, follow] = [Number.NaN, 0, 0]
  for (const line of lines) {
    const match = leadingNumberPattern.exec(line.slice(0, 20).trimStart())
    if (!match) continue
    const number = Number(match[1])
    numbered += 1
    if (number === before + 1) follow += 1
    before = number
  }
  return numbered > 1 && follow >= 0.8 * (numbered - 1)
}

function addressesOfLine(text: string, isNumbered: boolean, place: KnownPlace): string[] {
  const plain = withoutNumber(text, isNumbered)
  const columns = plain.split(/\t| {2,}/).map((column) => column.trim())
  const addresses: string[] = []
  // A column that is no address continues the one before, as the city does.
  let isOpen = false
  for (const column of columns.filter(Boolean)) {
    const written = withoutNumber(column, false)
    if (isAddress(written, place)) {
      addresses.push(written)
      isOpen = true
    } else if (isOpen && isPlace(column)) addresses.push(`${addresses.pop()}, ${column}`)
    else isOpen = false
  }
  return addresses
}

function withoutNumber(text: string, isNumbered: boolean): string {
  const plain = text.replace(listNumberPattern, '')
  return isNumbered ? plain.replace(leadingNumberPattern, '$2') : plain
}

/** Whether a column may be the unit, the city, the state or the ZIP code of the address before it. */
const isPlace = (text: string): boolean =>
  /^\d{5}(?:-\d{4})?$/.test(text) ||
  (!/\d/.test(text) && text.length <= 40) ||
  /^(?:apt|unit|ste|#)/i.test(text) ||
  /[A-Z]{2} \d{5}/.test(text)

/** Whether a text begins with a house number and a street, as far as it can be told without a list of streets. */
function isAddress(text: string, place: KnownPlace): boolean {
  if (!/\d/.test(text) || streetNumberOf(text) === '') return false
  const { houseNumber, street, city, zipCode } = parseAddress(text, place)
  if (!houseNumber || houseNumber.first === 0 || !/\p{L}/u.test(street)) return false
  const words = street.toLowerCase().replaceAll(/[.,]/g, '').split(' ')
  if (words.some((word) => months.test(word)) && /\b\d{4}$/.test(text)) return false
  if (words[0] === 'of' || words[0] === 'to') return false
  const hasSuffix = words.slice(1).some((word) => streetSuffixes.has(standardSpelling.get(word) ?? word))
  if (hasSuffix || endsWithRoadNumber(street) || /^(?:rural route|highway contract)/i.test(street)) return true
  const bare = words.filter((word) => !directionals.has(standardSpelling.get(word) ?? word))
  return bare.length <= maxBareStreetWords && (text.split(' ').length <= 4 || city !== null || zipCode !== null)
}
