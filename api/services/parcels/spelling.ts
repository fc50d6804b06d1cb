import { streetKey, wordsOf } from '../../domain/address.ts'
import { otherSpellings, standardWord } from '../../domain/usps.ts'

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
export function wordPatterns(typed: string): WordPattern[] {
  return wordsOf(typed).map((word) => {
    const standard = standardWord.get(word)
    const begun = [...otherSpellings].filter(([, others]) => others.some((other) => other.startsWith(word)))
    const whole = [...(standard ? [standard] : []), ...(word.length > 1 ? begun.map(([short]) => short) : [])]
    const alternatives = [word, ...whole.map((short) => `${short}\\M`)]
    return { typed: word, regex: `\\m(${[...new Set(alternatives)].join('|')})` }
  })
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/**
 * Every word one slip away: a letter left out, added or changed, or two exchanged. About 54 for each letter of the
 * word: few enough to look each up in an index.
 */
export function oneSlipAway(word: string): string[] {
  const slips = new Set<string>()
  for (let i = 0; i <= word.length; i++) {
    const before = word.slice(0, i)
    const after = word.slice(i)
    if (after !== '') slips.add(before + after.slice(1))
    if (after.length > 1) slips.add(before + after[1]! + after[0]! + after.slice(2))
    for (const letter of letters) {
      slips.add(before + letter + after)
      if (after !== '') slips.add(before + letter + after.slice(1))
    }
  }
  slips.delete(word)
  return [...slips]
}

/** Whether the words differ by one slip at most. */
export function isNear(a: string, b: string): boolean {
  return a === b || oneSlipAway(a).includes(b)
}

/** The words of a typed street in the standard form, the longest first: it tells most. */
export function tellingWords(typed: string): string[] {
  return streetKey(typed)
    .split(' ')
    .filter((word) => word !== '')
    .sort((a, b) => b.length - a.length)
}
