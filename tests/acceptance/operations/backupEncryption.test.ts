import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createIdentityFile, readIdentityFile } from '../../../scripts/backup/encryption.ts'
import { InvalidBackupError } from '../../../scripts/backup/invalidBackup.ts'
import { chooseRecipient } from '../../../scripts/backup/keys.ts'
import { checkBackup, loadBackup } from '../../../scripts/backup/load.ts'
import { saveBackup, type SaveResult } from '../../../scripts/backup/save.ts'
import { createTestEnvironment, type TestEnvironment } from '../../support/testEnvironment.ts'
import { createTestTenant } from '../../support/testTenant.ts'

let environment: TestEnvironment
let folder: string
let file: string
let identity: string
let recipient: string
let saved: SaveResult

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'porchlight-encryption-'))
  environment = await createTestEnvironment()
  await createTestTenant(environment.ownerUrl, { reps: 3, propertiesPerRep: 2_000 })
  recipient = await createIdentityFile(path.join(folder, 'identity'))
  identity = readIdentityFile(path.join(folder, 'identity'))
  file = path.join(folder, 'encrypted.backup.age')
  saved = await saveBackup(environment.ownerUrl, file, { recipients: [recipient] })
}, 120_000)

afterAll(async () => {
  await environment.teardown()
  rmSync(folder, { recursive: true, force: true })
})

describe('an encrypted backup', () => {
  it('is an age file, longer than one of its chunks, that only the identity restores', async () => {
    expect(readFileSync(file).toString('latin1', 0, 21)).toBe('age-encryption.org/v1')
    expect(statSync(file).size).toBeGreaterThan(2 * 65_536)
    const url = await environment.newEmptyDatabase('restored')
    const { rows } = await loadBackup(url, file, identity)
    expect(rows).toEqual(saved.rows)
  })

  it('is refused without the identity, and with another one, before the database is touched', async () => {
    const url = await environment.newEmptyDatabase('refused')
    await expect(loadBackup(url, file)).rejects.toThrow(/is encrypted.*--identity FILE/)
    await createIdentityFile(path.join(folder, 'another'))
    const another = readIdentityFile(path.join(folder, 'another'))
    await expect(loadBackup(url, file, another)).rejects.toThrow(/recipient of another identity/)
    expect(await countTables(url)).toBe(0)
  })

  it('is refused when it was cut or changed anywhere, before the database is touched', async () => {
    const bytes = readFileSync(file)
    const headerEnd = bytes.indexOf('\n--- ') + 5 + 43 + 1
    const chunkEnd = headerEnd + 16 + 65_536 + 16
    const damaged = path.join(folder, 'damaged')
    const url = await environment.newEmptyDatabase('damaged')
    for (const length of [10, 22, headerEnd - 20, headerEnd, headerEnd + 8, chunkEnd - 1, chunkEnd, bytes.length - 1]) {
      writeFileSync(damaged, bytes.subarray(0, length))
      await expect(loadBackup(url, damaged, identity), `cut at ${length}`).rejects.toBeInstanceOf(InvalidBackupError)
    }
    const positions = [0, 21, 40, 90, headerEnd - 10, headerEnd + 3, headerEnd + 20, chunkEnd + 5, bytes.length - 1]
    for (const position of positions) {
      const changed = Buffer.from(bytes)
      changed[position]! ^= 1
      writeFileSync(damaged, changed)
      await expect(loadBackup(url, damaged, identity), `changed at ${position}`).rejects.toBeInstanceOf(
        InvalidBackupError,
      )
    }
    writeFileSync(damaged, Buffer.concat([bytes, Buffer.from('more')]))
    await expect(checkBackup(damaged, identity)).rejects.toThrow(/damaged/)
    expect(await countTables(url)).toBe(0)
  })

  it('is not begun with a recipient that has a typing error', async () => {
    const mistyped = recipient.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))
    const target = path.join(folder, 'mistyped')
    await expect(saveBackup(environment.ownerUrl, target, { recipients: [mistyped] })).rejects.toThrow(/typing error/)
  })
})

describe('the file of an identity', () => {
  it('is readable by its owner only, and never overwritten', async () => {
    const keys = path.join(folder, 'keys')
    expect(await createIdentityFile(keys)).toMatch(/^age1[a-z0-9]{58}$/)
    if (process.platform !== 'win32') expect(statSync(keys).mode & 0o777).toBe(0o600)
    const before = readFileSync(keys, 'utf8')
    await expect(createIdentityFile(keys)).rejects.toThrow(/already exists/)
    expect(readFileSync(keys, 'utf8')).toBe(before)
  })
})

describe('backups without any setting', () => {
  const run = promisify(execFile)
  let keys: string
  beforeEach(() => {
    keys = mkdtempSync(path.join(folder, 'keys-'))
  })
  const command = (script: string, args: string[], env: Record<string, string> = {}) =>
    run(process.execPath, [`dist/server/scripts/${script}.js`, ...args], {
      env: { ...process.env, DATABASE_URL: environment.ownerUrl, BACKUP_IDENTITY_DIR: keys, ...env },
    })
  const target = (name: string) => path.join(keys, `${name}.porchlight`)

  it('are encrypted to a key that the first one makes, and restored with it', { timeout: 120_000 }, async () => {
    keys = path.join(keys, 'made', 'at', 'once')
    const [identityFile, recipientFile] = ['identity', 'recipient'].map((name) => path.join(keys, `porchlight.${name}`))
    const earliest = path.join(keys, '..', 'first.porchlight')
    mkdirSync(path.dirname(earliest), { recursive: true })
    const first = await command('backup', [earliest])
    expect(first.stdout).toContain(`A new key encrypts the backups. ${identityFile} is its private part`)
    expect(first.stdout).toMatch(/Copy it to a safe place that is not this machine/)
    expect(first.stdout).toMatch(/It is encrypted\.\n$/)
    expect(first.stdout).not.toContain('AGE-SECRET-KEY')
    if (process.platform !== 'win32') expect(statSync(identityFile!).mode & 0o777).toBe(0o600)
    expect(readFileSync(earliest).subarray(0, 21).toString()).toBe('age-encryption.org/v1')

    const second = await command('backup', [target('second')])
    expect(second.stdout).toContain(`The private key of the backups is still on this machine: ${identityFile}.`)
    for (const file of [earliest, target('second')])
      expect((await command('restore', [file, '--check'])).stdout).toMatch(/is intact/)

    const kept = path.join(keys, '..', 'kept-elsewhere')
    renameSync(identityFile!, kept)
    const third = await command('backup', [target('third')])
    expect(third.stdout).not.toMatch(/ key/)
    expect(readdirSync(keys).filter((name) => name.startsWith('porchlight.'))).toEqual(['porchlight.recipient'])
    await expect(command('restore', [target('third'), '--check'])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/its private key is not in BACKUP_IDENTITY_DIR\. Name the file: --identity FILE/),
    })
    expect((await command('restore', [target('third'), '--check', '--identity', kept])).stdout).toMatch(/is intact/)
    expect(readFileSync(recipientFile!, 'utf8')).toMatch(/^age1[a-z0-9]{58}\n$/)
  })

  it('get one pair of keys from two backups at once', async () => {
    const settings = { backupEncryption: true, backupRecipient: null, backupIdentityDir: keys }
    const chosen = await Promise.all([1, 2, 3].map(() => chooseRecipient(settings, () => undefined)))
    expect(new Set(chosen).size).toBe(1)
    const identityOfKeys = readIdentityFile(path.join(keys, 'porchlight.identity'))
    expect(await identityToRecipient(identityOfKeys)).toBe(chosen[0])
  })

  it('are not made when the keys cannot be written or read', { timeout: 120_000 }, async () => {
    const file = path.join(keys, 'file')
    writeFileSync(file, '')
    await expect(
      command('backup', [target('none')], { BACKUP_IDENTITY_DIR: path.join(file, 'keys') }),
    ).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The keys of the backups cannot be written: .*Set BACKUP_IDENTITY_DIR/),
    })
    writeFileSync(path.join(keys, 'porchlight.recipient'), 'damaged')
    await expect(command('backup', [target('none')])).rejects.toMatchObject({
      stderr: expect.stringMatching(/porchlight\.recipient has no recipient/),
    })
    expect(existsSync(target('none'))).toBe(false)
  })

  it('can be left without encryption, and say so', { timeout: 120_000 }, async () => {
    const { stdout } = await command('backup', [target('plain')], { BACKUP_ENCRYPTION: 'off' })
    expect(stdout).toMatch(/contains personal data and is not encrypted/)
    expect(readdirSync(keys)).toEqual(['plain.porchlight'])
    expect((await command('restore', [target('plain'), '--check'])).stdout).toMatch(/is intact/)
  })
})

async function countTables(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    `select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace`,
  )
  await client.end()
  return rows[0].n
}
