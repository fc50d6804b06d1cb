import { randomInt } from 'node:crypto'

/** Without I, L, O and U, which look like other characters or form words. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 12
const pattern = /^[0-9A-HJKMNP-TV-Z]{12}$/

/** A new code of 60 random bits that people read and type, such as '7KQ2-M9XA-04TP'. */
export function makeCode(): string {
  const characters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${characters.slice(0, 4)}-${characters.slice(4, 8)}-${characters.slice(8)}`
}

/** A typed code without spaces and hyphens and in upper case; null if it cannot be one of `makeCode`. */
export function normalizeCode(typed: string): string | null {
  const characters = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  return pattern.test(characters) ? characters : null
}
