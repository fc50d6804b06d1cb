import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** What passwords in the list have at least, because shorter ones are refused anyway. */
const minLength = 6
const maxEntries = 10_000

let entries: Set<string> | null = null

/** Whether the password is one of the 10,000 commonest with at least six characters, ignoring case. */
export function isCommonPassword(password: string): boolean {
  entries ??= loadEntries()
  return entries.has(password.toLowerCase())
}

/** Read as data and not imported, because modules stay in memory whole: the list has five times as many entries as are kept. */
function loadEntries(): Set<string> {
  // Passwords of leaked accounts, in lower case, the commonest first.
  const file = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json')
  const passwords = JSON.parse(readFileSync(file, 'utf8')) as string[]
  return new Set(passwords.filter(({ length }) => length >= minLength).slice(0, maxEntries))
}
