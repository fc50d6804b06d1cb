import { isCommonPassword } from './commonPasswords.ts'
import { Refused, check } from '../errors.ts'
import { controlCharacters, isEmail } from './emails.ts'

/** The address without surrounding whitespace. Throws `Refused` with the messages of spec §5. */
export function parseEmail(input: string): string {
  const email = input.trim()
  check(email, 'Email is required', { email: 'Email is required' })
  check(isEmail(email), 'Invalid email address', { email: 'Invalid email address' })
  return email
}

/**
 * The address of a new account, in ASCII characters only, so that it cannot look like another account's address. Characters
 * of another width are replaced by their ASCII form. Throws `Refused` as `parseEmail`, and names a character that is not allowed.
 */
export function parseNewEmail(input: string): string {
  const email = parseEmail(input)
  for (const character of email) {
    // oxlint-disable-next-line no-control-regex
    if (/^[\u0000-\u007f]*$/.test(character.normalize('NFKC'))) continue
    const message = describeCharacter(character)
    throw new Refused(message, { email: message })
  }
  const normalized = email.normalize('NFKC')
  check(isEmail(normalized), 'Invalid email address', { email: 'Invalid email address' })
  return normalized
}

function describeCharacter(character: string): string {
  const code = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
  if (/[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/u.test(character))
    return `The email address contains a character that cannot be seen (${code}). Type the address again.`
  return `The email address contains the character ${character} (${code}). Only English letters, digits and ASCII punctuation are allowed; write an international domain in its xn-- form.`
}

/** The key of an account: addresses that differ only in case, character width or surrounding whitespace have the same key. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}

/** The name without surrounding whitespace, at most 200 characters. Error messages begin with `label`. */
export function parseName(input: string, label: string, field: string): string {
  const name = input.trim()
  const checkField = (condition: unknown, message: string) => check(condition, message, { [field]: message })
  checkField(name, `${label} is required`)
  checkField(name.length <= 200, `${label} must be at most 200 characters`)
  checkField(!controlCharacters.test(name), `${label} contains characters that cannot be displayed`)
  return name
}

/** The phone number as it was typed; null if it is blank. */
export function parsePhone(input: string | null | undefined): string | null {
  const phone = input?.trim()
  if (!phone) return null
  const message = 'Phone must be at most 50 characters'
  check(phone.length <= 50 && !controlCharacters.test(phone), message, { phone: message })
  return phone
}

/** The settings for new passwords. */
export interface PasswordRules {
  minimumPasswordLength: number
  /** Whether the commonest passwords, and names of the person or the product, are refused. */
  refuseCommonPasswords: boolean
  /** All accounts of the demo have the name of the product as their password. */
  demo: boolean
}

/**
 * Throws `Refused` for a new password that is shorter than the minimum, with `template` in which N is replaced by that number,
 * for one of the 10,000 commonest passwords, and for a name of the owner or the product.
 */
export function checkPassword(
  password: string,
  rules: PasswordRules,
  template: string,
  field: string,
  owner: PasswordOwner,
): void {
  const message = template.replace('N', String(rules.minimumPasswordLength))
  check(password.length >= rules.minimumPasswordLength, message, { [field]: message })
  if (password.length > 1_000) throw new Refused('Password must be at most 1,000 characters')
  if (!rules.refuseCommonPasswords) return
  check(!isCommonPassword(password), commonPasswordMessage, { [field]: commonPasswordMessage })
  const names = namesOf(owner, rules.demo ? [] : ['Porchlight'])
  check(!names.has(lettersOf(password)), nameAsPasswordMessage, { [field]: nameAsPasswordMessage })
}

const commonPasswordMessage = 'This password is too common. Choose one that is harder to guess.'
const nameAsPasswordMessage =
  'This password is a name or an email address, which is easy to guess. Choose one that is harder to guess.'

interface PasswordOwner {
  email: string
  fullName: string
}

/** The letters of each name that a password must not consist of, besides digits and signs: whole names and addresses, and their parts. */
function namesOf({ email, fullName }: PasswordOwner, others: string[]): Set<string> {
  const texts = [...others, email, ...email.split('@'), ...email.split(/[@.]/), fullName, ...fullName.split(/\s/)]
  return new Set(texts.map(lettersOf).filter(Boolean))
}

function lettersOf(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\P{L}/gu, '')
}
