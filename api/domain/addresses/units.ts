/**
 * The designators of USPS Publication 28, appendix C2, each with its other spellings. The first line names one kind of unit: what one
 * person writes as Apt 4, another writes as Unit 4 or #4.
 */
const designatorTable = `apt apartment apts apmt unit units ste suite
bldg building bld|fl floor flr|rm room|lot|trlr trailer|spc space|dept department|hngr hangar|slip|pier|stop|key
bsmt basement|frnt front|lbby lobby|lowr lower|ofc office|ph penthouse|rear|side|uppr upper|villa|cottage|garage`

/** These name a unit without an id. */
const aloneTable = 'bsmt frnt lbby lowr ofc ph rear side uppr cottage garage'

const designators = new Map(
  designatorTable
    .split(/[|\n]/)
    .map((line) => line.trim().split(/\s+/))
    .flatMap(([kind, ...others]) => [kind!, ...others].map((word) => [word, kind!] as const)),
)
const alone = new Set(aloneTable.split(' '))
/** Words that occur in names of streets too, so that they begin a unit only after the end of a street. */
const ambiguous = new Set([
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

/** A unit within the words of an address. */
interface FoundUnit {
  /** Index of the first word of the unit, and of the first after it. */
  start: number
  end: number
}

const isId = (word: string | undefined): word is string =>
  word !== undefined && /^#?(?:\w[\w-]*)$/.test(word) && (/\d/.test(word) || word.replace('#', '').length <= 2)

// 'Apt4' and 'Unit#4'.
const joinedPattern = /^([a-z]+)[.]?#?(\d[\w-]*)$/i

const kindOf = (word: string | undefined) => designators.get((word ?? '').toLowerCase().replace('.', ''))

/**
 * The first unit in the words of an address line, with the designators that follow it ('Bldg 5 Apt 12'), or null. It follows a street:
 * `isStreetEnd` tells whether a street may end before an index.
 */
export function findUnit(words: readonly string[], isStreetEnd: (index: number) => boolean): FoundUnit | null {
  for (let start = 1; start < words.length; start++) {
    const kind = kindOf(words[start])
    if (kind !== undefined && ambiguous.has(kind) && !isStreetEnd(start)) continue
    let end = unitEnd(words, start)
    if (end === null || (start === 1 && kind === 'lot')) continue
    for (let next = unitEnd(words, end); next !== null; next = unitEnd(words, end)) end = next
    return { start, end }
  }
  return null
}

/** The index after the unit that begins at `start`, or null if none does. */
function unitEnd(words: readonly string[], start: number): number | null {
  const word = words[start]
  if (word === undefined) return null
  if (/^#[\w-]+$/.test(word)) return start + 1
  if (word === '#') return isId(words[start + 1]) ? start + 2 : null
  const joined = joinedPattern.exec(word)
  if (joined && kindOf(joined[1]) === 'apt') return start + 1
  const kind = kindOf(word)
  if (kind === undefined) return null
  const idAt = words[start + 1] === '#' ? start + 2 : start + 1
  if (isId(words[idAt]) && kindOf(words[idAt]) === undefined) return idAt + 1
  // A room, floor or lot has an id; the rear of a house has none, and nothing but other units follows it.
  if (!alone.has(kind)) return kind === 'apt' && alone.has(kindOf(words[start + 1]) ?? '') ? start + 2 : null
  return start + 1 === words.length || unitEnd(words, start + 1) !== null ? start + 1 : null
}

/** Whether a part of an address between commas is a unit: 'Unit 4B', '#4', 'Rear', '4B'. A number of five digits is a ZIP code. */
export function isUnit(part: string): boolean {
  const words = part.split(' ')
  let end = 0
  for (let next = unitEnd(words, end); next !== null; next = unitEnd(words, end)) end = next
  return end === words.length || /^(?:\d{1,4}[a-z]?|[a-z]\d{1,4})$/i.test(part)
}

/**
 * A text that is equal for all spellings of one unit: 'Apt 4B', 'Unit 4-B' and '#4b' give '4b', 'Upper' and 'UPPR' give 'uppr',
 * 'Bldg 5 Apt 12' gives 'bldg 5 12'; '' without a unit.
 */
export function unitKey(unit: string | null | undefined): string {
  if (!unit) return ''
  return unit
    .replaceAll(/[#,]/g, ' ')
    .split(/\s+/)
    .flatMap((word) => {
      const joined = joinedPattern.exec(word)
      return joined && kindOf(joined[1]) !== undefined ? [joined[1]!, joined[2]!] : [word]
    })
    .map((word) => {
      const kind = kindOf(word)
      return kind === undefined ? normalizeId(word) : kind === 'apt' ? '' : kind
    })
    .filter((key) => key !== '')
    .join(' ')
}

/** '03' is 3, '4-B' is 4b. */
function normalizeId(id: string): string {
  const joined = id.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return joined.replace(/^0+/, '') || joined
}
