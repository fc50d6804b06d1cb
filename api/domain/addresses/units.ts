import { directionals, standardSpelling, streetSuffixes } from './spellings.ts'

/**
 * The designators of USPS Publication 28, appendix C2, each with its other spellings. The first line names one kind of unit: what one
 * person writes as Apt 4, another writes as Unit 4 or #4.
 */
const designatorTable = `apt apartment apts apmt unit units ste suite
bldg building bld|fl floor flr|rm room|lot|trlr trailer|spc space sp|pmb|no|dept department|hngr hangar|slip|pier|stop|key
bsmt basement|frnt front|lbby lobby|lowr lower|ofc office|ph penthouse|rear|left|right|side|uppr upper|villa|cottage|garage`

/** These name a unit without an id. */
const aloneTable = 'bsmt frnt lbby lowr ofc ph rear left right side uppr cottage garage'

const designators = new Map(
  designatorTable
    .split(/[|\n]/)
    .map((line) => line.trim().split(/\s+/))
    .flatMap(([kind, ...others]) => [kind!, ...others].map((word) => [word, kind!] as const)),
)
const alone = new Set(aloneTable.split(' '))
/** Words that occur in names of streets too, so that they begin a unit only after the end of a street. */
const ambiguous = new Set([
  'no',
  'left',
  'right',
  'key',
  'side',
  'stop',
  'slip',
  'pier',
  'spc',
  'frnt',
  'uppr',
  'lowr',
  'garage',
  'cottage',
  'villa',
])

/** 'Rear Upper' are two. */
const maxLoneUnits = 2
/** These begin no city, as Front Sample and Upper Sample do. */
const neverCities = new Set(['rear', 'bsmt', 'basement', 'frnt', 'uppr', 'lowr', 'ph', 'penthouse'])

/** Looking for the end of a longer street after each of its words would be expensive. */
const maxStreetWords = 30

/** A unit within the words of an address. */
interface FoundUnit {
  /** Index of the first word of the unit, and of the first after it. */
  start: number
  end: number
}

const standard = (word: string) => standardSpelling.get(word.toLowerCase()) ?? word.toLowerCase()

const isId = (word: string | undefined): word is string =>
  word !== undefined &&
  /^#?(?:\w[\w-]*)$/.test(word) &&
  (/\d/.test(word) || (word.replace('#', '').length <= 2 && !streetSuffixes.has(word.toLowerCase())))

// 'Apt4', 'Unit#4' and 'PH-2'.
const joinedPattern = /^([a-z]+)[.]?[#-]?(\d[\w-]*)$/i

const ordinalPattern = /^(\d+)(?:st|nd|rd|th)$/

const kindOf = (word: string | undefined) => designators.get((word ?? '').toLowerCase().replace('.', ''))

/** The kind of a unit whose id is in the same word. */
function joinedKindOf(word: string): string | undefined {
  const kind = kindOf(joinedPattern.exec(word)?.[1])
  return kind === undefined || ambiguous.has(kind) ? undefined : kind
}

/**
 * The first unit in the words of an address line, with the designators that follow it ('Bldg 5 Apt 12'), or null. It follows a street:
 * `isStreetEnd` tells whether a street may end before an index.
 */
export function findUnit(words: readonly string[], isStreetEnd: (index: number) => boolean): FoundUnit | null {
  const nameAt = words.findIndex((word) => !directionals.has(standard(word)))
  const mayFollow = (index: number) => index <= maxStreetWords && isStreetEnd(index)
  for (let start = 1; start < words.length; start++) {
    const kind = kindOf(words[start]) ?? joinedKindOf(words[start]!)
    if (kind !== undefined && ambiguous.has(kind) && !mayFollow(start)) continue
    // 'N RM 620' is a road.
    if (kind === 'rm' && nameAt === start) continue
    const isLone = neverCities.has(words[start]!.toLowerCase()) && mayFollow(start)
    const end = unitsEnd(words, start) ?? (isLone ? start + 1 : null)
    if (end === null || (start === 1 && kind === 'lot')) continue
    return { start, end }
  }
  return null
}

/** The index after all units that begin at `start`, with the letter of 'Apt 4 B', or null if none does. */
function unitsEnd(words: readonly string[], start: number): number | null {
  let end = unitEnd(words, start)
  if (end === null) return null
  for (let next = unitEnd(words, end); next !== null; next = unitEnd(words, end)) end = next
  const hasLetter = end === words.length - 1 && /^[a-z]$/i.test(words[end]!) && /^#?\d+$/.test(words[end - 1]!)
  return hasLetter ? end + 1 : end
}

/** The index after the unit that begins at `start`, or null if none does. */
function unitEnd(words: readonly string[], start: number, depth = 0): number | null {
  const word = words[start]
  if (word === undefined) return null
  if (/^#[\w-]+$/.test(word)) return start + 1
  if (word === '#') return isId(words[start + 1]) ? start + 2 : null
  if (joinedKindOf(word) !== undefined) return start + 1
  const kind = kindOf(word)
  // '2nd Floor'.
  if (kind === undefined)
    return ordinalPattern.test(standard(word)) && kindOf(words[start + 1]) === 'fl' ? start + 2 : null
  const idAt = words[start + 1] === '#' ? start + 2 : start + 1
  const next = kindOf(words[idAt])
  if (isId(words[idAt]) && next === undefined) return idAt + 1
  // 'Apt No 4'.
  if (next === 'no' && isId(words[idAt + 1])) return idAt + 2
  // A room, floor or lot has an id; the rear of a house has none, and nothing but other units follows it.
  if (!alone.has(kind)) return kind === 'apt' && alone.has(next ?? '') ? start + 2 : null
  // 'Upper Unit'.
  if (next === 'apt' && start + 2 === words.length) return start + 2
  const isFollowed = depth < maxLoneUnits && unitEnd(words, start + 1, depth + 1) !== null
  return start + 1 === words.length || isFollowed ? start + 1 : null
}

/** Whether a part of an address between commas is a unit: 'Unit 4B', '#4', 'Rear', '4B'. A number of five digits is a ZIP code. */
export function isUnit(part: string): boolean {
  const words = part.split(' ')
  return unitsEnd(words, 0) === words.length || /^(?:\d{1,4}[a-z]?|[a-z]\d{1,4})$/i.test(part)
}

/** The length of the units at the beginning of a part: 5 of 'Apt 4 Sampleton'. */
export function unitLength(part: string): number {
  const words = part.split(' ')
  return words.slice(0, unitsEnd(words, 0) ?? 0).join(' ').length
}

/**
 * A text that is equal for all spellings of one unit: 'Apt 4B', 'Unit 4-B' and '#4b' give '4b', 'Upper' and 'UPPR' give 'uppr',
 * 'Bldg 5 Apt 12' and 'Apt 12, Bldg 5' give 'bldg 5 12'; '' without a unit.
 */
export function unitKey(unit: string | null | undefined): string {
  if (!unit) return ''
  const words = unit
    .replace(/(\d) ([a-z])$/i, '$1$2')
    .replaceAll(/[#,]/g, ' ')
    .split(/\s+/)
    .flatMap((word) => {
      const joined = joinedPattern.exec(word)
      return joined && kindOf(joined[1]) !== undefined ? [joined[1]!, joined[2]!] : [word]
    })
  const parts: { kind: string; ids: string[] }[] = []
  for (const word of words) {
    const kind = kindOf(word)
    const last = parts.at(-1)
    if (kind === undefined && last) last.ids.push(normalizeId(word))
    else if (kind === undefined) parts.push({ kind: '', ids: [normalizeId(word)] })
    // '2nd Floor' is floor 2.
    else if (kind === 'fl' && last?.kind === '' && ordinalPattern.test(last.ids[0] ?? '')) last.kind = 'fl'
    else if (kind !== 'no') parts.push({ kind: kind === 'apt' ? '' : kind, ids: [] })
  }
  return parts
    .toSorted((one, other) => rankOf(one.kind) - rankOf(other.kind))
    .flatMap(({ kind, ids }) => [kind, ...(kind === 'fl' ? ids.map((id) => id.replace(ordinalPattern, '$1')) : ids)])
    .filter((key) => key !== '')
    .join(' ')
}

/** What contains other units comes first. */
function rankOf(kind: string): number {
  if (kind === 'bldg') return 0
  return kind === 'fl' ? 1 : alone.has(kind) ? 2 : 3
}

/** '03' is 3, '4-B' is 4b, but 1-12 is not 112. */
function normalizeId(id: string): string {
  const joined = standard(id)
    .replaceAll(/[^\p{L}\p{N}./-]/gu, '')
    .replaceAll(/(?<!\d)[./-]|[./-](?!\d)/g, '')
  return joined.replace(/^0+/, '') || joined
}
