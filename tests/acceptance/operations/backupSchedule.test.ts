import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createIdentityFile, readIdentityFile } from '../../../scripts/backup/encryption.ts'
import { checkBackup } from '../../../scripts/backup/load.ts'
import { createTestEnvironment, type TestEnvironment } from '../../support/testEnvironment.ts'
import { createTestTenant } from '../../support/testTenant.ts'

let environment: TestEnvironment
let owner: pg.Client
let root: string
const running: ChildProcess[] = []

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'porchlight-schedule-'))
  environment = await createTestEnvironment()
  await createTestTenant(environment.ownerUrl, { reps: 1, propertiesPerRep: 5 })
  owner = new pg.Client({ connectionString: environment.ownerUrl })
  await owner.connect()
}, 120_000)

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

afterAll(async () => {
  await owner.end()
  await environment.teardown()
  rmSync(root, { recursive: true, force: true })
})

describe('a backup schedule', () => {
  it(
    'makes, encrypts and verifies backups, keeps the newest ones, and ends on SIGTERM',
    { timeout: 120_000 },
    async () => {
      const recipient = await createIdentityFile(path.join(root, 'identity'))
      const folder = path.join(root, 'verified')
      mkdirSync(folder)
      writeFileSync(path.join(folder, 'porchlight-2001-01-01T00-00-00-000Z.backup'), 'an old backup')
      writeFileSync(path.join(folder, 'porchlight-2001-01-01T00-00-01-000Z.backup.age.unfinished'), 'a part')
      writeFileSync(path.join(folder, 'another-file'), 'not a backup')
      await owner.query('create database porchlight_verify_leftover')
      await owner.query(`insert into installation values ('failed backup', '{"mailed": true}')`)

      const elsewhere = path.join(root, 'elsewhere')
      mkdirSync(elsewhere)
      const schedule = start(['--every', '1s', '--keep', '2', folder], {
        BACKUP_RECIPIENT: recipient,
        BACKUP_COMMAND: `cp "$BACKUP_FILE" '${elsewhere}'`,
      })
      await vi.waitUntil(() => schedule.output().split(', verified;').length > 3, { timeout: 90_000 })
      expect(await schedule.stop()).toBe(0)

      expect(schedule.output()).not.toMatch(/NOT verified|No backup|FAILED|not stored/)
      expect(readdirSync(elsewhere).length).toBeGreaterThanOrEqual(3)
      expect(await goodBackups()).toContain('last backup_restored')
      const { rows: failures } = await owner.query(`select from installation where key = 'failed backup'`)
      expect(failures).toHaveLength(0)
      const files = readdirSync(folder)
      expect(files).toContain('another-file')
      const backups = files.filter((name) => name !== 'another-file')
      // The signal may come when one more backup is made and not yet verified.
      expect(backups.length).toBeGreaterThanOrEqual(2)
      expect(backups.length).toBeLessThanOrEqual(3)
      for (const name of backups) {
        expect(name).toMatch(/^porchlight-20[2-9].*Z\.backup\.age$/)
        const { rows } = await checkBackup(path.join(folder, name), readIdentityFile(path.join(root, 'identity')))
        expect(rows.get('properties')).toBe(5)
      }
      expect(await scratchDatabases()).toEqual([])
    },
  )

  it('reports a log that was changed, keeps that backup, and deletes none', { timeout: 120_000 }, async () => {
    const url = await environment.newDatabase('changed')
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { tenantId } = await createTestTenant(url, { reps: 1, propertiesPerRep: 1 })
    await client.query(`insert into activity_heads (tenant_id, position, hash) values ($1, 7, 'changed')`, [tenantId])
    const folder = path.join(root, 'changed')
    mkdirSync(folder)
    writeFileSync(path.join(folder, 'porchlight-2001-01-01T00-00-00-000Z.backup'), 'an old backup')
    const schedule = start(['--every', '1h', '--keep', '1', folder], { DATABASE_URL: url })
    await vi.waitUntil(() => /NOT verified; older backups were kept\. .*head does not match/.test(schedule.output()), {
      timeout: 90_000,
    })
    const failure = async () => {
      const { rows } = await client.query(`select value from installation where key = 'failed backup'`)
      return rows[0]?.value as unknown
    }
    await expect.poll(failure).toEqual({ failure: 'not_verified', at: expect.any(String), mailed: false })
    await client.end()
    expect(await schedule.stop()).toBe(0)
    const names = readdirSync(folder)
    expect(names).toHaveLength(2)
    expect(await scratchDatabases()).toEqual([])
    // No recipient was set, so the first backup has made a pair of keys.
    expect(schedule.output()).toMatch(/A new key encrypts the backups\. .*porchlight\.identity is its private part/)
    const backup = names.find((name) => name.endsWith('.backup.age'))!
    const identity = readIdentityFile(path.join(root, 'keys', 'porchlight.identity'))
    expect((await checkBackup(path.join(folder, backup), identity)).rows.get('properties')).toBe(1)
  })

  it(
    'reads the backup of an owner who may not create databases, says what that does not show, and keeps as many as it should',
    { timeout: 120_000 },
    async () => {
      await owner.query(`create role sample_backup_owner login createrole password 'sample'`)
      await owner.query('grant porchlight_platform to sample_backup_owner')
      const { rows } = await owner.query<{ name: string }>(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
      )
      for (const { name } of rows)
        await owner.query(`grant select on ${pg.escapeIdentifier(name)} to sample_backup_owner`)
      const url = new URL(environment.ownerUrl)
      url.username = 'sample_backup_owner'
      url.password = 'sample'
      const folder = path.join(root, 'kept')
      mkdirSync(folder)
      writeFileSync(path.join(folder, 'porchlight-2001-01-01T00-00-00-000Z.backup'), 'an old backup')
      const schedule = start(['--every', '1h', '--keep', '1', folder], { DATABASE_URL: url.toString() })
      await vi.waitUntil(
        () =>
          /read completely, but NOT verified by a restore, .*alter role sample_backup_owner createdb; 1 older backups deleted/.test(
            schedule.output(),
          ),
        { timeout: 90_000 },
      )
      expect(await schedule.stop()).toBe(0)
      expect(readdirSync(folder)).toEqual([expect.stringMatching(/^porchlight-20[2-9].*\.backup\.age$/)])
      expect(await goodBackups()).toContain('last backup_read')
    },
  )

  it('survives a database that cannot be reached', { timeout: 120_000 }, async () => {
    const folder = path.join(root, 'unreachable')
    const schedule = start(['--every', '1s', folder], {
      DATABASE_URL: 'postgres://owner:secret@127.0.0.1:9/porchlight',
    })
    await vi.waitUntil(() => schedule.output().split('No backup was made').length > 2, { timeout: 90_000 })
    expect(schedule.output()).toMatch(/cannot be reached/)
    expect(schedule.output()).not.toContain('secret')
    expect(await schedule.stop()).toBe(0)
    expect(existsSync(folder) && readdirSync(folder)).toEqual([])
  })
})

function start(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ['dist/server/scripts/backup.js', ...args], {
    env: { ...process.env, DATABASE_URL: environment.ownerUrl, BACKUP_IDENTITY_DIR: path.join(root, 'keys'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const closed = once(child, 'close') as Promise<[number | null]>
  return {
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM')
      return (await closed)[0]
    },
  }
}

/** The rows with the times of good backups. */
async function goodBackups(): Promise<string[]> {
  const { rows } = await owner.query<{ key: string }>(`select key from installation where starts_with(key, 'last ')`)
  return rows.map(({ key }) => key)
}

async function scratchDatabases(): Promise<string[]> {
  const { rows } = await owner.query<{ datname: string }>(
    `select datname from pg_database where starts_with(datname, 'porchlight_verify_')`,
  )
  return rows.map(({ datname }) => datname)
}
