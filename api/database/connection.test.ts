import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { Unavailable } from '../domain/errors.ts'
import { connect } from './connection.ts'

let database: TestDatabase
let owner: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.close()
})

const sessionsQuery = `select from pg_stat_activity where application_name = 'porchlight' and datname = current_database()`

describe('closing the database', () => {
  it('leaves no session in PostgreSQL', async () => {
    const db = await connect(database.url, { poolSize: 8 })
    await Promise.all(Array.from({ length: 8 }, () => db.query('platform', 'select pg_sleep(0.05)')))
    expect((await owner.query(sessionsQuery)).rowCount).toBeGreaterThan(1)
    await db.close()
    expect((await owner.query(sessionsQuery)).rowCount).toBe(0)
  })
})

describe('a statement that PostgreSQL cannot run for want of resources', () => {
  it.each(['disk_full', 'out_of_memory', 'too_many_connections'])(
    'is unavailable, not an error: %s',
    async (condition) => {
      const db = await connect(database.url, { poolSize: 2 })
      const failing = `do $$ begin raise exception using errcode = '${condition}'; end $$`
      await expect(db.query('platform', failing)).rejects.toThrow(Unavailable)
      await expect(db.within('platform', async (em) => em.getConnection().execute(failing))).rejects.toThrow(
        Unavailable,
      )
      await db.close()
    },
  )
})
