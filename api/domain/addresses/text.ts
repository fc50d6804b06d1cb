import { alternateSpellings, standardSpelling } from './spellings.ts'

/** The text trimmed, with each run of whitespace replaced by one space. Searches compare this form (spec §5). */
export function normalizeAddressSpacing(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

/** Splits a text into words in lower case, without accents and punctuation. */
export function tokenize(text: string): string[] {
  // Most texts are one plain word, and an import splits millions.
  if (/^[a-z\d]+$/i.test(text)) return [text.toLowerCase()]
  const plain = text
    .normalize('NFKD')
    // 'CR 24.5' is not 'CR 245'.
    .replace(/(?<=\d)\.(?=\d)/g, ' ')
    .replace(/[\u0300-\u036f'’.]/g, '')
    .toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** A name in a form that is equal for all its spellings: 'West Sampleton' and 'W. SAMPLETON' both give 'w sampleton'. */
export function normalizeName(name: string): string {
  return tokenize(name)
    .map((token) => standardSpelling.get(token) ?? token)
    .join(' ')
}

/** All words that find a street: those of its key and their other spellings. */
export function streetSearchTokens(streetKey: string): string[] {
  const tokens = streetKey.split(' ').filter((token) => token !== '')
  return [...new Set(tokens.flatMap((token) => [token, ...(alternateSpellings.get(token) ?? [])]))]
}
