import { alternateSpellings, standardSpelling } from '../../domain/addresses/spellings.ts'
import { streetKeyOf } from '../../domain/addresses/streets.ts'
import { tokenize } from '../../domain/addresses/text.ts'

/** The forms in which a typed word may occur in a street key. */
export interface WordPattern {
  /** As typed, in lower case. */
  typed: string
  /** Matches words that start with the typed word, and whole words that it abbreviates or may be completed to. */
  regex: string
}

/**
 * Returns one pattern per typed word. 'stre' is a prefix of 'street', which keys store as 'st'. 'w' matches 'w' and
 * prefixes such as 'walnut'.
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
 * Returns every word one edit away: a letter removed, added, changed, or exchanged with the next. About 54 per letter,
 * few enough to look up each in an index.
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

/** Whether the words are equal or `b` is one of the single edits of `a`, in time that is linear in their length. */
export function isWithinOneEdit(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start += 1
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const before = a.slice(start, a.length - end)
  const after = b.slice(start, b.length - end)
  if (before.length === 2 && after.length === 2) return before[0] === after[1] && before[1] === after[0]
  return before.length <= 1 && (after === '' || (after.length === 1 && letters.includes(after)))
}

/** The words of a typed street in standard form, longest first. The longest word is the most selective. */
export function wordsByLength(typed: string): string[] {
  return streetKeyOf(typed)
    .split(' ')
    .filter((word) => word !== '')
    .sort((a, b) => b.length - a.length)
}
