/** The column rows are sorted by, and the direction. */
export interface SortOrder<Column extends string> {
  column: Column
  descending: boolean
}

/**
 * The order after a click on a header: numbers start with the largest, the text column with A, and a second click
 * reverses.
 */
export const toggleSort = <Column extends string>(
  order: SortOrder<Column>,
  column: Column,
  textColumn?: Column,
): SortOrder<Column> => ({ column, descending: order.column === column ? !order.descending : column !== textColumn })

/** The `aria-sort` value of a column; null if another column is sorted. */
export const ariaSortOf = <Column extends string>(order: SortOrder<Column>, column: Column) =>
  order.column === column ? (order.descending ? 'descending' : 'ascending') : null

/** The rows sorted by a number or text, and in the order of `compareEqual` when equal. */
export function sortRows<Row>(
  rows: readonly Row[],
  descending: boolean,
  valueOf: (row: Row) => number | string,
  compareEqual: (one: Row, other: Row) => number,
): Row[] {
  const compare = (x: number | string, y: number | string) =>
    typeof x === 'string' || typeof y === 'string' ? String(x).localeCompare(String(y)) : x - y
  return rows.toSorted((a, b) => {
    const difference = compare(valueOf(a), valueOf(b))
    return (descending ? -difference : difference) || compareEqual(a, b)
  })
}
