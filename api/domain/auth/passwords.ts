import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'

/** The argon2id parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const argon2Options = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const deriveKey = promisify(argon2)
// Each hash takes 20 ms of a core and 19 MiB, so more at once would starve other requests.
const limitConcurrency = pLimit(2)

/** Hashes the password with a new salt, in PHC format: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const hash = await limitConcurrency(() => deriveKey('argon2id', { ...argon2Options, message: password, nonce }))
  const { memory, passes, parallelism } = argon2Options
  const parameters = `m=${memory},t=${passes},p=${parallelism}`
  return `$argon2id$v=19$${parameters}$${toUnpaddedBase64(nonce)}$${toUnpaddedBase64(hash)}`
}

/** A hash of a text for the salt, by which it can be looked up; as slow to guess as a password. */
export function hashWithSalt(text: string, salt: Buffer): Promise<Buffer> {
  return limitConcurrency(() => deriveKey('argon2id', { ...argon2Options, message: text, nonce: salt }))
}

/**
 * Whether `stored` is a hash of `password`. Takes the same time if `stored` is null, so that the response time does not
 * reveal whether an account exists.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored ?? (await getDummyHash()))
  if (!match) return false
  const [memory, passes, parallelism, salt, hash] = match.slice(1) as [string, string, string, string, string]
  const expected = Buffer.from(hash, 'base64')
  const actual = await limitConcurrency(() =>
    deriveKey('argon2id', {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: expected.length,
      message: password,
      nonce: Buffer.from(salt, 'base64'),
    }),
  )
  return timingSafeEqual(actual, expected) && stored !== null
}

let cachedDummyHash: Promise<string> | null = null
function getDummyHash(): Promise<string> {
  return (cachedDummyHash ??= hashPassword(randomBytes(12).toString('hex')))
}

function toUnpaddedBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '')
}
