/**
 * A view that is counted from the activity log by one SQL statement over a slice of it.
 *
 * The same statement serves the live append (slice: what was just appended), the rebuild and the question
 * "as of then" (slice: everything up to a position). So rows must be additive: a correction is a negative count.
 */
export interface Projection {
  /** The table the counts live in; also the projection's name. */
  table: string
  /** Its primary key without tenant_id. */
  key: string[]
  /** The additive columns. */
  counts: string[]
  /**
   * A SELECT of `key` and `counts` columns for `slice`, a relation shaped like `activity_events` of one tenant.
   * The statement around it adds tenant_id, groups, orders by key and adds to what stands.
   */
  rows(slice: string): string
}

/** The one statement: adds the counts of `slice` to `into`. Names come from the projection, never from input. */
export function projectionStatement(projection: Projection, slice: string, into: string): string {
  const { key, counts } = projection
  const keys = key.join(', ')
  return `insert into ${into} as t (tenant_id, ${keys}, ${counts.join(', ')})
select tenant_id, ${keys}, ${counts.map((name) => `sum(${name})`).join(', ')}
from (${projection.rows(slice)}) counted
group by tenant_id, ${keys}
order by tenant_id, ${keys}
on conflict (tenant_id, ${keys}) do update set
  ${counts.map((name) => `${name} = t.${name} + excluded.${name}`).join(',\n  ')}`
}
