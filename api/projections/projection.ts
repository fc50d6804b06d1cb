import type { EventType } from '../events/catalog.ts'

/** A table of counts by key and tenant. */
export interface CountTable {
  table: string
  /** The primary key without tenant_id. */
  keyColumns: string[]
  /** The additive columns. */
  countColumns: string[]
}

/**
 * A table of counts that one SQL statement computes from a slice of the activity log. The name of the table is also the name
 * of the projection.
 *
 * The same statement is used to append (the slice is the new events), to rebuild, and to read the state as of an earlier
 * time (the slice is all events up to a position). Counts must therefore be additive: a correction is a negative count.
 */
export interface Projection extends CountTable {
  /** The event types that the projection counts. A slice without any of them is skipped. */
  eventTypes: readonly EventType[] | 'every type'
  /**
   * A query of the counts of each event in `slice`, a relation with the columns of `activity_events` and the rows of one
   * tenant. It selects `tenant_id`, the key and count columns, and, to explain metrics, the `position` and `subject_id` of
   * the event, the time `at` which it counts, and `thing`, the id of the counted row, which a correction has in common with
   * the event it corrects.
   *
   * Compare with `case when x = …`: a distributed database sends some statements with `case x when …` on to its nodes wrongly.
   */
  rowsSql(slice: string): string
  rollup?: Rollup
}

/** A table that sums the counts of a projection by fewer keys. It is computed from the projection instead of the log. */
export interface Rollup extends CountTable {
  /** A query of the key and count columns for each row of `counts`, a relation with the columns of the projection's table. */
  rowsSql(counts: string): string
}

/** The names of all columns of the table, separated by commas. */
export function columnList({ keyColumns, countColumns }: CountTable): string {
  return ['tenant_id', ...keyColumns, ...countColumns].join(', ')
}

/** A query of the rows of `table`: the sums of `rows` by key. Arguments must be literals, never user input. */
export function countsSql({ keyColumns, countColumns }: CountTable, rows: string): string {
  const keys = keyColumns.join(', ')
  return `select tenant_id, ${keys}, ${countColumns.map((name) => `sum(${name}) as ${name}`).join(', ')}
from (${rows}) counted
group by tenant_id, ${keys}`
}

/** The table of the projection and that of its rollup. */
export function tablesOf(projection: Projection): CountTable[] {
  return projection.rollup ? [projection, projection.rollup] : [projection]
}

/**
 * The statement that adds the counts of `slice` to the tables of the projection, or to those that `nameOf` names. Arguments
 * must be literals, never user input.
 */
export function projectionSql(
  projection: Projection,
  slice: string,
  nameOf: (table: CountTable) => string = ({ table }) => table,
): string {
  const { rollup } = projection
  const counts = countsSql(projection, projection.rowsSql(slice))
  if (!rollup) return addSql(projection, nameOf(projection), counts)
  return `with counts as materialized (
${counts}
), rolled_up as (
${addSql(rollup, nameOf(rollup), countsSql(rollup, rollup.rowsSql('counts')))}
)
${addSql(projection, nameOf(projection), 'select * from counts')}`
}

/**
 * The same in PL/pgSQL, ended by a semicolon. A distributed database sends the counts of WITH to every node, so that an append would
 * fail while any of them is down; those of a variable stay on the node of the tenant.
 */
export function projectionBlock(projection: Projection, slice: string): string {
  const { rollup, table } = projection
  if (!rollup) return `${projectionSql(projection, slice)};`
  const columns = columnList(projection)
  return `declare
  v_counts ${table}[] := array(select jsonb_populate_record(null::${table}, to_jsonb(c)) from (
${countsSql(projection, projection.rowsSql(slice))}
) c);
begin
${addSql(rollup, rollup.table, countsSql(rollup, rollup.rowsSql('(select * from unnest(v_counts)) counts')))};
${addSql(projection, table, `select ${columns} from unnest(v_counts) counts`)};
end;`
}

function addSql(table: CountTable, into: string, rows: string): string {
  const keys = `tenant_id, ${table.keyColumns.join(', ')}`
  return `insert into ${into} as t (${columnList(table)})
${rows}
order by ${keys}
on conflict (${keys}) do update set
  ${table.countColumns.map((name) => `${name} = t.${name} + excluded.${name}`).join(',\n  ')}`
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
