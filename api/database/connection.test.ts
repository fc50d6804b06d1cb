import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { startDatabaseProxy } from '../../tests/support/tcpProxy.ts'
import { Unavailable } from '../domain/errors.ts'
import { faultChannel } from '../domain/faults.ts'
import { platformTenantId } from '../events/catalog.ts'
import { cancelOnDisconnect, runToCompletion } from './cancellation.ts'
import { connect, queryRows, type Database } from './connection.ts'
import type { PoolOptions } from './connectionPool.ts'

let database: TestDatabase
let owner: pg.Client
let db: Database | undefined
let faults: unknown[] = []
const recordFault = (fault: unknown) => faults.push(fault)

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.close()
})
beforeEach(() => {
  faults = []
  subscribe(faultChannel, recordFault)
})
afterEach(async () => {
  unsubscribe(faultChannel, recordFault)
  await db?.close()
  db = undefined
  // PostgreSQL knows nothing of a connection that drops every packet.
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'porchlight' and datname = current_database()`,
  )
})

const connectWith = async (options: Partial<PoolOptions>, url = database.url) =>
  (db = await connect(url, { poolSize: 2, ...options }))

/** The sessions of the pool whose last statement contains `sql`. */
async function sessions(sql = '', state = '%'): Promise<number[]> {
  const { rows } = await owner.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'porchlight' and datname = current_database()
     and query like $1 and state like $2`,
    [`%${sql}%`, state],
  )
  return rows.map(({ pid }) => pid)
}

describe('closing the database', () => {
  it('leaves no session in PostgreSQL', async () => {
    const pool = await connect(database.url, { poolSize: 8 })
    await Promise.all(Array.from({ length: 8 }, () => pool.query('platform', 'select pg_sleep(0.05)')))
    expect((await sessions()).length).toBeGreaterThan(1)
    await pool.close()
    expect(await sessions()).toEqual([])
  })
})

describe('a time limit', () => {
  it('ends a long statement', async () => {
    const { query } = await connectWith({ statementTimeoutMs: 50 })
    await expect(query('platform', 'select pg_sleep(60)')).rejects.toThrow(Unavailable)
    expect(faults).toEqual([{ type: 'timeout', limit: 'statement' }])
    expect(await query('platform', 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('ends the wait for a lock', async () => {
    const { within } = await connectWith({ lockTimeoutMs: 50 })
    await owner.query('begin; lock table tenants')
    const blocked = within('platform', (em) => queryRows(em, 'select from tenants'))
    await expect(blocked).rejects.toThrow('Another change is in progress')
    await owner.query('rollback')
    expect(faults).toEqual([{ type: 'timeout', limit: 'lock' }])
  })

  it('ends a transaction that does nothing', async () => {
    const { within } = await connectWith({ idleInTransactionTimeoutMs: 50 })
    const idle = within('platform', async (em) => {
      await queryRows(em, 'select 1')
      await expect.poll(() => sessions()).toEqual([])
      await queryRows(em, 'select 2')
    })
    await expect(idle).rejects.toThrow(Unavailable)
    expect(faults).toEqual([{ type: 'timeout', limit: 'idle_in_transaction' }])
  })
})

describe('a statement in its own transaction', () => {
  it('is sent again after a deadlock, three times in all', async () => {
    // A sequence counts on when a transaction is rolled back.
    await owner.query(`create sequence sent;
      create function end_in_deadlock(times int) returns int language plpgsql security definer as $$ begin
        if nextval('sent') <= times then raise 'deadlock detected' using errcode = '40P01'; end if;
        return currval('sent');
      end $$`)
    const { query, call } = await connectWith({})
    const timesSent = async (send: (sql: string) => Promise<unknown>, times: number) => {
      await owner.query(`select setval('sent', 1, false)`)
      return send(`select end_in_deadlock(${times}) as sent`)
    }
    const ways = [(sql: string) => query('platform', sql), (sql: string) => call(platformTenantId, sql, [])]
    for (const send of ways) {
      expect(await timesSent(send, 2)).toEqual([{ sent: 3 }])
      await expect(timesSent(send, 3)).rejects.toThrow('Another change is in progress')
    }
    expect(faults).toEqual(Array(10).fill({ type: 'timeout', limit: 'deadlock' }))
  })
})

describe('the queue for connections', () => {
  it('refuses a call when it is full', async () => {
    const { within, query } = await connectWith({ poolSize: 1, maxWaiting: 1 })
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const holder = within('platform', async (em) => {
      await queryRows(em, 'select 1')
      await held
    })
    await expect.poll(() => sessions('', 'idle in transaction')).toHaveLength(1)
    const waiting = query('platform', 'select 1')
    await expect(query('platform', 'select 2')).rejects.toThrow('Too many requests are waiting')
    expect(faults).toEqual([{ type: 'queue_full', queue: 'connections' }])
    release()
    await Promise.all([holder, waiting])
  })
})

describe('a connection that drops every packet', () => {
  it('is replaced, and its statements are answered with an error', { timeout: 60_000 }, async () => {
    const proxy = await startDatabaseProxy(database.url)
    try {
      const { query, within } = await connectWith({ poolSize: 3, checkIntervalMs: 100 }, proxy.url)
      const one = () => query('platform', 'select 1 as one')
      await Promise.all([one(), one()])
      const inFlight = query('platform', 'select pg_sleep(60)').catch((error: unknown) => error)
      await expect.poll(() => sessions('pg_sleep', 'active')).toHaveLength(1)
      proxy.hold()
      const inTransaction = within('platform', (em) => queryRows(em, 'select 1')).catch((error: unknown) => error)
      // One connection is free, and one must be made: neither gets an answer.
      const during = await Promise.allSettled([one(), one()])
      expect(during.map((result) => result.status === 'rejected' && result.reason)).toEqual([
        expect.any(Unavailable),
        expect.any(Unavailable),
      ])
      expect(await Promise.all([inFlight, inTransaction])).toEqual([expect.any(Unavailable), expect.any(Unavailable)])
      expect(faults).toContainEqual({ type: 'dead_connections', count: expect.any(Number) })
      proxy.release()
      expect(await Promise.all([one(), one()])).toEqual(Array(2).fill([{ one: 1 }]))
    } finally {
      await db?.close()
      db = undefined
      await proxy.close()
    }
  })

  it('is told from one that waits for a long statement', { timeout: 60_000 }, async () => {
    const { query } = await connectWith({ checkIntervalMs: 100 })
    const slow = query('platform', `select 'slow' as result from pg_sleep(60)`).catch((error: unknown) => error)
    await expect.poll(() => sessions('slow', 'active')).toHaveLength(1)
    // Two probes ran while the statement did.
    const probes = new Set<number>()
    const readProbes = async () => {
      const { rows } = await owner.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'porchlight probe' and datname = current_database()`,
      )
      for (const { pid } of rows) probes.add(pid)
      return probes.size
    }
    await expect.poll(readProbes, { timeout: 30_000, interval: 2 }).toBeGreaterThan(1)
    const [pid] = await sessions('slow', 'active')
    expect(pid).toBeDefined()
    expect(faults).toEqual([])
    await owner.query('select pg_cancel_backend($1::int)', [pid])
    expect(await slow).toBeInstanceOf(Unavailable)
  })
})

describe('a client that disconnects', () => {
  it('ends its reads in PostgreSQL, but nothing that must complete', async () => {
    const { query } = await connectWith({})
    const results: Promise<unknown>[] = []
    const server = createServer((_request, response) => {
      const read = (sql: string) => query('platform', sql).catch((error: unknown) => error)
      cancelOnDisconnect(response, () => {
        results.push(read(`select 'read' from pg_sleep(60)`))
        results.push(runToCompletion(() => read(`select 'write' from pg_sleep(60)`)))
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const request = sendRequest({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }).end()
    request.on('error', () => undefined)
    await expect.poll(() => sessions('pg_sleep', 'active')).toHaveLength(2)
    request.destroy()
    await expect.poll(() => sessions(`'read'`)).toEqual([])
    const [writer] = await sessions(`'write'`, 'active')
    expect(writer).toBeDefined()
    await owner.query('select pg_cancel_backend($1::int)', [writer])
    expect(await Promise.all(results)).toEqual([expect.any(Unavailable), expect.any(Unavailable)])
    expect(await query('platform', 'select 1 as one')).toEqual([{ one: 1 }])
    server.close()
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
