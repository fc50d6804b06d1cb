import { describe, expect, it } from 'vitest'
import { Unavailable } from '../domain/errors.ts'
import type { Scope } from './connection.ts'
import { groupByScope, mergeScopes, queryReachable } from './tenantByTenant.ts'

const scopeOf = (n: number): Scope => ({ tenantId: `${n}` })
const numberOf = (scope: Scope) => (scope === 'platform' ? -1 : Number(scope.tenantId))

it('merges the rows of many scopes, keeps only the best meanwhile, and reads four scopes at the same time', async () => {
  let reading = 0
  let mostReading = 0
  const merged: number[] = []
  const best = await mergeScopes(
    Array.from({ length: 11 }, (_, n) => scopeOf(n)),
    async (scope) => {
      reading += 1
      mostReading = Math.max(mostReading, reading)
      await Promise.resolve()
      reading -= 1
      return [numberOf(scope), 100 - numberOf(scope)]
    },
    (rows) => {
      merged.push(rows.length)
      return rows.toSorted((a, b) => b - a).slice(0, 3)
    },
  )
  expect(best).toEqual([100, 99, 98])
  expect(merged).toEqual([8, 11, 9])
  expect(mostReading).toBe(4)
})

it('leaves the rows of a single scope as they were read', async () => {
  expect(
    await mergeScopes(
      ['platform'],
      async () => [1, 3, 2],
      () => [],
    ),
  ).toEqual([1, 3, 2])
})

it('groups items by their tenant in a distributed database only', async () => {
  const items = [3, 1, 3]
  const scopesOf = async (scope: Scope) => (scope === 'platform' ? [scopeOf(1), scopeOf(3)] : [scope])
  expect(await groupByScope({ scopesOf }, 'platform', items, String)).toEqual([
    [scopeOf(3), [3, 3]],
    [scopeOf(1), [1]],
  ])
  expect(await groupByScope({ scopesOf }, scopeOf(3), [3], String)).toEqual([[scopeOf(3), [3]]])
  expect(await groupByScope({ scopesOf: async (scope) => [scope] }, 'platform', items, String)).toEqual([
    ['platform', items],
  ])
})

describe('what is due in all tenants', () => {
  const sql = 'select d.id from jobs d where d.tenant_id = :tenant'
  /** A database whose platform, and the tenants of `missing`, are on a node that is down. */
  const database = (
    missing: number[],
    { error = new Unavailable('The node is down.') as Error, isOne = false } = {},
  ) => {
    const asked: unknown[] = []
    return {
      asked,
      query: async <Row>(scope: unknown, text: string) => {
        expect(text).toBe(sql)
        asked.push(scope)
        const n = numberOf(scope as Scope)
        if (missing.includes(n)) throw error
        return [n] as Row[]
      },
      scopesOf: async (scope: Scope, options?: object): Promise<Scope[]> => {
        expect(options).toEqual({ withoutMissing: true })
        return isOne ? [scope] : [1, 2, 3].map(scopeOf)
      },
    }
  }

  it('is read by one statement', async () => {
    const all = database([])
    expect(await queryReachable(all, sql, [])).toEqual([-1])
    expect(all.asked).toEqual(['platform'])
  })

  it('is read in the tenants on the other nodes while one is missing', async () => {
    expect(await queryReachable(database([-1, 2]), sql, [])).toEqual([1, 3])
  })

  it('cannot be read while the only PostgreSQL is missing', async () => {
    await expect(queryReachable(database([-1], { isOne: true }), sql, [])).rejects.toThrow('The node is down.')
  })

  it('hides no other error', async () => {
    const error = new Error('A column is missing.')
    const broken = database([-1], { error })
    await expect(queryReachable(broken, sql, [])).rejects.toBe(error)
    expect(broken.asked).toEqual(['platform'])
  })
})
