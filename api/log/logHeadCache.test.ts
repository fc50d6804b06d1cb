import { describe, expect, it } from 'vitest'
import { createCaches, type Context } from '../context.ts'
import type { EntityManager, Scope } from '../database/connection.ts'
import { AnswerPosition, trackPosition } from '../database/logPosition.ts'
import { cacheUntilLogAdvances, readAdvancedTenants } from './logHeadCache.ts'

/** Counts the reads of concurrent calls, before each of which an event is appended. */
async function countReads(scope: Scope): Promise<number> {
  const now = () => new Date()
  let head = 0
  let reads = 0
  const database = { query: async () => [{ head: String((head += 1)) }] }
  const caches = createCaches(now)
  const ctx = { now, database, caches } as unknown as Context
  const reading = Promise.withResolvers<object>()
  const call = () =>
    cacheUntilLogAdvances(ctx, scope, 'leaderboard', () => {
      reads += 1
      const span = { from: now(), to: new Date(now().getTime() + 3_600_000) }
      return reading.promise.then(() => span)
    })
  const calls = []
  for (let n = 0; n < 20; n += 1) {
    calls.push(call())
    // The next call must not share this query of the head.
    while (caches.headQueries.size > 0) await Promise.resolve()
  }
  reading.resolve({})
  await Promise.all(calls)
  return reads
}

it('reads of all tenants run one at a time, and the calls that arrive meanwhile share the next one', async () => {
  expect(await countReads('platform')).toBe(2)
  expect(await countReads({ tenantId: '0198c7a0-0000-7000-8000-000000000001' })).toBe(20)
})

const [maple, birch] = ['0198c7a0-0000-7000-8000-000000000001', '0198c7a0-0000-7000-8000-000000000002']
const toHere: Scope = { tenantId: maple }

/** A cache over a log whose head and clock the test sets. A read returns its own number, and ends after an hour. */
function createCache() {
  const state = {
    ...{ head: '1 7' as string | null, time: Date.parse('2026-06-30T21:30:00Z'), hours: 1 },
    // A query waits for a connection before it is sent, and then for its answer.
    ...{ connected: Promise.resolve(), answered: Promise.resolve() },
  }
  const queries: unknown[] = []
  const reads: string[] = []
  const now = () => new Date(state.time)
  const database = {
    query: async (scope: Scope, sql: string, parameters: string[], onSend: () => void) => {
      queries.push([scope, /from (\w+)/.exec(sql)![1], parameters])
      const { connected, answered } = state
      await connected
      onSend()
      await answered
      return [{ head: state.head }]
    },
  }
  const caches = createCaches(now)
  const ctx = { now, database, caches } as unknown as Context
  type Options = Parameters<typeof cacheUntilLogAdvances>[4]
  const readNow = async (n: number) => ({ n, from: now(), to: new Date(state.time + state.hours * 3_600_000) })
  const call = async (name = 'metrics', scope = toHere, options: Options = {}, read = readNow) =>
    (await cacheUntilLogAdvances(ctx, scope, name, () => read(reads.push(name)), options)).n
  return { state, queries, reads, caches, call, readNow }
}

describe('what was read from a log', () => {
  it('is reused until the log advances, also if the log is empty', async () => {
    const { state, call } = createCache()
    expect([await call(), await call()]).toEqual([1, 1])
    state.head = '1 8'
    expect([await call(), await call()]).toEqual([2, 2])
    state.head = null
    expect([await call(), await call()]).toEqual([3, 3])
  })

  it('is reused for ten seconds, because names change without an event, and not after the clock was set back', async () => {
    const { state, call } = createCache()
    const start = state.time
    await call()
    state.time = start + 9_999
    expect(await call()).toBe(1)
    state.time = start + 10_000
    expect(await call()).toBe(2)
    state.time = start
    expect(await call()).toBe(3)
  })

  it('is reused until its span ends, or until the time that the caller names', async () => {
    const { state, call } = createCache()
    const start = state.time
    state.hours = 2 / 3_600
    await call()
    state.time = start + 1_999
    expect(await call()).toBe(1)
    state.time = start + 2_000
    const validUntil = () => new Date(state.time + 500)
    expect(await call('metrics', toHere, { validUntil })).toBe(2)
    state.time += 500
    expect(await call()).toBe(3)
  })

  it('is kept apart by what is read, by company, by person, and from what is read of all companies', async () => {
    const { call, reads } = createCache()
    const calls = [
      () => call(),
      () => call('leaderboard'),
      () => call('metrics', { tenantId: birch }),
      () => call('metrics', 'platform'),
      () => call('metrics', toHere, { actorId: 'riley' }),
      () => call('metrics', toHere, { actorId: 'avery' }),
    ]
    for (let round = 0; round < 2; round += 1) for (const [n, read] of calls.entries()) expect(await read()).toBe(n + 1)
    expect(reads).toHaveLength(6)
  })

  it('depends on the logs of its scope, or on the events of one person', async () => {
    const { call, queries } = createCache()
    await call('metrics', 'platform')
    await call()
    await call('metrics', toHere, { actorId: 'riley' })
    expect(queries).toEqual([
      ['platform', 'activity_heads', []],
      [toHere, 'activity_heads', [maple]],
      [toHere, 'activity_events', [maple, 'riley']],
    ])
  })

  it('counts with its size', async () => {
    const { call, caches, readNow } = createCache()
    await call('metrics', toHere, {}, async (n) => ({ ...(await readNow(n)), names: 'x'.repeat(10_000) }))
    expect(caches.reads.calculatedSize).toBeGreaterThan(20_000)
  })

  it('shares the query of the head that was not sent yet, and no other', async () => {
    const { call, queries, caches } = createCache()
    await Promise.all([call(), call(), call('leaderboard')])
    expect(queries).toHaveLength(1)
    expect(caches.headQueries.size).toBe(0)
    await call()
    expect(queries).toHaveLength(2)
  })

  it('shares a query that waits for a connection, also when an earlier one is answered, and none that was sent', async () => {
    const { state, call, queries } = createCache()
    const [earlier, later] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    state.answered = earlier.promise
    const sent = call()
    await Promise.resolve()
    Object.assign(state, { connected: later.promise, answered: Promise.resolve() })
    const calls = [sent, call()]
    expect(queries).toHaveLength(2)
    earlier.resolve()
    await sent
    calls.push(call())
    expect(queries).toHaveLength(2)
    later.resolve()
    expect(await Promise.all(calls)).toEqual([1, 1, 1])
  })

  it('counts in the position of an answer of one company, by its log or by the last event of a person', async () => {
    const { state, call } = createCache()
    const included = async (...args: Parameters<typeof call>) => {
      const answer = new AnswerPosition(maple)
      await trackPosition(answer, () => call(...args))
      return answer.included
    }
    expect(await included()).toBe(7)
    expect(await included('metrics', 'platform')).toBeNull()
    state.head = '12'
    expect(await included('metrics', toHere, { actorId: 'riley' })).toBe(12)
    state.head = null
    expect(await included('metrics', toHere, { actorId: 'avery' })).toBe(0)
  })

  it('is read again after an error', async () => {
    const { call } = createCache()
    const fails = () => Promise.reject(new Error('lost'))
    await expect(call('metrics', toHere, {}, fails)).rejects.toThrow('lost')
    expect(await call()).toBe(2)
  })

  it.each(['succeeds', 'fails'])('stays if an older read %s later', async (ending) => {
    const { state, call, reads, readNow } = createCache()
    const older = Promise.withResolvers<void>()
    const slow = (n: number) => older.promise.then(() => readNow(n))
    const first = call('metrics', toHere, {}, slow)
    const settled = first.catch(() => 0)
    while (reads.length === 0) await Promise.resolve()
    state.head = '1 8'
    expect(await call()).toBe(2)
    if (ending === 'fails') older.reject(new Error('lost'))
    else older.resolve()
    expect(await settled).toBe(ending === 'fails' ? 0 : 1)
    expect(await call()).toBe(2)
  })
})

it('of the reads of every tenant, only those are repeated whose logs advanced', async () => {
  const heads = new Map(['a', 'b', 'c', 'd', 'e'].map((tenantId) => [tenantId, 1]))
  const rows = () => [...heads].map(([tenantId, position]) => ({ tenantId, position: `${position}` }))
  const em = { getKysely: () => ({ executeQuery: async () => ({ rows: rows() }) }) } as unknown as EntityManager
  const caches = createCaches(() => new Date())
  const reads: (string[] | null)[] = []
  const call = async (name = 'usage') => {
    const found = await readAdvancedTenants(caches, em, 'platform', name, async (tenantIds) => {
      const n = reads.push(tenantIds)
      return () => n
    })
    return [...found].toSorted(([a], [b]) => a.localeCompare(b)).map(([, n]) => n)
  }
  expect(await call()).toEqual([1, 1, 1, 1, 1])
  heads.set('b', 2)
  heads.set('f', 1)
  expect(await call()).toEqual([1, 2, 1, 1, 1, 2])
  expect(await call()).toEqual([1, 2, 1, 1, 1, 2])
  expect(await call('other')).toEqual([3, 3, 3, 3, 3, 3])
  expect(reads).toEqual([null, null, null])
  heads.set('b', 3)
  expect(await call()).toEqual([1, 4, 1, 1, 1, 2])
  expect(reads.at(-1)).toEqual(['b'])
})

it('a quarter of the tenants is read by name, and more are read with all others', async () => {
  const heads = new Map(['a', 'b', 'c', 'd'].map((tenantId) => [tenantId, 1]))
  const queries: { sql: string; parameters: unknown[] }[] = []
  const executeQuery = async (query: (typeof queries)[number]) => {
    queries.push(query)
    return { rows: [...heads].map(([tenantId, position]) => ({ tenantId, position: `${position}` })) }
  }
  const em = { getKysely: () => ({ executeQuery }) } as unknown as EntityManager
  const caches = createCaches(() => new Date())
  const reads: (string[] | null)[] = []
  const call = (scope: Scope) =>
    readAdvancedTenants(caches, em, scope, 'usage', async (tenantIds) => () => reads.push(tenantIds))
  await call('platform')
  heads.set('b', 2)
  await call('platform')
  for (const tenantId of ['b', 'c']) heads.set(tenantId, 3)
  await call('platform')
  expect(reads).toEqual([null, null, null, null, ['b'], null, null])
  await call({ tenantId: maple })
  expect(reads).toHaveLength(11)
  await call({ tenantId: birch })
  expect(reads).toHaveLength(15)
  // The connection binds the tenant of the transaction.
  expect(queries.map(({ parameters }) => parameters)).toEqual([[], [], [], [], []])
  expect(queries.at(-1)!.sql).toContain('where tenant_id = :tenant')
})
