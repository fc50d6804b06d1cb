import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { PoolClient, prepared } from './client.ts'

let database: TestDatabase
let client: PoolClient
let watcher: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new PoolClient({ connectionString: database.ownerUrl, pipeline: true })
  watcher = new pg.Client({ connectionString: database.ownerUrl })
  await Promise.all([client.connect(), watcher.connect()])
  await client.query('create table notes (text text)')
})
afterAll(async () => {
  await Promise.all([client.end(), watcher.end()])
  await database.close()
})

const notes = async () => (await watcher.query('select text from notes')).rows.map(({ text }) => text)

describe('a connection of the pool', () => {
  it('begins a transaction with its first statement, whatever that is', async () => {
    await client.query('begin')
    await client.query('set local role porchlight_maintenance; reset role')
    await client.query('insert into notes values ($1)', ['with a scope'])
    expect(await notes()).toEqual([])
    await client.query('commit')
    await client.query('begin')
    await client.query('insert into notes values ($1)', ['without'])
    expect(await notes()).toEqual(['with a scope'])
    await client.query('rollback')
    expect(await notes()).toEqual(['with a scope'])
  })

  it('fails with what the opening failed with, and leaves nothing open', async () => {
    await client.query('begin')
    await client.query('set local role nobody_of_that_name')
    await expect(client.query('insert into notes values ($1)', ['never'])).rejects.toThrow('nobody_of_that_name')
    await client.query('rollback')
    expect(await notes()).not.toContain('never')
    expect((await client.query('select current_user = session_user as same')).rows).toEqual([{ same: true }])
  })

  it('ends a transaction in which nothing was asked without a word to the server', async () => {
    for (const end of ['commit', 'rollback']) {
      await client.query('begin')
      expect(await client.query(end)).toMatchObject({ command: end.toUpperCase() })
    }
    // Nothing is left open: what comes next is a transaction of its own.
    await client.query('insert into notes values ($1)', ['alone'])
    expect(await notes()).toContain('alone')
  })

  it('asks one question in a transaction of its own, and is as it was when that fails', async () => {
    expect(
      await client.queryInOwnTransaction('set local role porchlight_maintenance', 'select current_user as name', []),
    ).toEqual([{ name: 'porchlight_maintenance' }])
    await expect(
      client.queryInOwnTransaction('set local role porchlight_maintenance', 'select $1::int', ['x']),
    ).rejects.toThrow()
    await expect(client.queryInOwnTransaction('set local role nobody_of_that_name', 'select 1', [])).rejects.toThrow(
      'nobody_of_that_name',
    )
    expect((await client.query('select current_user = session_user as same')).rows).toEqual([{ same: true }])
    await client.queryInOwnTransaction('set local role none', 'insert into notes values ($1)', ['asked alone'])
    expect(await notes()).toContain('asked alone')
  })

  it('has marked statements planned once, and only those', async () => {
    const marked = prepared('select $1::int + 1 as more')
    for (const n of [1, 2]) {
      expect((await client.query(marked, [n])).rows).toEqual([{ more: n + 1 }])
      await client.query('select $1::int as same', [n])
    }
    const { rows } = await client.query('select statement from pg_prepared_statements')
    expect(rows).toEqual([{ statement: marked }])
  })
})
