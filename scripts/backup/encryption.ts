import { readFileSync, writeFileSync } from 'node:fs'
import { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { InvalidBackupError } from './invalidBackup.ts'

/** Every file in the age format begins with this. */
export const ageMagic = Buffer.from('age-encryption.org/v1\n')

/**
 * Writes a new identity, the private key, to `file`, which only its owner can read, and returns its recipient, the public
 * key. Both have the format of `age-keygen`. Throws `InvalidBackupError` if the file exists.
 */
export async function createIdentityFile(file: string): Promise<string> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  try {
    writeFileSync(file, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
    throw new InvalidBackupError(`${file} already exists. Choose another name: without its identity, a backup is lost.`)
  }
  return recipient
}

/** Reads the identity from a file that `createIdentityFile` or `age-keygen` wrote. */
export function readIdentityFile(file: string): string {
  const lines = readFileSync(file, 'utf8').split('\n')
  const identity = lines.map((line) => line.trim()).find((line) => line.startsWith('AGE-SECRET-KEY-1'))
  if (!identity) throw new InvalidBackupError(`${file} has no identity. It must have a line AGE-SECRET-KEY-1….`)
  return identity
}

/** Encrypts a stream to all of the recipients, as a step of a pipeline. Throws `InvalidBackupError` if one is invalid. */
export function encryptTo(recipients: string[]) {
  const encrypter = new Encrypter()
  for (const recipient of recipients)
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new InvalidBackupError(`The recipient ${recipient} has a typing error. Copy it from the identity file.`)
    }
  return async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    yield* await encrypter.encrypt(webStream(source))
  }
}

/** Decrypts a stream. Throws `InvalidBackupError` if the identity does not match, or where the data was changed or cut. */
export async function* decryptWith(
  identity: string,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  const decrypter = new Decrypter()
  try {
    decrypter.addIdentity(identity)
  } catch {
    throw new InvalidBackupError('The identity is damaged. Use the file that `npm run backup -- keys` wrote.')
  }
  try {
    yield* await decrypter.decrypt(webStream(source))
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    // An error with a code comes from reading the file.
    if (code) throw error
    if (/no identity matched/.test(message))
      throw new InvalidBackupError(
        'The backup cannot be decrypted: it was encrypted to the recipient of another identity, or its beginning is damaged.',
      )
    throw new InvalidBackupError('The file is damaged: it cannot be decrypted.')
  }
}

/** The library's types name the global stream, whose type lacks `from`. */
function webStream(source: AsyncIterable<Uint8Array>): globalThis.ReadableStream<Uint8Array> {
  return ReadableStream.from(source) as globalThis.ReadableStream<Uint8Array>
}
