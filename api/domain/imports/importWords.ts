import { knockOutcomes, propertyStatuses, type KnockOutcome, type PropertyStatus } from '../enums.ts'
import { Refused } from '../errors.ts'

/** The fields of properties whose cells may be words of another product. */
export const wordFields = ['status', 'visit_outcome'] as const
export type WordField = (typeof wordFields)[number]

/** What a word means: a status of the property, the outcome of a visit, or nothing. */
export type WordMeaning = `status:${PropertyStatus}` | `outcome:${KnockOutcome}` | 'nothing'

const statusMeanings = propertyStatuses.map((status): WordMeaning => `status:${status}`)
const outcomeMeanings = knockOutcomes.map((outcome): WordMeaning => `outcome:${outcome}`)

/** What the words of each field can mean. */
export const wordMeanings: Record<WordField, readonly WordMeaning[]> = {
  status: [...statusMeanings, ...outcomeMeanings, 'nothing'],
  visit_outcome: [...outcomeMeanings, 'nothing'],
}

/** What a word of a file means in an import, or in all imports of a tenant. */
export interface ImportWord {
  field: WordField
  word: string
  meaning: WordMeaning
}

/** A word that a file has, with the number of its rows. */
export interface FoundWord {
  field: WordField
  word: string
  rows: number
  /** Null until somebody says it. */
  meaning: WordMeaning | null
}

/** A user whom a file names and who has no active account. */
export interface MissingUser {
  name: string
  rows: number
}

/** The maximum number of words of a column that are told, and to which a meaning can be given. */
export const maxWords = 200
export const maxWordLength = 100

/** 'Not Home', 'not_home' and ' NOT  HOME' are one word. */
export const normalizeWords = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')

/** The words for outcomes that files of other products usually have. */
const usualWords: Record<KnockOutcome, readonly string[]> = {
  nobody_home: ['not home', 'no answer', 'no one home', 'nh', 'not at home'],
  talked: ['contacted', 'contact made', 'spoke with owner'],
  interested: ['appointment', 'appointment set', 'appt set', 'hot lead', 'warm lead'],
  not_interested: ['ni', 'not int', 'no interest'],
  come_back: ['callback', 'call back', 'go back', 'goback', 'come back later', 'follow up', 'revisit'],
  left_flyer: ['flyer', 'left material', 'left info', 'door hanger', 'left door hanger'],
  not_the_owner: ['renter', 'rental', 'not owner', 'not homeowner', 'not the homeowner'],
  no_soliciting: ['no solicitation', 'no soliciting sign'],
}

const outcomesByWord = new Map(
  knockOutcomes.flatMap((outcome) =>
    [normalizeWords(outcome), ...usualWords[outcome]].map((word) => [word, outcome] as const),
  ),
)
const statusesByWord = new Map(propertyStatuses.map((status) => [normalizeWords(status), status]))

/** What the word means unless somebody says otherwise; null if it has no usual meaning. */
export function usualMeaning(field: WordField, text: string): WordMeaning | null {
  const word = normalizeWords(text)
  const status = field === 'status' ? statusesByWord.get(word) : undefined
  if (status) return `status:${status}`
  const outcome = outcomesByWord.get(word)
  return outcome ? `outcome:${outcome}` : null
}

/** Returns what the words of a field mean: as it is said, else as usual. A later word of `given` replaces an earlier one. */
export function makeDictionary(field: WordField, given: readonly ImportWord[]): (text: string) => WordMeaning | null {
  const said = new Map(
    given.filter((one) => one.field === field).map(({ word, meaning }) => [normalizeWords(word), meaning]),
  )
  return (text) => said.get(normalizeWords(text)) ?? usualMeaning(field, text)
}

/** Throws `Refused` for too many or too long words, a meaning that the field cannot have, and a word that is given twice. */
export function checkWords(words: readonly ImportWord[]): void {
  const refuse = (at: number, message: string) => new Refused(message, { [`words.${at}`]: message })
  const seen = new Set<string>()
  for (const [at, { field, word, meaning }] of words.entries()) {
    if (at >= wordFields.length * maxWords) throw refuse(at, `Give at most ${maxWords} words of a column a meaning.`)
    if (normalizeWords(word) === '' || word.length > maxWordLength)
      throw refuse(at, `A word has 1 to ${maxWordLength} characters.`)
    if (!wordMeanings[field].includes(meaning))
      throw refuse(at, `${field} cannot mean "${meaning.slice(0, 60)}". Use ${wordMeanings[field].join(', ')}.`)
    const key = `${field} ${normalizeWords(word)}`
    if (seen.has(key)) throw refuse(at, `"${word.slice(0, 60)}" has two meanings.`)
    seen.add(key)
  }
}
