import { queryRows, type EntityManager } from './connection.ts'

// The one way in which a process holds a row of work that is done later: the columns `lease_id` and `lease_until` of its table.
// While the lease lasts, no other process takes the row. Every write of what was done names the lease, so that a process that has
// lost it changes nothing. When a process ends, others take its rows as soon as their leases have ended.

/** How long a process that has ended keeps a row, at most, unless it extended the lease. */
export const leaseMs = 30_000

/** Gives a row up, so that a process can take it at once. */
export const givenUp = 'lease_id = null, lease_until = null'

/** The condition that nobody holds the row `d` at the time of the parameter `now`. */
export const isFree = (now: string): string => `(d.lease_until is null or d.lease_until < ${now})`

export interface ClaimParts {
  table: 'jobs' | 'webhook_deliveries' | 'mails'
  /** The condition that work `d` of the tenant `$1` is due. */
  due: string
  /** More assignments to `d`. */
  set?: string
  order?: string
  /** The columns of `claimed`. */
  returning: string
  limit?: string
  /** Parameters: the id of the lease, the time now and the end of the lease. */
  leaseId: string
  now: string
  until: string
}

/**
 * The parts of a WITH clause that take free rows which are due. `claimed` are these rows, and `due` their ids with the status that they
 * had.
 */
export function claimSql({
  table,
  due,
  set,
  order = '',
  limit = '1',
  returning,
  leaseId,
  now,
  until,
}: ClaimParts): string {
  const assignments = [`lease_id = ${leaseId}`, `lease_until = ${until}`, ...(set ? [set] : [])]
  // MATERIALIZED, because a subquery could be executed once for each row and, with SKIP LOCKED, lock more rows than the limit.
  return `due as materialized (
      select d.id, d.status from ${table} d where d.tenant_id = $1 and ${due} and ${isFree(now)}
      ${order} limit ${limit} for update of d skip locked
    ), claimed as (
      update ${table} d set ${assignments.join(', ')} from due where d.tenant_id = $1 and d.id = due.id returning ${returning})`
}

/** Changes those of the rows that the lease holds, with the parameters from `$4`, and returns their ids. */
export async function changeHeld(
  em: EntityManager,
  table: ClaimParts['table'],
  { tenantId, ids, leaseId }: { tenantId: string; ids: readonly string[]; leaseId: string },
  set: string,
  values: readonly unknown[] = [],
): Promise<string[]> {
  const changed = await queryRows<{ id: string }>(
    em,
    `update ${table} set ${set} where tenant_id = $1 and id = any($2::uuid[]) and lease_id = $3 returning id`,
    [tenantId, ids, leaseId, ...values],
  )
  return changed.map(({ id }) => id)
}
