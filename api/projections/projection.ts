import type { EventType } from '../events/catalog.ts'

/**
 * A view that is counted from the activity log by one SQL statement over a slice of it.
 *
 * The same statement serves the live append (slice: what was just appended), the rebuild and the question
 * "as of then" (slice: everything up to a position). So rows must be additive: a correction is a negative count.
 */
export interface Projection {
  /** The table the counts live in; also the projection's name. */
  table: string
  /** The events it reads; a slice without any of them is passed over. */
  eventTypes: readonly EventType[] | 'every type'
  /** Its primary key without tenant_id. */
  keyColumns: string[]
  /** The additive columns. */
  countColumns: string[]
  /**
   * A SELECT of what each event of `slice` counts: `tenant_id`, the columns of `key` and `counts`, and, so that a figure
   * can be traced, the `position` of the event, its `subject_id`, when it counts (`at`) and the `thing` that is counted
   * or taken back. `slice` is a relation shaped like `activity_events` of one tenant. The statement around it groups,
   * orders by key and adds to what stands.
   */
  rowsSql(slice: string): string
}

/** The one statement: adds the counts of `slice` to `into`. Names come from the projection, never from input. */
export function projectionSql(projection: Projection, slice: string, into: string): string {
  const { keyColumns: key, countColumns: counts } = projection
  const keys = key.join(', ')
  return `insert into ${into} as t (tenant_id, ${keys}, ${counts.join(', ')})
select tenant_id, ${keys}, ${counts.map((name) => `sum(${name})`).join(', ')}
from (${projection.rowsSql(slice)}) counted
group by tenant_id, ${keys}
order by tenant_id, ${keys}
on conflict (tenant_id, ${keys}) do update set
  ${counts.map((name) => `${name} = t.${name} + excluded.${name}`).join(',\n  ')}`
}

/** The types as a list of SQL literals, for the condition of a projection. */
export function sqlLiterals(types: readonly EventType[]): string {
  return types.map((type) => `'${type}'`).join(', ')
}

/** The hour (UTC) of a time. `date_bin` counts where `date_trunc` asks a calendar, and takes a fifth of the time. */
export function hourSql(time: string): string {
  return `date_bin('1 hour', ${time}, '2000-01-01 00:00:00+00'::timestamptz)`
}
