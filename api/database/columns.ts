import { toSnakeCase } from '../domain/fields.ts'

/** The SQL expression of each property of a row. */
export type Columns<Row> = Record<ColumnOf<Row>, string>

export type ColumnOf<Row> = Extract<keyof Row, string>

/** The expressions of these properties as a select list, each named like its property. */
export function selectList<Row>(columns: Columns<Row>, names: Iterable<ColumnOf<Row>>): string {
  return Array.from(new Set(names), (name) => `${columns[name]} as "${name}"`).join(', ')
}

/** The columns of the table `alias` that have these properties. */
export function columnsOf<Name extends string>(alias: string, names: readonly Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, `${alias}.${toSnakeCase(name)}`])) as Record<Name, string>
}
