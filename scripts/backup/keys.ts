import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { identityToRecipient } from 'age-encryption'
import type { Config } from '../../api/config.ts'
import { createIdentityFile, readIdentityFile } from './encryption.ts'
import { InvalidBackupError } from './invalidBackup.ts'

type KeySettings = Pick<Config, 'backupEncryption' | 'backupRecipient' | 'backupIdentityDir'>

/** The private key, which restores backups. It is needed in this folder only until it was copied elsewhere. */
const identityFileOf = ({ backupIdentityDir }: Pick<Config, 'backupIdentityDir'>) =>
  path.resolve(backupIdentityDir, 'porchlight.identity')
/** The public key, which is all that is needed to make backups. */
const recipientFileOf = ({ backupIdentityDir }: Pick<Config, 'backupIdentityDir'>) =>
  path.resolve(backupIdentityDir, 'porchlight.recipient')

/**
 * The public key to which backups are encrypted, or null without encryption: the configured one, or that of the pair in the
 * folder of keys, which the first backup makes. `print` gets what somebody has to do with the private key, while it is there.
 */
export async function chooseRecipient(config: KeySettings, print: (line: string) => void): Promise<string | null> {
  if (!config.backupEncryption) return null
  if (config.backupRecipient) return config.backupRecipient
  const [identityFile, recipientFile] = [identityFileOf(config), recipientFileOf(config)]
  const isNew = !existsSync(recipientFile)
  if (isNew)
    await createPair(identityFile, recipientFile).catch((error: unknown) => {
      throw new InvalidBackupError(
        `The keys of the backups cannot be written: ${(error as Error).message}. Set BACKUP_IDENTITY_DIR to a folder that is kept.`,
      )
    })
  const recipient = readFileSync(recipientFile, 'utf8').trim()
  if (!recipient.startsWith('age1'))
    throw new InvalidBackupError(
      `${recipientFile} has no recipient. Restore the file, or delete it for a new pair of keys.`,
    )
  if (existsSync(identityFile)) {
    print(
      isNew
        ? `A new key encrypts the backups. ${identityFile} is its private part: without it, the backups cannot be restored.`
        : `The private key of the backups is still on this machine: ${identityFile}.`,
    )
    print(
      `Copy it to a safe place that is not this machine, such as a password manager, and then delete it here: ${recipientFile} is enough to make backups.`,
    )
  }
  return recipient
}

/** Also completes a pair of which another process has made the first file. */
async function createPair(identityFile: string, recipientFile: string): Promise<void> {
  mkdirSync(path.dirname(identityFile), { recursive: true, mode: 0o700 })
  if (!existsSync(identityFile))
    await createIdentityFile(identityFile).catch((error: unknown) => {
      if (!existsSync(identityFile)) throw error
    })
  const recipient = await identityToRecipient(readIdentityFile(identityFile))
  writeFileSync(recipientFile, `${recipient}\n`, { flush: true })
}

/** The private key in the folder of keys; undefined if it is kept elsewhere. */
export function findIdentity(config: Pick<Config, 'backupIdentityDir'>): string | undefined {
  const file = identityFileOf(config)
  return existsSync(file) ? readIdentityFile(file) : undefined
}
