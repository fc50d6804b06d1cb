import { tokenize } from '../../domain/addresses/text.ts'
import { otherSpellings } from '../../domain/addresses/spellings.ts'
import { parseSearchTerms, toWholeWordTerm, type SearchTerm } from '../properties/propertySearch.ts'

/** Longer texts are cut off. */
const maxQueryLength = 200
/** Each token costs a lookup. */
const maxTokens = 6
/** Shorter beginnings match too many parcels. */
const minParcelIdLength = 3

/** What was typed, in the forms that the searches use. */
export interface QuickFindTerms {
  text: string
  tokens: string[]
  /** A term for each token: a part of a word, or another spelling of it. */
  terms: SearchTerm[]
  /** A term for each token: a whole word. */
  wholeWords: SearchTerm[]
  /** Two or more tokens as they follow each other in an address or a name; null for one. */
  phrase: string | null
  /** The first token that can be a house number; null if none. */
  houseNumber: string | null
  /** The spellings in which the text can be the beginning of a parcel id. */
  parcelIds: string[]
}

export function parseQuickFind(query: string): QuickFindTerms {
  const text = query.trim().slice(0, maxQueryLength)
  const words = tokenize(text)
  const tokens = [...new Set(words)].slice(0, maxTokens)
  const isParcelId =
    text.length >= minParcelIdLength && /\d/.test(text) && /^[\p{L}\p{N}][\p{L}\p{N} ./-]*$/u.test(text)
  return {
    text,
    tokens,
    terms: parseSearchTerms(text),
    wholeWords: tokens.map(toWholeWordTerm),
    phrase: words.length > 1 ? words.join(' ') : null,
    houseNumber: tokens.find((token) => /^\d+$/.test(token)) ?? null,
    parcelIds: isParcelId ? [...new Set([text, text.toUpperCase(), text.toLowerCase()])] : [],
  }
}

/** Whether each token is a part of a word of these texts, or another spelling of one. */
export function matchesEachToken({ tokens }: QuickFindTerms, texts: readonly (string | null)[]): boolean {
  const words = tokenize(texts.join(' '))
  return tokens.every((token) => {
    const spellings = otherSpellings(token)
    return words.some((word) => word.includes(token) || spellings.includes(word))
  })
}
