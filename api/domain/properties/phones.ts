import { check } from '../errors.ts'

/** Digits with the usual separators, and an extension. */
const phonePattern = /^\+?[\d\s().\-‐-―/·]+(?:(?:, ?)?(?:x|ext\.?|extension|#)\s*\d+)?$/i

/** Whether the text is a phone number as people write it: `(812) 555-0123 x4`, `812.555.0123`, `+1 812 555 0123`. */
export function isPhone(text: string): boolean {
  return phonePattern.test(text) && (text.match(/\d/g)?.length ?? 0) >= 3
}

/** What a person should know about a text that is kept as a phone number; null if it is one. */
export function warnOfPhone(text: string): string | null {
  return isPhone(text) ? null : 'This cannot be read as a phone number, and is kept as text.'
}

/** The phone number of a cell: without the decimal point that a spreadsheet adds to a number. Any other text stays as it is. */
export function repairPhone(text: string): string {
  return /^(\d{7,15})\.0+$/.exec(text)?.[1] ?? text
}

/** The text of a phone number. Throws `Refused` for another one. */
export function checkPhone(text: string): string {
  check(isPhone(text), 'Invalid phone number')
  return text
}
