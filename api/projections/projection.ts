import type { EventType } from '../events/catalog.ts'

/**
 * A table of counts that one SQL statement computes from a slice of the activity log.
 *
 * The same statement is used to append (the slice is the new events), to rebuild, and to read the state as of an earlier
 * time (the slice is all events up to a position). Counts must therefore be additive: a correction is a negative count.
 */
export interface Projection {
  /** The table of the counts. It is also the name of the projection. */
  table: string
  /** The event types that the projection counts. A slice without any of them is skipped. */
  eventTypes: readonly EventType[] | 'every type'
  /** The primary key without tenant_id. */
  keyColumns: string[]
  /** The additive columns. */
  countColumns: string[]
  /**
   * A query of the counts of each event in `slice`, a relation with the columns of `activity_events` and the rows of one
   * tenant. It selects `tenant_id`, the key and count columns, and, to explain metrics, the `position` and `subject_id` of
   * the event, the time `at` which it counts, and `thing`, the id of the counted row, which a correction has in common with
   * the event it corrects.
   */
  rowsSql(slice: string): string
}

/** The statement that adds the counts of `slice` to the table `into`. Arguments must be literals, never user input. */
export function projectionSql(projection: Projection, slice: string, into: string): string {
  const { keyColumns, countColumns } = projection
  const keys = keyColumns.join(', ')
  return `insert into ${into} as t (tenant_id, ${keys}, ${countColumns.join(', ')})
select tenant_id, ${keys}, ${countColumns.map((name) => `sum(${name})`).join(', ')}
from (${projection.rowsSql(slice)}) counted
group by tenant_id, ${keys}
order by tenant_id, ${keys}
on conflict (tenant_id, ${keys}) do update set
  ${countColumns.map((name) => `${name} = t.${name} + excluded.${name}`).join(',\n  ')}`
}

/**
 * Whether a status change reverses a completion of the lead. A lead that was imported as completed has no event of its
 * completion, and then nothing is reversed.
 */
export const reversesCompletionSql =
  "e.type = 'LeadStatusChanged' and e.data->>'from' = 'completed' and e.data->>'countedAt' is not null"

/** The event types as a comma-separated list of SQL literals. */
export function sqlLiterals(types: readonly EventType[]): string {
  return types.map((type) => `'${type}'`).join(', ')
}

/** The hour (UTC) that contains a time. `date_bin` takes a fifth of the time of `date_trunc`, which computes with a calendar. */
export function hourSql(time: string): string {
  return `date_bin('1 hour', ${time}, '2000-01-01 00:00:00+00'::timestamptz)`
}
