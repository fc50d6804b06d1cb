import { alternateSpellings, directionals, standardSpelling, stateCodes, streetSuffixes } from './usps.ts'

export interface ParsedAddress {
  /** As written, such as '1-3', '101 1/2' or '2A'; '' if the address has no number. */
  number: string
  /** The leading digits of `number`, or ''. */
  streetNumber: string
  /** The end of an ascending range such as 1-3, else null. */
  streetNumberTo: number | null
  street: string
  unit: string | null
  city: string | null
  /** Two capital letters. */
  state: string | null
  /** Five digits. */
  zipCode: string | null
}

/** The beginning of the address of land without a house number: 'No number, W 16th Demo St'. */
export const NO_NUMBER = 'No number'

/** The text trimmed, with each run of whitespace replaced by one space. Searches compare this form (spec §5). */
export function normalizeAddressSpacing(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

/** The leading digits of an address, or '' (spec §3). */
export function streetNumberOf(address: string): string {
  return /^\s*(\d+)/.exec(address)?.[1] ?? ''
}

/** Whether the number of an address is one. Counties write 0 for land without a house number. */
export function isHouseNumber(number: string): boolean {
  return Number.parseInt(number, 10) > 0
}

/**
 * The street name in a form that is equal for all its spellings: 'Rockwell Street' and 'ROCKWELL ST.' both give
 * 'rockwell st'. It is lower case, without punctuation, with USPS abbreviations for suffixes, directionals and ordinals
 * up to twelfth.
 */
export function normalizeStreet(street: string): string {
  return tokenize(street)
    .map((token) => standardSpelling.get(token) ?? token)
    .join(' ')
}

/** All tokens that find a street: those of its normalized name and their other spellings. */
export function streetSearchTokens(normalizedStreet: string): string[] {
  const tokens = normalizedStreet.split(' ').filter((token) => token !== '')
  return [...new Set(tokens.flatMap((token) => [token, ...(alternateSpellings.get(token) ?? [])]))]
}

/** Splits a text into words in lower case, without accents and punctuation. */
export function tokenize(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’.]/g, '')
    .toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/**
 * A text that is equal for all spellings of the number, street and unit of an address; null without a number (0 is none) or street.
 * The place is not part of it.
 */
export function houseKey(address: string): string | null {
  const { number, street, unit } = parseAddress(address)
  const key = normalizeStreet(street)
  if (!isHouseNumber(number) || key === '') return null
  return [number, key, unit ?? ''].join('|').toLowerCase()
}

/** A text that is equal for addresses in the same place: the ZIP code, otherwise the city, given or in the address. */
export function placeKey({
  address,
  city,
  zipCode,
}: {
  address: string
  city?: string | null
  zipCode?: string | null
}): string {
  const parsed = parseAddress(address)
  const zip = /\d{5}/.exec(zipCode ?? '')?.[0] ?? parsed.zipCode
  return zip ?? tokenize(city ?? parsed.city ?? '').join(' ')
}

/**
 * Parses a US address, with or without commas, country and unit: '1018 W 12th Demo St, Demo Town, IN 00042, USA'.
 * No place names are looked up: without commas, the city begins after the first street suffix ('St', 'Avenue').
 */
export function parseAddress(text: string): ParsedAddress {
  const parts = normalizeAddressSpacing(text)
    .split(/ ?, ?/)
    .filter(
      (part) => part !== '' && part !== NO_NUMBER && !/^(usa?|u\.s\.(a\.)?|united states( of america)?)$/i.test(part),
    )
  const zipCode = takeZipCode(parts)
  const state = takeState(parts)
  const { number, streetNumber, streetNumberTo, rest } = splitNumber(parts.shift() ?? '')
  const { street, unit, after } = splitStreet(rest)
  const unitPart = parts[0] !== undefined && unitPattern.test(parts[0]) ? parts.shift() : undefined
  const city = parts.at(-1) ?? (after === '' ? null : after)
  return { number, streetNumber, streetNumberTo, street, unit: unit ?? unitPart ?? null, city, state, zipCode }
}

/**
 * Removes the ZIP code from the last part and returns it. Returns null if that would leave nothing of the address, so that
 * '10025' alone is not a ZIP code.
 */
function takeZipCode(parts: string[]): string | null {
  const last = parts.at(-1) ?? ''
  const match = /\b(\d{5})(?:-\d{4})?$/.exec(last)
  if (!match) return null
  const before = last.slice(0, match.index).trimEnd()
  if (parts.length === 1 && before === '') return null
  if (before === '') parts.pop()
  else parts[parts.length - 1] = before
  return match[1]!
}

function takeState(parts: string[]): string | null {
  const words = (parts.at(-1) ?? '').split(' ')
  // State names have up to three words. An address of one part keeps its first two words, because in '12 Maine' the last
  // one is the street.
  for (const count of [3, 2, 1]) {
    const code = stateCodes.get(words.slice(-count).join(' ').toLowerCase().replace(/[.]/g, ''))
    if (code === undefined || words.length < count) continue
    const before = words.slice(0, -count)
    if (parts.length === 1 && (before.length < 2 || isStreetEnding(words.slice(-count), before))) continue
    if (before.length === 0) parts.pop()
    else parts[parts.length - 1] = before.join(' ')
    return code
  }
  return null
}

/** Whether a state code is a street suffix here: 'Ct' is one in '12 Demo Ct', but not in '12 Demo St Town CT'. */
function isStreetEnding(words: string[], before: string[]): boolean {
  return (
    streetSuffixes.has(normalizeStreet(words.join(' '))) &&
    !before.slice(2).some((word) => streetSuffixes.has(normalizeStreet(word)))
  )
}

const streetNumberPattern =
  /^(\d+)((?:\s*-\s*\d+)*)((?:[.]\d+)?(?:\s+\d\/\d)?(?!(?:st|nd|rd|th)\b)[a-z]{0,2})(?=\s|$)\s*/i

function splitNumber(text: string) {
  const match = streetNumberPattern.exec(text)
  if (!match) return { number: '', streetNumber: '', streetNumberTo: null, rest: text }
  const from = Number(match[1])
  const to = Number(match[2]!.split('-').at(-1))
  return {
    number: match[0].trim(),
    streetNumber: match[1]!,
    // '45-7' is not a range but a number with a unit.
    streetNumberTo: to > from ? to : null,
    rest: text.slice(match[0].length),
  }
}

// The text has single spaces.
const unitPattern = /^(?:(?:apt|apartment|unit|ste|suite|bldg|building|fl|floor|rm|room|lot|trlr|ph)\.? ?#?|#) ?\S+$/i
const trailingUnitPattern =
  / (?:(?:apt|apartment|unit|ste|suite|bldg|building|fl|floor|rm|room|lot|trlr|ph)\.? (?:# ?)?|# ?)[\w-]+(?= |$)/i

function splitStreet(text: string): { street: string; unit: string | null; after: string } {
  const unit = trailingUnitPattern.exec(text)
  const street = text.slice(0, unit?.index)
  // The unit must follow at least two words, so that 'Lot Demo Rd' remains a street.
  if (unit && street.includes(' '))
    return { street, unit: unit[0].trim(), after: text.slice(unit.index + unit[0].length).trim() }
  const words = text.split(' ')
  const keys = words.map((word) => normalizeStreet(word))
  let end = keys.findIndex((key, i) => i > 0 && streetSuffixes.has(key) && !(i === 1 && directionals.has(keys[0]!)))
  if (end < 0) return { street: text, unit: null, after: '' }
  while (end + 1 < words.length && (streetSuffixes.has(keys[end + 1]!) || directionals.has(keys[end + 1]!))) end++
  return { street: words.slice(0, end + 1).join(' '), unit: null, after: words.slice(end + 1).join(' ') }
}
