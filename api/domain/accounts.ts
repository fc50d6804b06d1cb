import { Refused, check } from './errors.ts'

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
// No name holds them, and PostgreSQL stores no text that holds the first of them.
// oxlint-disable-next-line no-control-regex
const controlCharacters = /[\u0000-\u001f\u007f]/

/** The address without surrounding space. Throws `Refused` with the messages of spec §5. */
export function parseEmail(given: string): string {
  const email = given.trim()
  check(email, 'Email is required', { email: 'Email is required' })
  const sound = emailPattern.test(email) && !controlCharacters.test(email) && email.length <= 320
  check(sound, 'Invalid email address', { email: 'Invalid email address' })
  return email
}

/** Addresses that differ only in case, width or surrounding space are one account. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}

/** A name of at most 200 characters without surrounding space; `what` is what the message calls it. */
export function parseName(given: string, what: string, field: string): string {
  const name = given.trim()
  check(name, `${what} is required`, { [field]: `${what} is required` })
  const tooLong = `${what} must be at most 200 characters`
  check(name.length <= 200, tooLong, { [field]: tooLong })
  const unreadable = `${what} holds characters that cannot be shown`
  check(!controlCharacters.test(name), unreadable, { [field]: unreadable })
  return name
}

/** A phone number as it was typed; null for a blank one. */
export function parsePhone(given: string | null | undefined): string | null {
  const phone = given?.trim()
  if (!phone) return null
  const message = 'Phone must be at most 50 characters'
  check(phone.length <= 50 && !controlCharacters.test(phone), message, { phone: message })
  return phone
}

/** Throws `Refused` with `sentence` (its N is the minimum) for a password that is too short, and for an endless one. */
export function checkPassword(password: string, minimum: number, sentence: string, field: string): void {
  const message = sentence.replace('N', String(minimum))
  check(password.length >= minimum, message, { [field]: message })
  if (password.length > 1_000) throw new Refused('Password must be at most 1,000 characters')
}
