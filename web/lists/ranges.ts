/**
 * A part of a list, from one cursor to the next. A cursor names a position in the sort order and not a row, so a range keeps
 * its bounds when rows are added or removed.
 */
export interface Range<Row> {
  /** The cursor before its first row; null for the first range. It also identifies the range. */
  after: string | null
  rows: readonly Row[]
  /** The version of the list at which the range was read. */
  version: number
}

/** A page of a list from the server. */
export interface Page<Row> {
  rows: readonly Row[]
  endCursor: string | null
  hasMore: boolean
}

/** What identifies a row. */
export type KeyOf<Row> = (row: Row) => string

/**
 * Replaces the rows of one range with a page that starts at its cursor. The other ranges keep their identity. A page after which
 * there are no rows ends the list.
 */
export function replaceRange<Row>(
  ranges: readonly Range<Row>[],
  after: string | null,
  { rows, hasMore }: Page<Row>,
  version: number,
  keyOf: KeyOf<Row>,
): readonly Range<Row>[] {
  const index = ranges.findIndex((range) => range.after === after)
  if (index < 0) return ranges
  const later = new Set(ranges.slice(index + 1).flatMap((range) => range.rows.map(keyOf)))
  const end = rows.findIndex((row) => later.has(keyOf(row)))
  const own = end < 0 ? rows : rows.slice(0, end)
  const kept = end < 0 && !hasMore ? ranges.slice(0, index + 1) : ranges
  return kept.with(index, { after, rows: reuseUnchangedRows(ranges[index]!.rows, own, keyOf), version })
}

/** Adds a page at the end. A row that moved to it meanwhile is kept once. */
export function appendRange<Row>(
  ranges: readonly Range<Row>[],
  { rows, ...range }: Range<Row>,
  keyOf: KeyOf<Row>,
): readonly Range<Row>[] {
  const known = new Set(ranges.flatMap((before) => before.rows.map(keyOf)))
  return [...ranges, { ...range, rows: rows.filter((row) => !known.has(keyOf(row))) }]
}

/** Reuses unchanged row objects, so that memoized rows do not render again. */
function reuseUnchangedRows<Row>(before: readonly Row[], now: readonly Row[], keyOf: KeyOf<Row>): readonly Row[] {
  const previousByKey = new Map(before.map((row) => [keyOf(row), row]))
  return now.map((row) => {
    const old = previousByKey.get(keyOf(row))
    return old && JSON.stringify(old) === JSON.stringify(row) ? old : row
  })
}
