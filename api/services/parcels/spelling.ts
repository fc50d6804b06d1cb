import { normalizeStreet, tokenize } from '../../domain/address.ts'
import { alternateSpellings, standardSpelling } from '../../domain/usps.ts'

/** How a typed word may stand in a street's key. */
export interface WordPattern {
  /** As typed, in lower case. */
  typed: string
  /** Words of keys that it begins, and whole words that it abbreviates or begins to spell. */
  regex: string
}

/**
 * One pattern for each typed word. 'stre' is the beginning of 'street', which keys hold as 'st'; 'w' is both 'w' itself
 * and the beginning of 'walnut'.
 */
export function toWordPatterns(typed: string): WordPattern[] {
  return tokenize(typed).map((word) => {
    const standard = standardSpelling.get(word)
    const completions = [...alternateSpellings].filter(([, others]) => others.some((other) => other.startsWith(word)))
    const wholeWords = [
      ...(standard ? [standard] : []),
      ...(word.length > 1 ? completions.map(([short]) => short) : []),
    ]
    const alternatives = [word, ...wholeWords.map((short) => `${short}\\M`)]
    return { typed: word, regex: `\\m(${[...new Set(alternatives)].join('|')})` }
  })
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/**
 * Every word one slip away: a letter left out, added or changed, or two exchanged. About 54 for each letter of the
 * word: few enough to look each up in an index.
 */
export function generateSingleEdits(word: string): string[] {
  const edits = new Set<string>()
  for (let i = 0; i <= word.length; i++) {
    const before = word.slice(0, i)
    const after = word.slice(i)
    if (after !== '') edits.add(before + after.slice(1))
    if (after.length > 1) edits.add(before + after[1]! + after[0]! + after.slice(2))
    for (const letter of letters) {
      edits.add(before + letter + after)
      if (after !== '') edits.add(before + letter + after.slice(1))
    }
  }
  edits.delete(word)
  return [...edits]
}

/** Whether the words differ by one slip at most. */
export function isWithinOneEdit(a: string, b: string): boolean {
  return a === b || generateSingleEdits(a).includes(b)
}

/** The words of a typed street in the standard form, the longest first: it tells most. */
export function wordsByLength(typed: string): string[] {
  return normalizeStreet(typed)
    .split(' ')
    .filter((word) => word !== '')
    .sort((a, b) => b.length - a.length)
}
