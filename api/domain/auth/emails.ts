import { check } from '../errors.ts'

const maxEmailLength = 320
// PostgreSQL cannot store NUL in a text; the other control characters cannot be displayed.
// oxlint-disable-next-line no-control-regex -- these characters are what is looked for
export const controlCharacters = /[\u0000-\u001f\u007f]/

/** Whether the text looks like an email address and can be stored. */
export function isEmail(text: string): boolean {
  if (text.length > maxEmailLength || /\s/.test(text) || controlCharacters.test(text)) return false
  const at = text.indexOf('@')
  const domain = text.slice(at + 1)
  // A dot with characters on both sides. One pattern for this would be quadratic in the number of dots.
  return at > 0 && !domain.includes('@') && domain.slice(1, -1).includes('.')
}

/**
 * Whether a mail can be sent to the address. Those with characters that have a meaning in the headers of a mail, which only quotes allow,
 * are refused, so that one address can never become several.
 */
export function isMailAddress(text: string): boolean {
  return isEmail(text) && !/[<>()[\]\\,;:"]/.test(text)
}

/** The email address of a cell; null for another text, of which `warnOfEmail` tells. */
export const emailOrNull = (text: string): string | null => (isEmail(text) ? text : null)

/** What a person should know about a text that is left out because it is no email address; null if it is one. */
export function warnOfEmail(text: string): string | null {
  return isEmail(text) ? null : 'This is not an email address, and is left out.'
}

/** The text of an email address. Throws `Refused` for another one. */
export function checkEmail(text: string): string {
  check(isEmail(text), 'Invalid email address')
  return text
}
