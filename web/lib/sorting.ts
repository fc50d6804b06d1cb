/** By which column rows are sorted, and which end comes first. */
export interface SortOrder<Column extends string> {
  column: Column
  descending: boolean
}

/** A click on a head: the largest first, then the other way round; names begin at A. */
export const toggleSort = <Column extends string>(
  order: SortOrder<Column>,
  column: Column,
  textColumn?: Column,
): SortOrder<Column> => ({
  column,
  descending: order.column === column ? !order.descending : column !== textColumn,
})

/** Which way a head says that its column is sorted; null when it is another that is. */
export const ariaSortOf = <Column extends string>(order: SortOrder<Column>, column: Column) =>
  order.column === column ? (order.descending ? 'descending' : 'ascending') : null

/** The rows by a figure or a word of them, equals by name. */
export function sortRows<Row>(
  rows: readonly Row[],
  descending: boolean,
  valueOf: (row: Row) => number | string,
  nameOf: (row: Row) => string,
): Row[] {
  const compare = (x: number | string, y: number | string) =>
    typeof x === 'string' || typeof y === 'string' ? String(x).localeCompare(String(y)) : x - y
  return rows.toSorted((a, b) => {
    const difference = compare(valueOf(a), valueOf(b))
    return (descending ? -difference : difference) || nameOf(a).localeCompare(nameOf(b))
  })
}
