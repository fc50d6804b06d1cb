import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'

/** argon2id as OWASP recommends it: 19 MiB, two passes, one lane. */
const argon2Options = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const deriveKey = promisify(argon2)
// Each takes 20 ms of a core and 19 MiB: more at once would starve the requests beside them.
const limitConcurrency = pLimit(2)

/** The password's hash in PHC form, with a new salt: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const hash = await limitConcurrency(() => deriveKey('argon2id', { ...argon2Options, message: password, nonce }))
  return `$argon2id$v=19$m=${argon2Options.memory},t=${argon2Options.passes},p=${argon2Options.parallelism}$${toUnpaddedBase64(nonce)}$${toUnpaddedBase64(hash)}`
}

/** Whether `password` is the one that was hashed. Takes as long when `stored` is null, as for an unknown account. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored ?? (await dummyHash()))
  if (!match) return false
  const [, memory, passes, parallelism, salt, hash] = match as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const wanted = Buffer.from(hash, 'base64')
  const found = await limitConcurrency(() =>
    deriveKey('argon2id', {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: wanted.length,
      message: password,
      nonce: Buffer.from(salt, 'base64'),
    }),
  )
  return timingSafeEqual(found, wanted) && stored !== null
}

let cachedDummyHash: Promise<string> | null = null
function dummyHash(): Promise<string> {
  return (cachedDummyHash ??= hashPassword(randomBytes(12).toString('hex')))
}

function toUnpaddedBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '')
}
