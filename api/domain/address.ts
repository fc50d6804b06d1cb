import { directionals, streetSuffixes, alternateSpellings, standardSpelling, stateCodes } from './usps.ts'

export interface ParsedAddress {
  /** As written: '1-3', '101 1/2', '2A'; '' when the address has none. */
  number: string
  /** The leading digits of the number, or ''. */
  streetNumber: string
  /** The end of a rising range such as 1-3, else null. */
  streetNumberTo: number | null
  street: string
  unit: string | null
  city: string | null
  /** Two capital letters. */
  state: string | null
  /** Five digits. */
  zipCode: string | null
}

/** Trimmed, with single spaces: what a search is made of (spec §5). */
export function normalizeAddressSpacing(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

/** The leading digits of an address, or '' (spec §3). */
export function streetNumberOf(address: string): string {
  return /^\s*(\d+)/.exec(address)?.[1] ?? ''
}

/**
 * A street's name in the form in which all its spellings are equal: 'Rockwell Street' and 'ROCKWELL ST.' give
 * 'rockwell st'. Lower case, no punctuation, USPS abbreviations for suffixes, directions and the first ordinals.
 */
export function normalizeStreet(street: string): string {
  return tokenize(street)
    .map((word) => standardSpelling.get(word) ?? word)
    .join(' ')
}

/** Every word by which a street is found: those of its key and the long forms that they stand for. */
export function streetSearchWords(key: string): string[] {
  const words = key.split(' ').filter((word) => word !== '')
  return [...new Set(words.flatMap((word) => [word, ...(alternateSpellings.get(word) ?? [])]))]
}

/** The words of a text in lower case, without accents and punctuation. */
export function tokenize(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’.]/g, '')
    .toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/**
 * Takes a US address apart, with or without commas, country and unit: '1018 W 12th Demo St, Demo Town, IN 00042, USA'.
 * Nothing is looked up: without a comma, the city begins after the first word that ends a street ('St', 'Avenue').
 */
export function parseAddress(text: string): ParsedAddress {
  const parts = normalizeAddressSpacing(text)
    .split(/\s*,\s*/)
    .filter((part) => part !== '' && !/^(usa?|u\.s\.(a\.)?|united states( of america)?)$/i.test(part))
  const zipCode = takeTrailingMatch(parts, /^(.*?)\s*\b(\d{5})(?:-\d{4})?$/)
  const state = takeState(parts)
  const { number, streetNumber, streetNumberTo, rest } = splitNumber(parts.shift() ?? '')
  const { street, unit, after } = splitStreet(rest)
  const unitPart = parts[0] !== undefined && unitPattern.test(parts[0]) ? parts.shift() : undefined
  const city = parts.at(-1) ?? (after === '' ? null : after)
  return { number, streetNumber, streetNumberTo, street, unit: unit ?? unitPart ?? null, city, state, zipCode }
}

/** Removes the second group of the pattern from the last part, never the whole of the only part: '10025' is no ZIP code then. */
function takeTrailingMatch(parts: string[], pattern: RegExp): string | null {
  const match = pattern.exec(parts.at(-1) ?? '')
  const [, before, found] = match ?? []
  if (found === undefined || (parts.length === 1 && before === '')) return null
  if (before === '') parts.pop()
  else parts[parts.length - 1] = before!
  return found
}

function takeState(parts: string[]): string | null {
  const words = (parts.at(-1) ?? '').split(' ')
  // 'Demo Town North Carolina' ends in three, two or one words of a state's name; the only part keeps its first two words,
  // as in '12 Maine'.
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

/** 'Ct' and 'Pr' are states too: in '12 Demo Ct' it ends the street, in '12 Demo St Town CT' it does not. */
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
    // '45-7' is no range but a house and its flat.
    streetNumberTo: to > from ? to : null,
    rest: text.slice(match[0].length),
  }
}

const unitDesignators = 'apt|apartment|unit|ste|suite|bldg|building|fl|floor|rm|room|lot|trlr|ph'
const unitPattern = new RegExp(`^((${unitDesignators})\\.?\\s*#?\\s*\\S+|#\\s*\\S+)$`, 'i')
const trailingUnitPattern = new RegExp(
  `^(.*?\\S)\\s+((?:${unitDesignators})\\.?\\s+#?\\s*[\\w-]+|#\\s*[\\w-]+)(?:\\s+(.*))?$`,
  'i',
)

function splitStreet(text: string): { street: string; unit: string | null; after: string } {
  const unit = trailingUnitPattern.exec(text)
  // 'Unit' between a street and its number is a unit; 'Lot Demo Rd' is a street.
  if (unit && unit[1]!.includes(' ')) return { street: unit[1]!, unit: unit[2]!, after: unit[3] ?? '' }
  const words = text.split(' ')
  const keys = words.map((word) => normalizeStreet(word))
  let end = keys.findIndex((key, i) => i > 0 && streetSuffixes.has(key) && !(i === 1 && directionals.has(keys[0]!)))
  if (end < 0) return { street: text, unit: null, after: '' }
  while (end + 1 < words.length && (streetSuffixes.has(keys[end + 1]!) || directionals.has(keys[end + 1]!))) end++
  return { street: words.slice(0, end + 1).join(' '), unit: null, after: words.slice(end + 1).join(' ') }
}
