import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { PipelinedConnection, prepared } from './pipelinedConnection.ts'

let database: TestDatabase
let pool: pg.Pool
let connection: PipelinedConnection
let observer: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.ownerUrl, pipeline: true })
  connection = new PipelinedConnection(await pool.connect())
  observer = new pg.Client({ connectionString: database.ownerUrl })
  await observer.connect()
  await query('create table notes (text text)')
})
afterAll(async () => {
  connection.client.release()
  await Promise.all([pool.end(), observer.end()])
  await database.close()
})

async function query(sql: string, ...parameters: unknown[]): Promise<unknown[]> {
  const { rows } = await connection.executeQuery(CompiledQuery.raw(sql, parameters))
  return rows
}
const notes = async () => (await observer.query('select text from notes')).rows.map(({ text }) => text)
const sameRole = () => query('select current_user = session_user as same')

describe('a pooled connection', () => {
  it('begins a transaction with its first statement, with or without a scope', async () => {
    connection.begin()
    await connection.setScope(['set local role porchlight_maintenance; reset role'])
    await query('insert into notes values ($1)', 'with a scope')
    expect(await notes()).toEqual([])
    await connection.end('commit')
    connection.begin()
    await query('insert into notes values ($1)', 'without')
    expect(await notes()).toEqual(['with a scope'])
    await connection.end('rollback')
    expect(await notes()).toEqual(['with a scope'])
  })

  it('rejects the first statement with the error of the scope, and leaves no transaction open', async () => {
    connection.begin()
    await connection.setScope(['set local role nobody_of_that_name'])
    await expect(query('insert into notes values ($1)', 'never')).rejects.toThrow('nobody_of_that_name')
    await connection.end('rollback')
    expect(await notes()).not.toContain('never')
    expect(await sameRole()).toEqual([{ same: true }])
  })

  it('changes the scope in the middle of a transaction', async () => {
    connection.begin()
    await query('select 1')
    await connection.setScope(['set local role porchlight_maintenance'])
    expect(await query('select current_user as name')).toEqual([{ name: 'porchlight_maintenance' }])
    await connection.end('rollback')
    expect(await sameRole()).toEqual([{ same: true }])
  })

  it('sends nothing to the server for a transaction without statements', async () => {
    for (const command of ['commit', 'rollback'] as const) {
      connection.begin()
      await connection.end(command)
    }
    // Nothing is deferred any more: the next statement commits on its own.
    await query('insert into notes values ($1)', 'alone')
    expect(await notes()).toContain('alone')
  })

  it('runs one query in its own transaction, and is unchanged when that fails', async () => {
    const maintenance = 'set local role porchlight_maintenance'
    expect(await connection.queryInOwnTransaction([maintenance], 'select current_user as name', [])).toEqual([
      { name: 'porchlight_maintenance' },
    ])
    await expect(connection.queryInOwnTransaction([maintenance], 'select $1::int', ['x'])).rejects.toThrow(
      'invalid input syntax for type integer',
    )
    await expect(
      connection.queryInOwnTransaction(['set local role nobody_of_that_name'], 'select 1', []),
    ).rejects.toThrow('nobody_of_that_name')
    expect(await sameRole()).toEqual([{ same: true }])
    await connection.queryInOwnTransaction(['set local role none'], 'insert into notes values ($1)', ['on its own'])
    expect(await notes()).toContain('on its own')
  })

  it('plans prepared statements once, and only those', async () => {
    const statement = prepared('select $1::int + 1 as more')
    for (const n of [1, 2]) {
      expect(await query(statement, n)).toEqual([{ more: n + 1 }])
      await query('select $1::int as same', n)
    }
    expect(await query('select statement from pg_prepared_statements')).toEqual([{ statement }])
  })
})
