/** The SQL expression of each property of a row. */
export type Columns<Row> = Record<ColumnOf<Row>, string>

export type ColumnOf<Row> = Extract<keyof Row, string>

/** The expressions of these properties as a select list, each named like its property. */
export function selectList<Row>(columns: Columns<Row>, names: Iterable<ColumnOf<Row>>): string {
  return Array.from(new Set(names), (name) => `${columns[name]} as "${name}"`).join(', ')
}
