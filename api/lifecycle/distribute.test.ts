import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { listNodes } from '../../tests/support/databaseNodes.ts'
import {
  coordinatorTables,
  distribute,
  listUnknownTables,
  localTables,
  referenceTables,
  tenantTables,
} from './distribute.ts'

let database: TestDatabase
let owner: pg.Client
let isCluster: boolean

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  isCluster = (await listNodes(inject('databaseServer'))).length > 1
}, 120_000)

afterAll(async () => {
  await owner.end()
  await database.close()
})

/** What `distribute` prints. */
async function run(isPlan: boolean): Promise<string[]> {
  const lines: string[] = []
  await distribute(owner, { isPlan, print: (line) => void lines.push(line) })
  return lines
}

describe('the lists of tables', () => {
  it('know every table once, and miss one that a migration adds', async () => {
    expect(await listUnknownTables(owner)).toEqual([])
    await owner.query('create table sample_table (tenant_id uuid not null)')
    expect(await listUnknownTables(owner)).toEqual(['sample_table'])
    await owner.query('drop table sample_table')
    const all = [...referenceTables, ...coordinatorTables, ...localTables, ...tenantTables]
    expect(new Set(all).size).toBe(all.length)
    const { rows } = await owner.query<{ name: string }>(
      `select relname as name from pg_class where relname = any($1) and relnamespace = 'public'::regnamespace`,
      [all],
    )
    expect(rows.map(({ name }) => name).toSorted()).toEqual(all.toSorted())
  })

  it('distribute exactly the tables whose rows always have a tenant', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and a.attname = 'tenant_id' and a.attnotnull`,
    )
    expect(rows.map(({ name }) => name).toSorted()).toEqual(tenantTables.toSorted())
  })
})

describe('distributing', () => {
  it('is refused with what to do where PostgreSQL lacks the extension', async ({ skip }) => {
    skip(isCluster, 'TEST_DATABASE_URL names a cluster, which has the extension.')
    await expect(run(false)).rejects.toThrow('This PostgreSQL does not have the citus extension')
    await expect(run(true)).rejects.toThrow('This PostgreSQL does not have the citus extension')
  })

  const { TEST_DATABASE_URL } = process.env
  const name = TEST_DATABASE_URL
    ? 'again changes nothing'
    : 'again changes nothing (skipped: TEST_DATABASE_URL is not set)'
  it.skipIf(!TEST_DATABASE_URL)(name, async ({ skip }) => {
    skip(!isCluster, 'TEST_DATABASE_URL does not name a Citus cluster.')
    expect(await run(true)).toEqual(['The database is distributed. Nothing to do.'])
    expect(await run(false)).toEqual(['The database is distributed. Nothing to do.'])
  })
})
