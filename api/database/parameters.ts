/** Adds a value to a statement and returns its placeholder, such as `$3`. */
export type Bind = (value: unknown) => string

/** The parameters of one SQL statement. */
export interface Parameters {
  values: unknown[]
  /** Appends to `values`. */
  bind: Bind
}

/** The parameters of a statement, which begin with `first` as $1, $2, … */
export function createParameters(...first: unknown[]): Parameters {
  const values = [...first]
  return { values, bind: (value) => `$${values.push(value)}` }
}

const tenantCondition = /(?:\b\w{1,63}\.)?\btenant_id = :tenant\b/g

/**
 * The statement with its conditions `l.tenant_id = :tenant`, by which the rows `l` belong to the tenant of the transaction, as
 * conditions on a parameter. For null, the scope of the platform, they are true. Row-level security is not enough in a cluster,
 * where only a condition with a parameter tells PostgreSQL which node has the rows. Throws in a transaction without either scope.
 */
export function bindTenant(
  sql: string,
  values: readonly unknown[],
  tenantId: string | null | undefined,
): [sql: string, values: unknown[]] {
  if (!sql.includes(':tenant')) return [sql, [...values]]
  if (tenantId === undefined) throw new Error(`A statement for one tenant needs its scope: ${sql}`)
  if (tenantId === null) return [sql.replaceAll(tenantCondition, 'true'), [...values]]
  return [sql.replaceAll(':tenant', `$${values.length + 1}`), [...values, tenantId]]
}

/** The clause that limits the rows `alias` of `tenants` to these; none for null. */
export function amongTenants(alias: string, tenantIds: readonly string[] | null, bind: Bind): string {
  return tenantIds ? `where ${alias}.id = any(${bind(tenantIds)}::uuid[])` : ''
}
