import type { Scope } from './connection.ts'

/** Adds a value to a statement and returns its placeholder, such as `$3`. */
export type Bind = (value: unknown) => string

/** The parameters of one SQL statement: `bind` appends to `values`, which begins with `first` as $1, $2, … */
export function createParameters(...first: unknown[]): { values: unknown[]; bind: Bind } {
  const values = [...first]
  return { values, bind: (value) => `$${values.push(value)}` }
}

/** The clause that limits the rows `alias` of `tenants` to these; none for null. */
export function amongTenants(alias: string, tenantIds: readonly string[] | null, bind: Bind): string {
  return tenantIds ? `where ${alias}.id = any(${bind(tenantIds)}::uuid[])` : ''
}

/**
 * The condition that the row `alias` is in the scope: that of its tenant, or `true` for the platform. Row-level security is
 * not enough in a cluster, where only a condition with a parameter tells PostgreSQL which node has the rows.
 */
export function inScope(scope: Scope, bind: Bind, alias: string): string {
  return scope === 'platform' ? 'true' : `${alias}.tenant_id = ${bind(scope.tenantId)}`
}
