import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbedded } from '../../../api/database/embedded.ts'
import { ensureRoles } from '../../../api/database/roles.ts'
import { migrate, runMigrations } from '../../../api/lifecycle/migrate.ts'
import { firstMigrations, migrationNames } from '../../../migrations/list.ts'
import { readBackup, writeBackup, type Frame } from '../../../scripts/backup/file.ts'
import { loadBackup, type LoadResult } from '../../../scripts/backup/load.ts'
import { saveBackup, type SaveResult } from '../../../scripts/backup/save.ts'
import { excludedTables } from '../../../scripts/backup/tables.ts'
import { withClient } from '../../support/databaseNodes.ts'
import { createTestEnvironment, type TestEnvironment } from '../../support/testEnvironment.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { createTestTenant, type TestTenant } from '../../support/testTenant.ts'
import { startKnockLoad } from '../../faults/knockLoad.ts'
import { photoForm, uploadPhoto } from '../../support/photos.ts'
import { rest } from '../../support/client.ts'

let fixture: TestEnvironment
let server: TestServer
let testTenant: TestTenant
let folder: string
let file: string
let saved: SaveResult
let acknowledgedBefore: number
let idsBefore: Set<string>
let acknowledgedInAll: number
let waitingJobId: string
let photoIds: string[]

const globalAdmin = { email: 'keeper@sample.example', password: 'a password that is kept', full_name: 'Sample Keeper' }

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'porchlight-backup-'))
  file = path.join(folder, 'drill.porchlight')
  fixture = await createTestEnvironment()
  testTenant = await createTestTenant(fixture.ownerUrl, { reps: 4, propertiesPerRep: 30 })
  // Its jobs wait, so that the backup has one that waits.
  const env = { GLOBAL_ADMIN_EMAIL: globalAdmin.email, JOB_CONCURRENCY: '0' }
  server = await startServer({ databaseUrl: fixture.ownerUrl, env })
  expect((await rest(server.url, null, 'POST', '/auth/register', globalAdmin)).status).toBe(201)

  const started = await rest(server.url, testTenant.owner.token, 'POST', '/exports', { list: 'users' })
  waitingJobId = started.body['data'].id as string
  photoIds = await knockWithPhotos()
  await fillTablesOfPeople()
  const load = startKnockLoad(server.url, testTenant)
  await until(() => load.acknowledged.size > 40)
  idsBefore = new Set(load.acknowledged)
  acknowledgedBefore = idsBefore.size
  saved = await saveBackup(fixture.ownerUrl, file)
  const after = load.acknowledged.size
  await until(() => load.acknowledged.size > after + 20)
  await load.stop()
  acknowledgedInAll = load.acknowledged.size
  expect(load.refusals).toEqual([])
}, 120_000)

/** Logs a knock with two photos, and returns their ids in the order of the knock. */
async function knockWithPhotos(): Promise<string[]> {
  const [{ token }, [propertyId]] = [testTenant.reps[0]!, testTenant.properties[0]!]
  const uploads = [
    await uploadPhoto(server.url, token, await photoForm()),
    await uploadPhoto(server.url, token, await photoForm()),
  ]
  const ids = uploads.map(({ body }) => body['data'].id as string).toReversed()
  const knock = { property_id: propertyId, outcome: 'talked', photo_ids: ids }
  expect((await rest(server.url, token, 'POST', '/crm/door-knocks', knock)).status).toBe(201)
  return ids
}

/** What a company has of its start and its imports: outcomes, invitations, mails, words, and people who have not joined yet. */
const tablesOfPeople = [
  'outcomes',
  'invitations',
  'invitation_uses',
  'mails',
  'import_words',
  'import_assignees',
  'import_lead_assignees',
]

async function fillTablesOfPeople(): Promise<void> {
  const [{ token }, { tenantId }] = [testTenant.owner, testTenant]
  const outcome = { name: 'Dog in the yard', mark: 'dog', color: 'mute', meaning: 'nobody_home' }
  expect((await rest(server.url, token, 'POST', '/outcomes', outcome)).status).toBe(201)
  const invited = await rest(server.url, token, 'POST', '/invitations', { role: 'sales_rep' })
  const invitation = (invited.body['data'].url as string).split('/').at(-1)
  const person = { full_name: 'Sample Joined', email: 'joined@sample.example', password: 'a password that is kept' }
  const joined = await rest(server.url, null, 'POST', '/auth/accept-invitation', { token: invitation, ...person })
  expect(joined.status).toBe(200)
  const lead = await rest(server.url, token, 'POST', '/leads', {
    property_id: testTenant.properties[0]![0]!,
    tag: 'storm',
  })
  await withClient(fixture.ownerUrl, async (client) => {
    await client.query(`insert into import_lead_assignees values ($1, $2, 'gone@sample.example')`, [
      tenantId,
      lead.body['data'].id,
    ])
    await client.query(
      `insert into mails (tenant_id, id, kind, recipient, recipient_key, status, created_at, expires_at, finished_at)
       values ($1, gen_random_uuid(), 'invitation', 'gone@sample.example', 'gone', 'sent', now(), now(), now())`,
      [tenantId],
    )
    await client.query(`insert into import_words values ($1, 'status', 'zonk', 'status:interested')`, [tenantId])
    await client.query(
      `insert into import_assignees (tenant_id, property_id, import_id, email)
       values ($1, $2, gen_random_uuid(), 'gone@sample.example')`,
      [tenantId, testTenant.properties[0]![0]!],
    )
  })
}

afterAll(async () => {
  await server.stop()
  await fixture.teardown()
  rmSync(folder, { recursive: true, force: true })
})

/** The tables that `npm run parcels:import` writes as their owner. */
const notForced = ['parcel_datasets', 'parcels']

describe('a backup made under load', () => {
  let restoredUrl: string
  let loaded: LoadResult
  let restoredClient: pg.Client

  beforeAll(async () => {
    restoredUrl = await emptyDatabase('restored')
    loaded = await loadBackup(restoredUrl, file)
    restoredClient = new pg.Client({ connectionString: restoredUrl })
    await restoredClient.connect()
  }, 60_000)
  afterAll(() => restoredClient.end())

  it('was made while knocks were logged', () => {
    const knocks = saved.rows.get('knocks')!
    expect(knocks).toBeGreaterThanOrEqual(acknowledgedBefore)
    expect(knocks).toBeLessThan(acknowledgedInAll)
  })

  it('restores every counted row, and a valid log', async () => {
    expect(loaded.rows).toEqual(saved.rows)
    expect(loaded.reports.map(({ faults }) => faults)).toEqual(loaded.reports.map(() => []))
    expect(loaded.reports).toHaveLength(2)
    for (const [table, rows] of saved.rows) {
      const { rows: found } = await restoredClient.query(`select count(*)::int as n from ${table}`)
      // The restored installation is marked as one without a demo town.
      expect([table, found[0].n]).toEqual([table, table === 'installation' ? rows + 1 : rows])
    }
  })

  it('contains every knock acknowledged before it began', async () => {
    const { rows } = await restoredClient.query<{ event_id: string }>('select event_id from activity_events')
    const kept = new Set(rows.map(({ event_id }) => event_id))
    expect([...idsBefore].filter((id) => !kept.has(id))).toEqual([])
  })

  it('has the photos of a knock in their order', async () => {
    const { rows } = await restoredClient.query<{ id: string; bytes: number }>(
      `select p.id, octet_length(p.content) as bytes from knock_photos f
       join photos p on p.tenant_id = f.tenant_id and p.id = f.photo_id order by f.place`,
    )
    expect(rows.map(({ id }) => id)).toEqual(photoIds)
    expect(rows.filter(({ bytes }) => bytes < 100)).toEqual([])
  })

  it('is usable at once: users sign in with their passwords, and earlier sessions are over', async () => {
    const restoredServer = await startServer({ databaseUrl: restoredUrl })
    try {
      const login = await rest(restoredServer.url, null, 'POST', '/auth/login', globalAdmin)
      expect(login.status).toBe(200)
      const users = await rest(restoredServer.url, login.body.access_token, 'GET', '/users')
      // The owner, the four reps, the global admin and who came by the invitation.
      expect(users.body.total).toBe(7)
      expect((await rest(restoredServer.url, testTenant.owner.token, 'GET', '/auth/me')).status).toBe(401)
      expect((await fetch(`${restoredServer.url}/api/health/ready`)).status).toBe(200)
    } finally {
      await restoredServer.stop()
    }
  })

  it('runs the jobs that waited, although the queue is not in it', { timeout: 120_000 }, async () => {
    const longAgo = `update jobs set created_at = now() - interval '1 minute' where id = $1`
    await restoredClient.query(longAgo, [waitingJobId])
    const restoredServer = await startServer({ databaseUrl: restoredUrl })
    try {
      const read = async () =>
        (await restoredClient.query('select status, error from jobs where id = $1', [waitingJobId])).rows
      await expect.poll(read, { timeout: 60_000 }).toEqual([{ status: 'done', error: null }])
    } finally {
      await restoredServer.stop()
    }
  })

  it.each(tablesOfPeople)('restores the rows of %s as they were', async (table) => {
    const all = `select to_jsonb(t) as row from ${table} t order by 1`
    const { rows } = await withClient(fixture.ownerUrl, (client) => client.query(all))
    expect(rows).toHaveLength(1)
    expect((await restoredClient.query(all)).rows).toEqual(rows)
  })

  it('contains every table except the listed ones, and needs no sequence', async () => {
    const { rows } = await restoredClient.query<{ relname: string; kind: string }>(
      `select relname, relkind as kind from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S')`,
    )
    const tables = rows.filter(({ kind }) => kind !== 'S').map(({ relname }) => relname)
    expect(new Set(tables.filter((table) => !excludedTables.has(table)))).toEqual(new Set(saved.rows.keys()))
    const sequences = rows.filter(({ kind }) => kind === 'S').map(({ relname }) => relname)
    expect(sequences).toEqual(['schema_migrations_id_seq'])
  })

  it("keeps row-level security and the log's triggers", async () => {
    const { rows } = await restoredClient.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity and not relforcerowsecurity
       order by relname`,
    )
    expect(rows.map(({ relname }) => relname)).toEqual(notForced)
    await expect(restoredClient.query('delete from activity_events')).rejects.toThrow(/append-only/)
    const { rows: disabled } = await restoredClient.query(`select tgname from pg_trigger where tgenabled = 'D'`)
    expect(disabled).toEqual([])
  })

  it('is not restored over existing data', async () => {
    await expect(loadBackup(restoredUrl, file)).rejects.toThrow(/not empty .*new database/)
    await expect(loadBackup(fixture.ownerUrl, file)).rejects.toThrow(/not empty/)
    await expect(saveBackup(fixture.ownerUrl, file)).rejects.toThrow(/already exists/)
  })
})

describe('a damaged file', () => {
  const decompressed = () => gunzipSync(readFileSync(file))
  const damages: [string, () => Buffer, RegExp][] = [
    ['truncated', () => readFileSync(file).subarray(0, 4_000), /is truncated/],
    ['truncated before the checksum', () => gzipSync(decompressed().subarray(0, -37)), /is truncated/],
    ['changed on disk', () => flipped(readFileSync(file), 3_000), /damaged/],
    ['changed and compressed again', () => gzipSync(changed(decompressed())), /checksum does not match/],
    ['changed so that a frame is no JSON', () => gzipSync(flipped(decompressed(), 25)), /a frame cannot be read/],
    [
      'followed by other data',
      () => gzipSync(Buffer.concat([decompressed(), Buffer.from('more')])),
      /data after its end/,
    ],
    ['in another format', () => Buffer.from('-- PostgreSQL database dump'), /not a Porchlight backup/],
    ['another gzip file', () => gzipSync('Something else that was packed'), /not a Porchlight backup/],
  ]

  it.each(damages)('%s is rejected with the reason and leaves the database empty', async (name, damage, reason) => {
    const damaged = path.join(folder, `${name.replaceAll(' ', '-')}.porchlight`)
    writeFileSync(damaged, damage())
    const url = await emptyDatabase(`damaged_${name.replaceAll(' ', '_')}`)
    await expect(loadBackup(url, damaged)).rejects.toThrow(reason)
    expect(await tablesIn(url)).toBe(0)
  })

  it('of a later version is rejected with the missing migrations', async () => {
    const later = path.join(folder, 'later.porchlight')
    await writeBackup(later, addUnknownMigration(readBackup(file)))
    const url = await emptyDatabase('later')
    await expect(loadBackup(url, later)).rejects.toThrow(/later version, with the migrations 9999_flying_cars/)
    expect(await tablesIn(url)).toBe(0)
  })
})

describe('a backup of an earlier version', () => {
  it('is restored and then migrated', { timeout: 60_000 }, async () => {
    const earlier = await emptyDatabase('earlier')
    await withClient(earlier, async (client) => {
      await ensureRoles(client)
      await client.query(readFileSync(new URL('../../support/releases/schema-0.1.sql', import.meta.url), 'utf8'))
    })
    const { tenantId } = await createTestTenant(earlier, { reps: 1, propertiesPerRep: 3 })
    const old = path.join(folder, 'earlier.porchlight')
    const { header } = await saveBackup(earlier, old)
    expect(header.migrations).toEqual(firstMigrations)

    const now = await emptyDatabase('earlier_now')
    await loadBackup(now, old)
    const client = new pg.Client({ connectionString: now })
    await client.connect()
    const { rows: done } = await client.query<{ name: string }>('select name from schema_migrations')
    expect(new Set(done.map(({ name }) => name))).toEqual(new Set(migrationNames))
    const { rows: properties } = await client.query('select address from properties where tenant_id = $1', [tenantId])
    expect(properties).toHaveLength(3)
    await client.end()
  })
})

describe('a database owner without superuser privileges', () => {
  it('backs up and restores everything despite row-level security', { timeout: 60_000 }, async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'porchlight-owner-'))
    const machine = await startEmbedded({ dataDir })
    try {
      const superuser = new pg.Client({ connectionString: machine.url })
      await superuser.connect()
      await superuser.query(`create role sample_owner login createrole password 'sample'`)
      for (const name of ['one', 'other']) await superuser.query(`create database ${name} owner sample_owner`)
      await superuser.end()
      const urlFor = (name: string) => `postgres://sample_owner:sample@127.0.0.1:${machine.port}/${name}`
      await migrate(urlFor('one'))
      // Only a superuser may insert the test tenant's rows.
      await createTestTenant(machine.url.replace(/[^/]+$/, 'one'), { reps: 2, propertiesPerRep: 4 })
      const kept = path.join(dataDir, 'owner.porchlight')
      const { rows } = await saveBackup(urlFor('one'), kept)
      expect(rows.get('properties')).toBe(8)
      await loadBackup(urlFor('other'), kept)

      const other = new pg.Client({ connectionString: machine.url.replace(/[^/]+$/, 'other') })
      await other.connect()
      const { rows: found } = await other.query('select count(*)::int as n from properties')
      expect(found[0].n).toBe(8)
      const { rows: open } = await other.query(
        `select relname from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity and not relforcerowsecurity
         order by relname`,
      )
      expect(open.map(({ relname }) => relname)).toEqual(notForced)
      await other.end()
    } finally {
      await machine.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})

describe('the commands', () => {
  const run = promisify(execFile)
  const command = (script: string, ...args: string[]) => commandOn(fixture.ownerUrl, script, ...args)
  const commandOn = (url: string, script: string, ...args: string[]) =>
    run(process.execPath, [`dist/server/scripts/${script}.js`, ...args], {
      env: { ...process.env, DATABASE_URL: url, BACKUP_IDENTITY_DIR: path.join(folder, 'keys') },
    })

  it('verify the log without changing it, and reject a database of another version', { timeout: 60_000 }, async () => {
    expect((await command('verifyLog')).stdout).toMatch(/ intact\n[^]*The log and its projections are intact\./)
    const url = await emptyDatabase('unprepared')
    const earlier = migrationNames.slice(0, -1)
    const refused = { code: 1, stderr: expect.stringMatching(/by a different version/) }
    await expect(commandOn(url, 'verifyLog')).rejects.toMatchObject(refused)
    expect(await tablesIn(url)).toBe(0)
    await runMigrations(url, earlier)
    const before = await tablesIn(url)
    await expect(commandOn(url, 'verifyLog')).rejects.toMatchObject(refused)
    expect(await tablesIn(url)).toBe(before)
  })

  it('create and verify a backup, and report errors', { timeout: 60_000 }, async () => {
    const another = path.join(folder, 'by-command.porchlight')
    expect((await command('backup', another)).stdout).toMatch(/knocks +\d+[^]*backup as of/)
    expect((await command('restore', another, '--check')).stdout).toMatch(
      /is intact: backup as of .* rows in \d+ tables/,
    )
    await expect(command('restore', another)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/not empty/),
    })
    await expect(command('restore')).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(/Usage/) })
  })
})

async function emptyDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: fixture.ownerUrl })
  await client.connect()
  await client.query(`create database ${pg.escapeIdentifier(name)}`)
  await client.end()
  const url = new URL(fixture.ownerUrl)
  url.pathname = `/${name}`
  return url.toString()
}

async function* addUnknownMigration(frames: AsyncIterable<Frame>): AsyncGenerator<Frame> {
  for await (const frame of frames)
    if (frame.kind === 'H') {
      const { header } = frame
      yield { ...frame, header: { ...header, migrations: [...header.migrations, '9999_flying_cars'] } }
    } else yield frame
}

async function tablesIn(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    `select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace`,
  )
  await client.end()
  return rows[0].n
}

function flipped(bytes: Buffer, at: number): Buffer {
  bytes[at] = bytes[at]! ^ 0xff
  return bytes
}

/** A property whose coordinates changed. */
function changed(bytes: Buffer): Buffer {
  const at = bytes.indexOf('7 Sample St')
  bytes[at] = '8'.charCodeAt(0)
  return bytes
}

async function until(met: () => boolean): Promise<void> {
  for (const giveUp = Date.now() + 60_000; !met(); await new Promise((resolve) => setTimeout(resolve, 10)))
    if (Date.now() > giveUp) throw new Error('The condition was not met within a minute.')
}
