import { directionals, streetSuffixes } from '../../domain/addresses/spellings.ts'
import { expandRoadKind, streetKeyOf } from '../../domain/addresses/streets.ts'
import type { Query } from './parcels.ts'
import { isWithinOneEdit, generateSingleEdits, wordsByLength, toWordPatterns } from './spelling.ts'

/** The keys of streets that a typed name may mean, most likely first. */
export interface StreetMatch {
  keys: string[]
  /** False if a typed word was completed, dropped or corrected. */
  isComplete: boolean
}

const noMatch: StreetMatch = { keys: [], isComplete: false }

/** Maximum number of streets for one typed name, which bounds the work. */
const maxStreets = 12

/** A longer text is not a street name, and correcting it would be expensive. */
const maxNameLength = 80

/**
 * Finds streets by name: the exact name, otherwise prefixes of all its words, otherwise without suffix and direction
 * ('Rockwell Ave' for Rockwell St), otherwise with one edit in one word.
 */
export async function findStreets(query: Query, typed: string): Promise<StreetMatch> {
  const key = streetKeyOf(typed)
  if (key === '' || key.length > maxNameLength) return noMatch
  if (await streetExists(query, key)) return { keys: [key], isComplete: true }
  const expanded = expandRoadKind(typed)
  const prefixMatches = await findByWordPrefixes(query, expanded)
  if (prefixMatches.length > 0)
    return { keys: prefixMatches, isComplete: prefixMatches.length === 1 && hasAllWords(prefixMatches[0]!, key) }
  // Another number or direction is another road.
  if (expanded !== typed) return noMatch
  const coreName = key
    .split(' ')
    .filter((word) => !streetSuffixes.has(word) && !directionals.has(word))
    .join(' ')
  if (coreName === '') return noMatch
  const stripped = coreName === key ? [] : await findByWordPrefixes(query, coreName)
  return { keys: stripped.length > 0 ? stripped : await findMisspelled(query, coreName.split(' ')), isComplete: false }
}

/** The words of the streets of all companies, and of the data sets that the company has imported for itself, which are all that it sees. */
const streetWords = `(select word, street_key from parcel_street_words union all
  select w.word, w.street_key from company_street_words w
  where w.dataset in (select name from parcel_datasets where owner_tenant_id is not null and is_live)) as words`

async function streetExists(query: Query, key: string): Promise<boolean> {
  const rows = await query('select 1 from parcels where street_key = $1 limit 1', [key])
  return rows.length > 0
}

function hasAllWords(key: string, typedKey: string): boolean {
  const words = key.split(' ')
  return typedKey.split(' ').every((word) => words.includes(word))
}

async function findByWordPrefixes(query: Query, typed: string): Promise<string[]> {
  const patterns = toWordPatterns(typed).map(({ regex }) => regex)
  const rows = await query<{ street_key: string }>(
    `select distinct street_key, starts_with(street_key, $3) as is_prefix, length(street_key) as length
     from ${streetWords} where word like $1 and street_key ~ all($2::text[])
     order by is_prefix desc, length, street_key limit ${maxStreets}`,
    [`${wordsByLength(typed)[0]}%`, patterns, streetKeyOf(typed)],
  )
  return rows.map((row) => row.street_key)
}

/** Finds streets in which exactly one word differs by one edit. */
async function findMisspelled(query: Query, words: string[]): Promise<string[]> {
  // A digit is not corrected: 12th and 13th are different streets.
  const correctableWords = words.filter((word) => /^[a-z]{4,24}$/.test(word))
  if (correctableWords.length === 0) return []
  const rows = await query<{ street_key: string }>(
    `select distinct street_key from ${streetWords} where word = any($1::text[]) order by street_key limit 400`,
    [correctableWords.flatMap(generateSingleEdits)],
  )
  return rows
    .map((row) => row.street_key)
    .filter((key) => countEdits(key.split(' '), words) === 1)
    .slice(0, maxStreets)
}

function countEdits(keyWords: string[], words: string[]): number {
  let count = 0
  for (const word of words) {
    if (keyWords.some((candidate) => candidate.startsWith(word))) continue
    if (!keyWords.some((candidate) => isWithinOneEdit(candidate, word))) return Infinity
    count++
  }
  return count
}
