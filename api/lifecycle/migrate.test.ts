import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { migrationNames } from '../../migrations/list.ts'
import { dropDatabase, withClient, withDatabase } from '../../tests/support/databaseNodes.ts'
import { createLogFixture, type LogFixture } from '../../tests/support/logFixture.ts'
import { verifyLog } from '../log/verify.ts'
import { installProjections } from '../projections/install.ts'
import { migrate } from './migrate.ts'

const at = '2026-05-04T10:00:00.000Z'
const knock = { propertyId: randomUUID(), repId: randomUUID(), neighborhood: null }
const talked = { at, type: 'DoorKnocked', data: { ...knock, outcome: 'talked', sessionId: null } } as const

let fixture: LogFixture
beforeAll(async () => {
  fixture = await createLogFixture()
})
afterAll(() => fixture.teardown())

/** Waits until a connection waits for a lock of this type, and returns its pid. */
async function findWaitingPid(lock: 'advisory' | 'relation'): Promise<number> {
  const findPid = async () => {
    const { rows } = await fixture.owner.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event = $1`,
      [lock],
    )
    return rows[0]?.pid
  }
  await expect.poll(findPid).toBeTypeOf('number')
  return (await findPid())!
}

/** Makes the database that of an earlier release, whose projections count two doors for each knock. */
async function installEarlierProjections(): Promise<void> {
  const { rows } = await fixture.owner.query<{ value: { functionName: string } }>(
    `select value from installation where key = 'projections'`,
  )
  const { functionName } = rows[0]!.value
  const { rows: functions } = await fixture.owner.query<{ sql: string }>(
    'select pg_get_functiondef($1::regproc) as sql',
    [functionName],
  )
  await fixture.owner.query(
    functions[0]!.sql
      .replace(functionName, 'project_activity_1_earlier')
      .replace(`case when e.type = 'DoorKnocked' then 1`, `case when e.type = 'DoorKnocked' then 2`),
  )
  await fixture.owner.query(`create or replace function project_activity(p_events activity_events[]) returns void
    language plpgsql as $$ begin perform project_activity_1_earlier(p_events); end $$`)
  await fixture.owner.query(`drop function ${functionName}`)
  await fixture.owner.query(
    `update installation set value = value || '{"version": 1, "functionName": "project_activity_1_earlier"}'
     where key = 'projections'`,
  )
}

async function countDoors(tenantId: string): Promise<number> {
  const { rows } = await fixture.owner.query<{ doors: number }>(
    'select sum(doors)::int as doors from rep_hours where tenant_id = $1',
    [tenantId],
  )
  return rows[0]!.doors
}

async function readFaults(...tenantIds: string[]): Promise<string[]> {
  const faults: string[] = []
  for (const id of tenantIds) faults.push(...(await verifyLog(fixture.owner, id)).faults)
  return faults
}

describe('a release with changed projections', () => {
  it('keeps the figures of a tenant as they were until it is rebuilt, and uses the new ones for new tenants', async () => {
    await installEarlierProjections()
    const tenantId = await fixture.createTenantLog('UTC', talked)
    expect(await countDoors(tenantId)).toBe(2)

    await migrate(fixture.ownerUrl, { deferRebuild: true })
    await fixture.write(tenantId, talked)
    expect(await countDoors(tenantId)).toBe(4)
    const newTenantId = await fixture.createTenantLog('UTC', talked)
    expect(await countDoors(newTenantId)).toBe(1)

    await migrate(fixture.ownerUrl)
    expect(await countDoors(tenantId)).toBe(2)
    await fixture.write(tenantId, talked)
    expect(await countDoors(tenantId)).toBe(3)
    expect(await readFaults(tenantId, newTenantId)).toEqual([])
    const { rows: functions } = await fixture.owner.query(
      `select from pg_proc where proname = 'project_activity_1_earlier'`,
    )
    expect(functions).toEqual([])
  })

  it('is rebuilt before it is served if a table has a new column', async () => {
    await installEarlierProjections()
    await fixture.owner.query(
      `update installation set value = jsonb_set(value, '{tables,rep_hours}', '"tenant_id, hour, rep_id, doors"')
       where key = 'projections'`,
    )
    const tenantId = await fixture.createTenantLog('UTC', talked)
    await migrate(fixture.ownerUrl, { deferRebuild: true })
    expect(await countDoors(tenantId)).toBe(1)
  })

  it('is completed by the next start if the rebuild is interrupted', async () => {
    await installEarlierProjections()
    const tenantIds = [await fixture.createTenantLog('UTC', talked), await fixture.createTenantLog('UTC', talked)]
    await fixture.owner.query('select pg_advisory_lock(hashtextextended($1::text, 0))', [tenantIds[1]])
    const interrupted = expect(migrate(fixture.ownerUrl)).rejects.toThrow(/terminat|connection/i)
    await fixture.owner.query('select pg_terminate_backend($1::int)', [await findWaitingPid('advisory')])
    await interrupted
    await fixture.owner.query('select pg_advisory_unlock_all()')
    expect(await countDoors(tenantIds[1]!)).toBe(2)

    await migrate(fixture.ownerUrl)
    expect(await countDoors(tenantIds[0]!)).toBe(1)
    expect(await countDoors(tenantIds[1]!)).toBe(1)
    expect(await readFaults(...tenantIds)).toEqual([])
  })

  it('leaves the projections of a later release in place', async () => {
    await fixture.owner.query(`update installation set value = value || '{"version": 999, "functionName": "later"}'
      where key = 'projections'`)
    await migrate(fixture.ownerUrl)
    const { rows } = await fixture.owner.query(`select value->>'functionName' as name from installation
      where key = 'projections'`)
    expect(rows).toEqual([{ name: 'later' }])
    await fixture.owner.query(`delete from installation where key = 'projections'`)
    await migrate(fixture.ownerUrl)
  })

  it('takes over the function of a release whose function had no version', async () => {
    const tenantId = await fixture.createTenantLog('UTC', talked)
    await fixture.owner.query(`delete from installation where key = 'projections'`)
    await fixture.owner.query(`insert into installation values ('project_activity', '"earlier"')`)
    await fixture.owner.query(`create or replace function project_activity(p_events activity_events[]) returns void
      language plpgsql as $$ begin update rep_hours set doors = doors + 10; end $$`)
    await installProjections(fixture.owner)
    await fixture.write(tenantId, talked)
    expect(await countDoors(tenantId)).toBe(11)
    await migrate(fixture.ownerUrl)
    expect(await countDoors(tenantId)).toBe(2)
    expect(await readFaults(tenantId)).toEqual([])
  })

  it('counts the talks of a database of release 0.1, without withdrawn ones', async () => {
    const tenantId = await fixture.createTenantLog('UTC', talked, talked)
    const { rows: events } = await fixture.owner.query('select event_id from activity_events where tenant_id = $1', [
      tenantId,
    ])
    await fixture.write(tenantId, {
      at,
      type: 'KnockWithdrawn',
      data: { ...knock, knockId: events[0].event_id, countedAt: at, status: 'contacted' },
    })
    await fixture.owner.query('alter table rep_hours drop column talks')
    await fixture.owner.query(`delete from schema_migrations where name = '0019_talks'`)
    await fixture.owner.query(`delete from installation where key = 'projections'`)

    await migrate(fixture.ownerUrl)
    const { rows } = await fixture.owner.query('select doors, talks from rep_hours where tenant_id = $1', [tenantId])
    expect(rows).toEqual([{ doors: 1, talks: 1 }])
    expect(await readFaults(tenantId)).toEqual([])
  })
})

describe('the migrations', () => {
  it('run once if several processes start together on an empty database', async () => {
    const server = inject('databaseServer')
    const name = `test_${randomBytes(6).toString('hex')}`
    await withClient(server, (client) => client.query(`create database ${name}`))
    const url = withDatabase(server, name)
    try {
      await Promise.all([migrate(url), migrate(url), migrate(url)])
      const { rows } = await withClient(url, (client) =>
        client.query<{ name: string }>('select name from schema_migrations'),
      )
      expect(rows.map((row) => row.name).sort()).toEqual(migrationNames.toSorted())
    } finally {
      await dropDatabase([server], name)
    }
  })

  it('run once if several processes of a release start together on a database of the one before, also on a cluster', async () => {
    const talks = `select from information_schema.columns where table_name = 'rep_hours' and column_name = 'talks'`
    await fixture.owner.query('alter table rep_hours drop column talks')
    await fixture.owner.query(`delete from schema_migrations where name = '0019_talks'`)
    expect((await fixture.owner.query(talks)).rowCount).toBe(0)
    await Promise.all(Array.from({ length: 3 }, () => migrate(fixture.ownerUrl)))
    expect((await fixture.owner.query(talks)).rowCount).toBe(1)
    const { rows } = await fixture.owner.query<{ name: string }>('select name from schema_migrations')
    expect(rows.map((row) => row.name).toSorted()).toEqual(migrationNames.toSorted())
  })

  it('are refused on a database whose first start with release 0.1 did not end', async () => {
    const server = inject('databaseServer')
    const name = `test_${randomBytes(6).toString('hex')}`
    await withClient(server, (client) => client.query(`create database ${name}`))
    const url = withDatabase(server, name)
    try {
      await withClient(url, (client) =>
        client.query(
          `create table schema_migrations (name text); insert into schema_migrations values ('0001_foundation')`,
        ),
      )
      await expect(migrate(url)).rejects.toThrow(
        'did not end, so the database lacks 0002_accounts, 0003_property_search',
      )
      // The table alone was made before the first migration.
      await withClient(url, (client) => client.query('delete from schema_migrations'))
      await migrate(url)
      const { rows } = await withClient(url, (client) => client.query('select from schema_migrations'))
      expect(rows).toHaveLength(migrationNames.length)
    } finally {
      await dropDatabase([server], name)
    }
  })

  it('bind each API key to the tenant of its owner', async () => {
    const tenantId = await fixture.createTenantLog('UTC')
    const people = [randomUUID(), randomUUID()]
    for (const [id, role, of] of [
      [people[0], 'sales_rep', tenantId],
      [people[1], 'global_admin', null],
    ])
      await fixture.owner.query(
        `insert into users (id, email, email_key, full_name, role, tenant_id, password_hash, status)
         values ($1::uuid, $1::text, $1::text, 'Sample Person', $2, $3, 'none', 'active')`,
        [id, role, of],
      )
    await fixture.owner.query('alter table api_keys drop column tenant_id')
    await fixture.owner.query(`delete from schema_migrations where name = '0065_bound_api_keys'`)
    // More than one batch.
    await fixture.owner.query(
      `insert into api_keys (id, user_id, token_hash, name, scope, hint, created_at, expires_at)
       select gen_random_uuid(), ($1::uuid[])[1 + n % 2], sha256(n::text::bytea), 'Sample key', 'read', 'hint', now(), now()
       from generate_series(1, 2500) n`,
      [people],
    )
    await migrate(fixture.ownerUrl)
    const { rows } = await fixture.owner.query(
      'select user_id, tenant_id, count(*)::int as n from api_keys group by 1, 2 order by user_id = $1 desc',
      [people[0]],
    )
    expect(rows).toEqual([
      { user_id: people[0], tenant_id: tenantId, n: 1250 },
      { user_id: people[1], tenant_id: '00000000-0000-0000-0000-000000000000', n: 1250 },
    ])
  })

  it('wait for a lock only briefly, so that reads go on, and try again', async () => {
    const long = new pg.Client({ connectionString: fixture.ownerUrl })
    await long.connect()
    try {
      await fixture.owner.query('alter table rep_hours drop column talks')
      await fixture.owner.query(`delete from schema_migrations where name = '0019_talks'`)
      await long.query('begin')
      await long.query('select from rep_hours limit 1')
      const migrated = migrate(fixture.ownerUrl)
      await findWaitingPid('relation')
      // It waits behind the migration, which gives up its place in the queue.
      await fixture.owner.query('select from rep_hours limit 1')
      await findWaitingPid('relation')
      await long.query('commit')
      await migrated
    } finally {
      await long.end()
    }
  })
})
