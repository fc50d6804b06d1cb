import { randomInt } from 'node:crypto'

export const recoveryCodeCount = 10

/** Without I, L, O and U, which look like other characters or form words. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 12
const pattern = new RegExp(`^[${alphabet}]{${length}}$`)

/** New recovery codes of 60 random bits, such as '7KQ2-M9XA-04TP'. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const characters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
    return `${characters.slice(0, 4)}-${characters.slice(4, 8)}-${characters.slice(8)}`
  })
}

/** The code as it is hashed, without spaces and hyphens and in upper case; null if it cannot be a recovery code. */
export function normalizeRecoveryCode(code: string): string | null {
  const characters = code.replaceAll(/[\s-]/g, '').toUpperCase()
  return pattern.test(characters) ? characters : null
}
