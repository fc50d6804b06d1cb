/** A house number as written, with what it means. */
export interface HouseNumber {
  /** As written, such as '1-3', '101 1/2', '2A', 'W148N9748'. */
  written: string
  /** Equal for all spellings of one number: '1935-37' and '1935 to 1937' both give '1935-1937'. */
  key: string
  /** The digits that order the houses of a street and tell its side; 0 stands for no number. */
  first: number
  /** The last number of a range, else null. */
  last: number | null
  /** Whether a number within the range is surely one of the house's. '12-34' may be house 34 of block 12. */
  isRangeSure: boolean
}

/** How the numbers of a place are written. In a block numbering (Queens, Hawaii), 12-34 is one house and never a range. */
export type Numbering = 'usual' | 'blocks'

/** Two numbers with a hyphen are surely a range if they are this close, on one side of the street. */
const maxSureSpan = 20
/** Farther apart, they are not the ends of a range. */
const maxSpan = 400

const dashes = /[‐‑‒–—−]/g
const halves: Record<string, string> = { '½': ' 1/2', '¼': ' 1/4', '¾': ' 3/4' }

// The patterns match a text that ends with a space.
// Milwaukee and its neighbors number houses by a grid: 'W148N9748', 'N6 W23001', 'W7464'.
const gridPattern = /^([nsew]\d{1,5}(?:[ -]?[nsew]\d{1,5})?) [^ ]/i
// Puerto Rico: 'A17 Calle Sample'.
const lotPattern = /^([a-z]{1,2}-?\d{1,4}) (?:calle|cll|callejon|avenida|camino|paseo|via) /i
const fractionPattern = /^[ -](\d\/\d{1,2}) /
const lettersPattern = /^(-?)([a-z]{1,2}) /i
const hyphenPattern = /^((?: ?- ?\d+)+)(?:-?([a-z]{1,2}))? /i
const toPattern = /^(?: ?[&/] ?| (?:to|and|thru|through) )(\d+) /i
// Such as '12A-14B' and '12.5'.
const otherPattern = /^\d[\w.-]* /
const ordinalPattern = /^\d*(?:st|nd|rd|th)$/i

/** The house number at the beginning of a street address, and the rest. Null if there is none; '5th' and '12th' are streets. */
export function takeHouseNumber(
  text: string,
  numbering: Numbering = 'usual',
): { number: HouseNumber | null; rest: string } {
  const line = `${text.replace(dashes, '-').replace(/ ?[½¼¾]/g, (sign) => halves[sign.trim()]!)} `
  const found = takeGrid(line) ?? takeDigits(line, numbering)
  return found ? { number: found, rest: line.slice(found.written.length).trim() } : { number: null, rest: text }
}

function takeGrid(line: string): HouseNumber | null {
  const grid = gridPattern.exec(line)?.[1]
  const written = grid ?? lotPattern.exec(line)?.[1]
  if (written === undefined) return null
  const key = written.replace(/[ -]/, '').toLowerCase()
  return grid === undefined ? single(written, key) : { ...single(written, key), first: numberOf(key) }
}

function takeDigits(line: string, numbering: Numbering): HouseNumber | null {
  const digits = /^\d+/.exec(line)?.[0]
  if (digits === undefined) return null
  const after = line.slice(digits.length)
  const fraction = fractionPattern.exec(after)
  if (fraction) return single(digits + fraction[0].trimEnd(), `${withoutZeros(digits)} ${fraction[1]}`)
  const [letters, hyphen, name] = lettersPattern.exec(after) ?? []
  if (letters !== undefined && (hyphen === '-' || !ordinalPattern.test(name!)))
    return single(digits + letters.trimEnd(), withoutZeros(digits) + name!.toLowerCase())
  const range = rangeTo(digits, after) ?? rangeByHyphen(digits, after, numbering)
  if (range) return range
  if (after.startsWith(' ')) return single(digits, withoutZeros(digits))
  const other = otherPattern.exec(line)?.[0].trimEnd()
  return other === undefined || ordinalPattern.test(other) ? null : single(other, other.toLowerCase())
}

function single(written: string, key: string): HouseNumber {
  return { written, key, first: Number(/\d+/.exec(written)![0]), last: null, isRangeSure: false }
}

const withoutZeros = (digits: string) => digits.replace(/^0+/, '') || '0'

/** '8 & 10', '125 to 127': the ends are named. */
function rangeTo(digits: string, after: string): HouseNumber | null {
  const match = toPattern.exec(after)
  if (!match) return null
  const written = digits + match[0].trimEnd()
  const [first, last] = [Number(digits), Number(match[1])]
  if (last <= first || last - first > maxSpan) return single(written, `${withoutZeros(digits)}-${match[1]}`)
  return { written, key: `${first}-${last}`, first, last, isRangeSure: last - first <= maxSureSpan }
}

function rangeByHyphen(digits: string, after: string, numbering: Numbering): HouseNumber | null {
  const match = hyphenPattern.exec(after)
  if (!match) return null
  const written = digits + match[0].trimEnd()
  const parts = [digits, ...match[1]!.split('-').slice(1)].map((part) => part.trim())
  const end = parts.at(-1)!
  const isShort = end.length < digits.length
  const first = Number(digits)
  const last = Number(isShort ? digits.slice(0, digits.length - end.length) + end : end)
  const asWritten = { ...single(written, `${parts.join('-')}${(match[2] ?? '').toLowerCase()}`), first }
  const isRange =
    numbering === 'usual' &&
    last > first &&
    last - first <= maxSpan &&
    end.length <= digits.length + 1 &&
    match[2] === undefined
  // '45-7' is house 7 of block 45, or unit 7.
  if (!isRange || (isShort && (digits.length < 3 || last - first > maxSureSpan))) return asWritten
  const isSure =
    last - first <= maxSureSpan && (last - first) % 2 === 0 && (!isShort || digits.length > 3) && !end.startsWith('0')
  if (!isSure && !isShort) return { ...asWritten, last }
  return isSure ? { ...asWritten, key: `${first}-${last}`, last, isRangeSure: true } : { ...asWritten, last }
}

/** Whether the house has this number as one of its range, on its side of the street. */
export function includesNumber(range: HouseNumber, number: number): boolean {
  return range.last !== null && number >= range.first && number <= range.last && number % 2 === range.first % 2
}

/**
 * The number of an address as it is stored with a property: its leading digits, or all of a grid number such as 'W148N9748';
 * '' if it has none (spec §3).
 */
export function streetNumberOf(address: string): string {
  const line = address.trim()
  const grid = gridPattern.exec(line)?.[1]
  return grid === undefined ? (/^\d+/.exec(line)?.[0] ?? '') : grid.replace(/[ -]/, '').toUpperCase()
}

/** Whether the number of an address is one. Counties write 0 for land without a house number. */
export function isHouseNumber(number: string): boolean {
  return numberOf(number) > 0
}

/** The digits that order the houses of a street, of a number as it is stored; NaN without one. */
export function numberOf(number: string): number {
  return Number(/^(?:[nsew]?\d+[nsew])?[nsew]?(\d+)/i.exec(number.trim())?.[1] ?? Number.NaN)
}
