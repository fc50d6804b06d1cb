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
