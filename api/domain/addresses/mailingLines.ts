import { NO_NUMBER, parseAddress } from './parseAddress.ts'
import { stateCodes } from './spellings.ts'
import { normalizeAddressSpacing } from './text.ts'
import { unitLength } from './units.ts'

const militaryCities = new Set(['APO', 'FPO', 'DPO'])
const domesticCountry = /^(?:usa?|u\.s\.(?:a\.)?|united states(?: of america)?)$/i
const careOf = /^(?:%|c\/o\b|c\.o\.|(?:in )?care of\b|attn\b|attention\b)/i
const careOfInside = / (?:%|c\/o |(?:in )?care of |attn[ :])/i
const box = /\bbox #?[\w-]+/i

/**
 * The lines of an address as on an envelope, below the name: care-of lines, other lines in their order, the street with its unit, and
 * 'City, ST ZIP'. `place` is the last line of an address without one. An address that has lines already keeps them, and one of another
 * country keeps what follows the street as it is written.
 */
export function mailingLines(address: string, place = ''): string[] {
  const given = address.split(/[\r\n\u2028\u2029]/).flatMap(toPart)
  if (given.length > 1) {
    const joined = takePlace(given)
    const isSplit = joined !== null && joined.before.length < given.length - 1
    return sortLines(isSplit ? [...joined.before, joined.line] : given)
  }
  const parts = (given[0] ?? '').split(/[,;]/).flatMap(toPart)
  const found = takePlace(parts)
  if (found) return [...deliveryLines(found.before), found.line]
  const lines = deliveryLines(parts)
  const end = lines.findIndex((line) => !careOf.test(line)) + 1 || lines.length
  const rest = lines.slice(end).join(', ')
  // The city alone is not repeated.
  return [...lines.slice(0, end), place.startsWith(rest) ? '' : rest, place].filter(Boolean)
}

/** A part with single spaces; none if it is empty, a country whose mail needs none, or says that there is no house number. */
function toPart(text: string): string[] {
  const part = normalizeAddressSpacing(text)
  return part === '' || part === NO_NUMBER || domesticCountry.test(part) ? [] : [part]
}

interface AddressEnd {
  before: string[]
  /** 'City, ST ZIP'. */
  line: string
}

/** Separates the last line of an address in the United States from the parts before it; null if it is not certain. */
function takePlace(parts: readonly string[]): AddressEnd | null {
  const before = [...parts]
  const words = before.pop()?.split(' ') ?? []
  if (words.length > 1 && domesticCountry.test(words.at(-1)!)) words.pop()
  const next = () => words.push(...(before.pop()?.split(' ') ?? []))
  const zip = takeZip(words)
  const isZipAlone = words.length === 0
  if (isZipAlone) next()
  const state = takeState(words, zip !== '', before.at(-1) ?? '')
  if (state === null && !(isZipAlone && before.length > 0)) return null
  const isStateAlone = words.length === 0
  if (isStateAlone) next()
  const { street, city } = splitCity(words.join(' '), before.length === 0)
  // Without a ZIP code, a word may only look like a state.
  if (city === '' && (zip === '' || (!isStateAlone && !isZipAlone))) return null
  const separator = state === null || militaryCities.has(city.toUpperCase()) ? ' ' : ', '
  const end = [state, zip].filter(Boolean).join(' ')
  return { before: [...before, ...(street ? [street] : [])], line: [city, end].filter(Boolean).join(separator) }
}

/** Removes the ZIP code from the end of the words. Returns it, with a hyphen before +4, or '' if there is none. */
function takeZip(words: string[]): string {
  const [last = '', previous = ''] = words.toReversed()
  const glued = /^([a-z]{2})(\d{5}(?:-\d{4})?)$/i.exec(last)
  if (glued && stateCodes.has(glued[1]!.toLowerCase())) {
    words.splice(-1, 1, glued[1]!)
    return glued[2]!
  }
  const isApart = /^-?\d{4}$/.test(last) && /^\d{5}-?$/.test(previous)
  const [, zip, plusFour] = /^(\d{5})-*(\d{4})?$/.exec(isApart ? `${previous}-${last}` : last) ?? []
  if (zip === undefined) return ''
  words.splice(isApart ? -2 : -1)
  return plusFour === undefined || plusFour === '0000' ? zip : `${zip}-${plusFour}`
}

/** Removes the state from the end of the words and returns its code; null if there is none. */
function takeState(words: string[], hasZip: boolean, previousPart: string): string | null {
  for (const count of [3, 2, 1]) {
    const name = words.slice(-count).join(' ').replaceAll('.', '')
    const code = stateCodes.get(name.toLowerCase())
    if (code === undefined || words.length < count) continue
    const isName = name.length > 2
    if (!hasZip && name !== code) return null
    // '12 Mail St, New York 10001' names the city.
    if (isName && words.length === count && /\d/.test(previousPart)) return null
    words.splice(-count)
    return code
  }
  return null
}

/** Separates the city from a text that may begin with a street or a unit. Either is '' if it is not there, or not certain. */
function splitCity(text: string, isFirst: boolean): { street: string; city: string } {
  if (careOf.test(text) || text === '') return { street: text, city: '' }
  if (!/\d/.test(text) && !(isFirst && / (?:APO|FPO|DPO)$/i.test(text))) return { street: '', city: text }
  const words = text.split(' ')
  const unit = text.slice(0, unitLength(text))
  const boxEnd = box.exec(text)
  const street = militaryCities.has(words.at(-1)!.toUpperCase())
    ? words.slice(0, -1).join(' ')
    : unit.includes(' ') && /\d/.test(unit)
      ? unit
      : boxEnd
        ? text.slice(0, boxEnd.index + boxEnd[0].length)
        : streetOf(text)
  const city = text.slice(street.length).trim()
  return /\d/.test(city) ? { street: text, city: '' } : { street, city }
}

/** The text up to the city that the address parser finds in it. */
function streetOf(text: string): string {
  const { city } = parseAddress(text)
  return city && text.endsWith(` ${city}`) ? text.slice(0, -city.length - 1) : text
}

/** The parts before the place as lines: those that name a person first, and units beside the street. */
function deliveryLines(parts: readonly string[]): string[] {
  const hasStreet = parts.some((part) => !careOf.test(part) && (/^\d/.test(part) || box.test(part)))
  const lines: string[] = []
  let firstUnits: string[] = []
  for (const part of parts.flatMap((text) => splitCareOf(text, hasStreet))) {
    const street = lines.findLastIndex((line) => !careOf.test(line))
    if (careOf.test(part)) lines.push(part)
    else if (unitLength(part) < part.length) {
      lines.push([part, ...firstUnits].join(', '))
      firstUnits = []
    } else if (street >= 0) lines[street] += `, ${part}`
    else firstUnits.push(part)
  }
  return sortLines(firstUnits.length > 0 ? [...lines, firstUnits.join(', ')] : lines)
}

/** Separates a name that follows the street in one part, or is before it if no other part is a street. */
function splitCareOf(text: string, hasStreet: boolean): string[] {
  const at = careOf.test(text) ? (hasStreet ? -1 : text.search(/ (?:\d+ |p\.?o\.? box )/i)) : text.search(careOfInside)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function sortLines(lines: readonly string[]): string[] {
  return [...lines.filter((line) => careOf.test(line)), ...lines.filter((line) => !careOf.test(line))]
}
