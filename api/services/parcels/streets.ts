import { streetKey } from '../../domain/address.ts'
import { directionWords, endingWords } from '../../domain/usps.ts'
import type { Query } from './parcels.ts'
import { isNear, oneSlipAway, tellingWords, wordPatterns } from './spelling.ts'

/** Streets that a typed name may mean, as keys, the likeliest first. */
export interface StreetMatch {
  keys: string[]
  /** False when a word of what was typed had to be completed, dropped or corrected. */
  whole: boolean
}

const none: StreetMatch = { keys: [], whole: false }

/** Streets looked at for one typed name: a bound on the work, far above what anyone reads. */
const atMost = 12

/** Longer than any street's name: more is no name, and would be much work to correct. */
const longestName = 80

/**
 * Finds streets by their name as typed: the very name, else the beginnings of all its words, else without its suffix and
 * direction ('Rockwell Ave' for Rockwell St), else with one slip of a letter in one word.
 */
export async function findStreets(query: Query, typed: string): Promise<StreetMatch> {
  const key = streetKey(typed)
  if (key === '' || key.length > longestName) return none
  if (await exists(query, key)) return { keys: [key], whole: true }
  const begun = await startingWith(query, typed)
  if (begun.length > 0) return { keys: begun, whole: begun.length === 1 && holdsAllWords(begun[0]!, key) }
  const core = key
    .split(' ')
    .filter((word) => !endingWords.has(word) && !directionWords.has(word))
    .join(' ')
  if (core === '') return none
  const stripped = core === key ? [] : await startingWith(query, core)
  return { keys: stripped.length > 0 ? stripped : await misspelt(query, core.split(' ')), whole: false }
}

async function exists(query: Query, key: string): Promise<boolean> {
  const rows = await query('select 1 from parcels where street_key = $1 limit 1', [key])
  return rows.length > 0
}

function holdsAllWords(key: string, typedKey: string): boolean {
  const words = key.split(' ')
  return typedKey.split(' ').every((word) => words.includes(word))
}

async function startingWith(query: Query, typed: string): Promise<string[]> {
  const patterns = wordPatterns(typed).map(({ regex }) => regex)
  const rows = await query<{ street_key: string }>(
    `select distinct street_key, starts_with(street_key, $3) as begins, length(street_key) as length
     from parcel_street_words where word like $1 and street_key ~ all($2::text[])
     order by begins desc, length, street_key limit ${atMost}`,
    [`${tellingWords(typed)[0]}%`, patterns, streetKey(typed)],
  )
  return rows.map((row) => row.street_key)
}

/** Streets with a word one slip away from one of these while the others stand in them, the slip counted once. */
async function misspelt(query: Query, words: string[]): Promise<string[]> {
  // A digit is never a slip: 12th and 13th are two streets.
  const doubtful = words.filter((word) => /^[a-z]{4,24}$/.test(word))
  if (doubtful.length === 0) return []
  const rows = await query<{ street_key: string }>(
    'select distinct street_key from parcel_street_words where word = any($1::text[]) order by street_key limit 400',
    [doubtful.flatMap(oneSlipAway)],
  )
  return rows
    .map((row) => row.street_key)
    .filter((key) => slips(key.split(' '), words) === 1)
    .slice(0, atMost)
}

function slips(keyWords: string[], words: string[]): number {
  let count = 0
  for (const word of words) {
    if (keyWords.some((candidate) => candidate.startsWith(word))) continue
    if (!keyWords.some((candidate) => isNear(candidate, word))) return Infinity
    count++
  }
  return count
}
