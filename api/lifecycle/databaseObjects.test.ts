import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { dropDatabase, withClient, withDatabase } from '../../tests/support/databaseNodes.ts'
import { schemaSql } from '../../scripts/schemaSql.ts'
import { databaseFunction, databaseTrigger } from '../database/databaseObject.ts'
import { installObjects, isInstalled, type DatabaseDefinition } from '../database/installObjects.ts'
import { ensureRoles } from '../database/roles.ts'
import { databaseDefinition, retired } from './databaseObjects.ts'
import { migrate } from './migrate.ts'

const server = inject('databaseServer')
const created: string[] = []
let freshSchema: string

beforeAll(async () => {
  const url = await createEmptyDatabase()
  await migrate(url)
  freshSchema = await withClient(url, schemaSql)
}, 60_000)

afterAll(async () => {
  for (const name of created) await dropDatabase([server], name)
})

async function createEmptyDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await withClient(server, (client) => client.query(`create database ${name}`))
  created.push(name)
  return withDatabase(server, name)
}

/** The functions that processes call, with their results. */
async function listFunctions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    `select oid::regprocedure || ' ' || pg_get_function_result(oid) as text from pg_proc
     where pronamespace = 'public'::regnamespace and prokind = 'f' and prorettype <> 'trigger'::regtype
       and proname !~ '^project_activity' order by 1`,
  )
  return rows.map(({ text }) => text)
}

const ids = {
  tenant: '11111111-1111-4111-8111-111111111111',
  property: '22222222-2222-4222-8222-222222222222',
  lead: '33333333-3333-4333-8333-333333333333',
  photo: '44444444-4444-4444-8444-444444444444',
  knock: '55555555-5555-4555-8555-555555555555',
}
const rowsOfRelease = `
insert into tenants (id, name, company_name) values ('${ids.tenant}', 'Sample', 'Sample Roofing');
set app.tenant_id = '${ids.tenant}';
insert into properties (tenant_id, id, address, street_number, street_name, city, lat, lng, cell, point5, point6, owner_name, status,
  created_by, created_at)
values ('${ids.tenant}', '${ids.property}', '12 Sample St', '12', 'Sample St', 'Muncie', 40, -85, 1, '', '', 'Pat Sample', 'interested',
  '${ids.tenant}', '2026-02-03T04:05:06Z');
insert into leads (tenant_id, id, property_id, tag, priority, rep_id)
values ('${ids.tenant}', '${ids.lead}', '${ids.property}', 'roof', 'normal', '${ids.tenant}')`

const photoOfRelease = `
insert into photos (tenant_id, id, content_type, content, uploaded_by) values ('${ids.tenant}', '${ids.photo}', 'image/png', 'x', '${ids.tenant}');
insert into knocks (tenant_id, event_id, property_id, rep_id, outcome, occurred_at, photo_id)
values ('${ids.tenant}', '${ids.knock}', '${ids.property}', '${ids.tenant}', 'nobody_home', '2026-02-03T04:05:06Z', '${ids.photo}')`

/** The newest of them is the release before. */
const releases = ['0.1', '0.2', '0.3']

describe.each(releases)('a database of release %s', (release) => {
  let earlierFunctions: string[]
  let client: pg.Client

  beforeAll(async () => {
    const url = await createEmptyDatabase()
    client = new pg.Client({ connectionString: url })
    await client.connect()
    await ensureRoles(client)
    // The role of the queue that earlier releases had.
    await client.query(
      'do $$ begin create role porchlight_jobs; exception when duplicate_object or unique_violation then null; end $$',
    )
    await client.query(
      readFileSync(new URL(`../../tests/support/releases/schema-${release}.sql`, import.meta.url), 'utf8'),
    )
    await client.query(rowsOfRelease)
    if (release === releases.at(-1)) await client.query(photoOfRelease)
    earlierFunctions = await listFunctions(client)
    await migrate(url)
  }, 60_000)
  afterAll(() => client.end())

  it('has the schema of a new one after the upgrade', async () => {
    // A new one does not have the record that release 0.1 kept of its projections.
    const upgraded = (await schemaSql(client)).replace(
      /^insert into installation .* values \('project_activity', .*\n/m,
      '',
    )
    expect(upgraded).toBe(freshSchema)
  })

  it('has the keys of its properties and leads, and the parts of their words', async () => {
    const { rows } = await client.query(
      `select p.address_key = lead_address_key(p.address, p.street_number, p.street_name) as address, p.city_key as city,
         (select array_agg((l.address_key, l.owner_key, l.words) = (p.address_key, p.owner_key, p.words)) from leads l) as leads,
         (select count(*)::int from word_parts where word = 'muncie') as parts,
         (select sum(houses)::int from property_cells where level = 0) as counted
       from properties p`,
    )
    expect(rows).toEqual([{ address: true, city: 'muncie', leads: [true], parts: 6, counted: 1 }])
  })

  it('keeps a status that no knock explains as one that was set', async () => {
    const { rows } = await client.query('select status, set_status, set_status_at from properties')
    expect(rows).toEqual([
      { status: 'interested', set_status: 'interested', set_status_at: new Date('2026-02-03T04:05:06Z') },
    ])
  })

  if (release === releases.at(-1))
    it('has the photo of a knock as the first of its photos', async () => {
      const { rows } = await client.query('select knock_id, place, photo_id from knock_photos')
      expect(rows).toEqual([{ knock_id: ids.knock, place: 1, photo_id: ids.photo }])
    })

  if (release === releases.at(-1))
    it('has the functions that its processes call, during the upgrade and after it', async () => {
      const functions = await listFunctions(client)
      expect(earlierFunctions.length).toBeGreaterThan(10)
      expect(earlierFunctions.filter((text) => !functions.includes(text))).toEqual([])
      const needed = earlierFunctions.map((text) => text.slice(0, text.indexOf(')') + 1))
      const names = retired.map(({ name }) => name.replaceAll(', ', ','))
      expect(
        names.filter((name) => !needed.includes(name)),
        'Remove these from `retired`.',
      ).toEqual([])
    })
})

it('the version of the functions and policies is raised with each change', () => {
  const hash = createHash('sha256')
    .update(JSON.stringify({ ...databaseDefinition, version: 0 }))
    .digest('hex')
    .slice(0, 16)
  const { version } = databaseDefinition
  expect({ version, hash }, 'Raise the version in databaseObjects.ts unless a migration has, then copy both.').toEqual({
    version: 114,
    hash: '5bfe4430e0cfe417',
  })
})

describe('installing functions, triggers and policies', () => {
  let database: TestDatabase
  let owner: pg.Client
  const older = databaseFunction({ name: 'sample_rule', sql: `returns text language sql as $$ select 'one' $$` })
  const newer = databaseFunction({ name: 'sample_rule', sql: `returns text language sql as $$ select 'two' $$` })
  const trigger = databaseTrigger(
    'sample',
    'before truncate',
    'photos',
    'for each statement execute function refuse_change()',
  )
  const { version } = databaseDefinition
  const withObjects = (added: number, ...objects: DatabaseDefinition['objects']): DatabaseDefinition => ({
    ...databaseDefinition,
    version: version + added,
    objects: [...databaseDefinition.objects, ...objects],
  })
  const callRule = async () => (await owner.query('select sample_rule() as text')).rows[0].text

  beforeAll(async () => {
    database = await createTestDatabase()
    owner = new pg.Client({ connectionString: database.ownerUrl })
    await owner.connect()
  })
  afterAll(async () => {
    await owner.end()
    await database.close()
  })

  it('changes nothing where they are installed', async () => {
    const read = async () => (await owner.query('select oid, xmin::text from pg_proc order by 1')).rows
    const before = await read()
    expect(await isInstalled(owner, databaseDefinition)).toBe(true)
    await Promise.all([migrate(database.ownerUrl), migrate(database.ownerUrl)])
    expect(await read()).toEqual(before)
  })

  it('does not wait for a table that somebody else has locked', async () => {
    const blocker = new pg.Client({ connectionString: database.ownerUrl })
    await blocker.connect()
    try {
      await blocker.query('begin; lock table leads in access exclusive mode')
      expect(await isInstalled(owner, databaseDefinition)).toBe(true)
      await migrate(database.ownerUrl)
    } finally {
      await blocker.end()
    }
  })

  it('replaces one whose text changed, and leaves those of a later release alone', async () => {
    await installObjects(owner, withObjects(1, older, trigger))
    expect(await callRule()).toBe('one')
    await installObjects(owner, withObjects(2, newer, trigger))
    expect(await callRule()).toBe('two')
    await installObjects(owner, withObjects(1, older))
    await installObjects(owner, databaseDefinition)
    expect(await callRule()).toBe('two')
    expect(await isInstalled(owner, databaseDefinition)).toBe(true)
  })

  it('makes one again that is missing, as after a restore', async () => {
    await owner.query('drop function sample_rule()')
    await owner.query('drop trigger sample on photos')
    expect(await isInstalled(owner, withObjects(2, newer, trigger))).toBe(false)
    await installObjects(owner, withObjects(2, newer, trigger))
    expect(await callRule()).toBe('two')
    await expect(owner.query('truncate photos cascade')).rejects.toThrow('append-only')
  })

  it('keeps a trigger aside that is aside while the database is distributed', async () => {
    await owner.query('drop trigger sample on photos')
    await owner.query(
      `insert into installation values ('distribution', '[{"table": "photos", "name": "sample", "sql": ""}]')`,
    )
    expect(await isInstalled(owner, withObjects(2, newer, trigger))).toBe(true)
    await owner.query(`delete from installation where key = 'distribution'`)
    expect(await isInstalled(owner, withObjects(2, newer, trigger))).toBe(false)
  })

  it('drops what an earlier release installed and a later one does not have', async () => {
    await installObjects(owner, withObjects(2, newer, trigger))
    await installObjects(owner, withObjects(3))
    await expect(callRule()).rejects.toThrow('does not exist')
    await owner.query('truncate photos cascade')
  })

  it('restores policies that are missing, other or too many', async () => {
    const before = await schemaSql(owner)
    await owner.query('drop policy own_tenant on leads')
    await owner.query('alter policy platform_reads on knocks to porchlight_tenant')
    await owner.query('create policy open on properties using (true)')
    await owner.query('create policy closed on photos as restrictive using (false)')
    expect(await isInstalled(owner, withObjects(3))).toBe(false)
    await installObjects(owner, withObjects(3))
    expect(await schemaSql(owner)).toBe(before)
  })
})
