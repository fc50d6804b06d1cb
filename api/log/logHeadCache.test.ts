import { expect, it } from 'vitest'
import { createCaches, type Context } from '../context.ts'
import type { EntityManager, Scope } from '../database/connection.ts'
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
