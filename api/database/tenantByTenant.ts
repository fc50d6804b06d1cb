import { Unavailable } from '../domain/errors.ts'
import type { Database, Scope } from './connection.ts'

// How rows of all tenants are read with statements that a distributed database refuses over several nodes, such as those with a LIMIT for
// each of many rows: each scope of `scopesOf` is read by itself, on the node that has its rows, and the results are merged.

/** Begins the columns of a statement that a distributed database executes only in the scope of a tenant. */
export const byTenant = '/* by tenant */'

/** The maximum number of scopes that are read at the same time. */
const scopesAtOnce = 4

/**
 * The rows that `read` returns for the scopes. `keepBest` gets the rows that were kept so far and those of a few more scopes, and returns
 * the ones to keep, so that there are never more than those of a few scopes. With one scope the rows are as they were read.
 */
export async function mergeScopes<Row>(
  scopes: readonly Scope[],
  read: (scope: Scope) => Promise<Row[]>,
  keepBest: (rows: Row[]) => Row[],
): Promise<Row[]> {
  if (scopes.length === 1) return read(scopes[0]!)
  let kept: Row[] = []
  for (let start = 0; start < scopes.length; start += scopesAtOnce) {
    const found = await Promise.all(scopes.slice(start, start + scopesAtOnce).map(read))
    kept = keepBest([...kept, ...found.flat()])
  }
  return kept
}

/** The most rows that {@link queryReachable} returns while a node is missing. */
const maxReachableRows = 10_000

/**
 * The rows of all tenants that the statement reads, which compares each `tenant_id` with `:tenant`. While a node of a distributed database is
 * missing, the rows of the tenants on the others, in any order.
 */
export const queryReachable = <Row>(
  database: Pick<Database, 'query' | 'scopesOf'>,
  sql: string,
  parameters: readonly unknown[],
): Promise<Row[]> => readReachable(database, (scope) => database.query<Row>(scope, sql, parameters))

/** The rows that `read` finds for the platform; while a node is missing, those that it finds for the tenants on the others. */
export async function readReachable<Row>(
  database: Pick<Database, 'scopesOf'>,
  read: (scope: Scope) => Promise<Row[]>,
): Promise<Row[]> {
  try {
    return await read('platform')
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    const scopes = await database.scopesOf('platform', { withoutMissing: true })
    if (scopes.includes('platform')) throw error
    const readOne = (scope: Scope) =>
      read(scope).catch((failure: unknown) => {
        if (failure instanceof Unavailable) return []
        throw failure
      })
    return mergeScopes(scopes, readOne, (rows) => rows.slice(0, maxReachableRows))
  }
}

/** The items by the scope in which their rows are read: that of their tenant in a distributed database, otherwise `scope`. */
export async function groupByScope<Item>(
  database: Pick<Database, 'scopesOf'>,
  scope: Scope,
  items: readonly Item[],
  tenantIdOf: (item: Item) => string,
): Promise<[Scope, Item[]][]> {
  if ((await database.scopesOf(scope)).includes(scope)) return [[scope, [...items]]]
  return [...Map.groupBy(items, tenantIdOf)].map(([tenantId, ofTenant]) => [{ tenantId }, ofTenant])
}
