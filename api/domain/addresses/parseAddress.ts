import { defaultMaxLength } from '../defaultMaxLength.ts'
import { type HouseNumber, type Numbering, takeHouseNumber } from './houseNumbers.ts'
import { directionals, standardSpelling, stateCodes, streetSuffixes } from './spellings.ts'
import { countStreetWords, endsWithRoadNumber } from './streets.ts'
import { normalizeAddressSpacing, normalizeName } from './text.ts'
import { findUnit, isUnit, unitKey, unitLength } from './units.ts'

export interface ParsedAddress {
  /** As written, such as '1-3', '101 1/2', '2A' or 'W148N9748'; '' if the address has no number. */
  number: string
  /** What the number means; null without one. */
  houseNumber: HouseNumber | null
  /** As written. Of a rural route and of an urbanization in Puerto Rico, all of it. */
  street: string
  /** As written: 'Apt 4', 'Rear'. */
  unit: string | null
  city: string | null
  /** Two capital letters. */
  state: string | null
  /** Five digits. */
  zipCode: string | null
  /** The four digits of ZIP+4. */
  zip4: string | null
}

/** What is known of the place apart from the address. A city tells where the street ends. */
export interface KnownPlace {
  city?: string | null | undefined
  state?: string | null | undefined
  zipCode?: string | null | undefined
}

/** The beginning of the address of land without a house number: 'No number, W 16th Demo St'. */
export const NO_NUMBER = 'No number'

const noAddress: ParsedAddress = {
  number: '',
  houseNumber: null,
  street: '',
  unit: null,
  city: null,
  state: null,
  zipCode: null,
  zip4: null,
}

const countryPattern = /^(usa?|u\.s\.(a\.)?|united states( of america)?)$/i

/**
 * Parses a US address, with or without commas, country and unit: '1018 W 12th Demo St, Demo Town, IN 00042, USA'. No place names are
 * looked up: without commas and a known city, the city begins after the street (`countStreetWords`). A text that is longer than any
 * address is a street without a number.
 */
export function parseAddress(text: string, known: KnownPlace = {}): ParsedAddress {
  if (text.length > defaultMaxLength) return { ...noAddress, street: normalizeAddressSpacing(text) }
  const parts = text
    .replaceAll(/[()]/g, ' ')
    .split(/[,;\n]/)
    .map(normalizeAddressSpacing)
    .filter((part) => part !== '' && part !== NO_NUMBER && !countryPattern.test(part))
  const { zipCode, zip4 } = takeZipCode(parts)
  const state = takeState(parts)
  const numbering = numberingOf(state ?? known.state ?? null, zipCode ?? known.zipCode ?? null)
  const line = takeStreetLine(parts)
  const unitParts = takeUnits(parts)
  const { urbanization, city } = takePlace(parts)
  const box = parseBox(line)
  const { number, rest } = box ? { number: box.houseNumber, rest: '' } : takeHouseNumber(line, numbering)
  const split = box ?? splitStreet(rest, city !== null, known.city ?? null)
  const units = [split.unit, ...unitParts].filter((unit) => unit !== null)
  return {
    number: number?.written ?? '',
    houseNumber: number,
    street: [split.street, urbanization].filter(Boolean).join(', '),
    unit: units.length === 0 ? null : units.join(' '),
    city: city ?? (split.after === '' ? null : split.after),
    state,
    zipCode,
    zip4,
  }
}

/** In Hawaii, most of Queens and Fair Lawn, a number with a hyphen is one house. */
function numberingOf(state: string | null, zipCode: string | null): Numbering {
  return state === 'HI' || /^(?:11[1346]|96[78]|07410)/.test(zipCode ?? '') ? 'blocks' : 'usual'
}

/**
 * Removes the ZIP code from the last part and returns it. Returns null if that would leave nothing of the address, so that
 * '10025' alone is not a ZIP code.
 */
function takeZipCode(parts: string[]): { zipCode: string | null; zip4: string | null } {
  const last = parts.at(-1) ?? ''
  const match = /(?:^| )(\d{5})(?:-?(\d{4})|-)?$/.exec(last)
  const before = match ? last.slice(0, match.index).trimEnd() : ''
  if (!match || (parts.length === 1 && before === '')) return { zipCode: null, zip4: null }
  if (parts.length === 1 && endsWithRoadNumber(takeHouseNumber(last).rest)) return { zipCode: null, zip4: null }
  if (before === '') parts.pop()
  else parts[parts.length - 1] = before
  return { zipCode: match[1]!, zip4: match[2] ?? null }
}

function takeState(parts: string[]): string | null {
  const words = (parts.at(-1) ?? '').split(' ')
  // State names have up to three words. An address of one part keeps its first two words, because in '12 Maine' the last
  // one is the street.
  for (const count of [3, 2, 1]) {
    const code = stateCodes.get(words.slice(-count).join(' ').toLowerCase().replace(/[.]/g, ''))
    if (code === undefined || words.length < count) continue
    const before = words.slice(0, -count)
    if (parts.length === 1 && (before.length < 2 || isStreetEnding(words.slice(-count).join(' '), before))) continue
    if (before.length === 0) parts.pop()
    else parts[parts.length - 1] = before.join(' ')
    return code
  }
  return null
}

/** State codes that end a street too: 'Ct' does in '12 Demo Ct', but not in '12 Demo St Town CT'; 'NE' does after 'Demo Ave'. */
function isStreetEnding(code: string, before: readonly string[]): boolean {
  const key = normalizeName(code)
  if (endsWithRoadNumber([...before.slice(1), code].join(' '))) return true
  const isSuffix = (word: string | undefined) => streetSuffixes.has(normalizeName(word ?? ''))
  if (directionals.has(key)) return isSuffix(before.at(-1)) || /^\d+[a-z]?$/i.test(before.at(-1) ?? '')
  const mayEnd = streetSuffixes.has(key) || standardSpelling.has(key) || ['la', 'mt', 'ky', 'al'].includes(key)
  // No town stands between a suffix and the state: 'Terrace Ct' is a street.
  return mayEnd && (!before.slice(2).some(isSuffix) || isSuffix(before.at(-1)))
}

/**
 * Removes and returns the part with the street, and what comes before it. This is the first part, or the first with a number if only
 * the name of a place comes before: 'Sample Hall, 12 Demo St'.
 */
function takeStreetLine(parts: string[]): string {
  joinDivided(parts)
  const index = parts.findIndex((part) => !isUnit(part) && takeHouseNumber(part).number !== null)
  const before = parts.slice(0, Math.max(index, 0))
  // 'Demo Rd, 29 Samples' has a city that begins with a number.
  const isCity = () => index === parts.length - 1 && !hasStreet(takeHouseNumber(parts[index]!).rest)
  if (before.some((part) => endsAsStreet(part.split(' '))) && isCity()) return parts.shift()!
  const kept = before.flatMap(keepBeforeStreet)
  const [line = ''] = parts.splice(0, before.length + 1, ...kept).slice(before.length)
  return line
}

/** Joins what a comma divides: '12, Demo St' and 'HC 72, Box 12'. */
function joinDivided(parts: string[]): void {
  const [first = '', second] = parts
  const isNumber = /^\d+$/.test(first) && second !== undefined && hasStreet(second)
  const boxAt = parts.findIndex((part) => /^box #? ?\d/i.test(part))
  const at = isNumber ? 0 : boxAt - 1
  if (at >= 0) parts.splice(at, 2, `${parts[at]} ${parts[at + 1]}`)
}

/** What a part before the street tells: its unit, or the urbanization. */
function keepBeforeStreet(part: string): string[] {
  if (isUnit(part) || urbanizationPattern.test(part)) return [part]
  const words = part.split(' ')
  const unit = findUnit(words, () => true)
  return unit ? [words.slice(unit.start, unit.end).join(' ')] : []
}

function hasStreet(text: string): boolean {
  const words = text.split(' ')
  return countStreetWords(words) < words.length || endsAsStreet(words)
}

function endsAsStreet(words: readonly string[]): boolean {
  const last = normalizeName(words.at(-1) ?? '')
  return streetSuffixes.has(last) || directionals.has(last) || endsWithRoadNumber(words.join(' '))
}

const urbanizationPattern = /^(?:urb|urbanizacion|urbanización)[.]? \S/i

// Such as 'Tower 2'.
const numberedPartPattern = /^\p{L}+[.]? #?\d[\w.-]*$/u

function takeUnits(parts: string[]): string[] {
  const units: string[] = []
  const others = parts.flatMap((part, index) => {
    const isZipCode = index === parts.length - 1 && /^\d{5}$/.test(part)
    const end = numberedPartPattern.test(part) || (isUnit(part) && !isZipCode) ? part.length : unitLength(part)
    if (end > 0) units.push(part.slice(0, end))
    return end === part.length ? [] : [part.slice(end).trimStart()]
  })
  parts.splice(0, parts.length, ...others)
  return units
}

function takePlace(parts: readonly string[]): { urbanization: string | null; city: string | null } {
  const urbanization = parts.find((part) => urbanizationPattern.test(part)) ?? null
  return { urbanization, city: parts.findLast((part) => part !== urbanization) ?? null }
}

const routes: readonly [name: string, pattern: RegExp][] = [
  ['Rural Route', /^(?:r\.? ?r\.?|rfd|rural (?:route|rte|rt|free delivery)|route|rte|rt\.?)$/i],
  ['Highway Contract', /^(?:hcr?|h\.c\.|highway contract(?: (?:route|rte|rt))?)$/i],
  ['Star Route', /^star (?:route|rte|rt)$/i],
  ['PSC', /^psc$/i],
  ['CMR', /^cmr$/i],
  ['Unit', /^unit$/i],
]

/** What the part with the street says apart from the number. */
interface SplitStreet {
  street: string
  unit: string | null
  /** What comes after the street and the unit: a city, or ''. */
  after: string
}

/** 'RR 2 Box 152', 'HC 72 Box 12' and, in the forces, 'PSC 3 Box 4120': the box is the number, on the route. */
function parseBox(line: string): (SplitStreet & { houseNumber: HouseNumber }) | null {
  const [before = '', box = '', ...more] = line.split(/,? box #? ?/i)
  const match = /^(.{2,40}?)[ -]#? ?(\w{1,6})$/.exec(before)
  const route = match && routes.find(([, pattern]) => pattern.test(match[1]!))
  const words = box.split(' ')
  const [id] = words
  if (more.length > 0 || !route || !/^\w[\w-]{0,9}$/.test(id!)) return null
  const written = `Box ${id}`
  const first = Number(/\d+/.exec(id!)?.[0] ?? 0)
  const unit = findUnit(words, () => true)
  return {
    houseNumber: { written, key: `box ${unitKey(id)}`, first, last: null, isRangeSure: false },
    street: `${route[0]} ${match[2]!.toUpperCase().replace(/^0+([^0])/, '$1')}`,
    unit: unit && words.slice(unit.start, unit.end).join(' '),
    after: words.slice(unit?.end ?? 1).join(' '),
  }
}

function splitStreet(line: string, isWhole: boolean, knownCity: string | null): SplitStreet {
  const words = line.split(' ')
  const unit = findUnit(words, (index) => endsAsStreet(words.slice(0, index)))
  const streetWords = words.slice(0, unit?.start)
  const end = countStreetWords(streetWords)
  // '12 Demo St 4' is unit 4.
  const bare = /^(?:\d{1,4}[a-z]?|[a-z]\d{1,4})$/i.test(streetWords[end] ?? '') ? [streetWords[end]!] : []
  const rest = streetWords.slice(end + bare.length).join(' ')
  const unitWords = [...bare, ...(unit ? words.slice(unit.start, unit.end) : [])]
  const unitText = unitWords.length === 0 ? null : unitWords.join(' ')
  const after = unit ? words.slice(unit.end).join(' ') : rest
  if (unit && rest !== '')
    return { street: streetWords.join(' '), unit: words.slice(unit.start, unit.end).join(' '), after }
  // No city ends with a number: 'Demo St Tower 2'.
  if (!unit && /\d/.test(rest.slice(rest.lastIndexOf(' ') + 1)))
    return { street: streetWords.slice(0, end).join(' '), unit: streetWords.slice(end).join(' '), after: '' }
  // Where the city is known, what does not name it is the street's.
  const isCity =
    unit || after === '' || (!isWhole && (knownCity === null || normalizeName(after) === normalizeName(knownCity)))
  if (!isCity) return { street: line, unit: null, after: '' }
  return { street: streetWords.slice(0, end).join(' '), unit: unitText, after }
}

/** The unit of an address as written: 'Unit 3', 'Rear'; null without one. */
export const unitOf = (address: string): string | null => parseAddress(address).unit

/** The address with this unit, unless it has one, whether its place is known or not. */
export function withMissingUnit(address: string, unit: string | null | undefined, known: KnownPlace = {}): string {
  if (!unit?.trim()) return address
  return unitOf(address) === null && parseAddress(address, known).unit === null ? withUnit(address, unit) : address
}

/** The address with a unit behind its street: '12 Demo St, Demo Town' and '4B' give '12 Demo St Unit 4B, Demo Town'. */
export function withUnit(address: string, unit: string): string {
  const [line = '', ...others] = address.split(',')
  const written = normalizeAddressSpacing(unit)
  // An id alone might be taken for a part of the street.
  const named = isUnit(written) && /^(?:[a-z]{2,}|#)/i.test(written) ? written : `Unit ${written}`
  return [`${line.trimEnd()} ${named}`, ...others].join(',')
}
