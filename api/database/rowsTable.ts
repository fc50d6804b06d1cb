import type { Bind } from './parameters.ts'

/**
 * `rows` as the table `r` of a statement, with a column for each of `types`. It is made by `unnest`, because a distributed database
 * refuses functions in an update that are not immutable, as those that read json are.
 */
export function rowsTable<Name extends string>(
  types: Readonly<Record<Name, string>>,
  rows: readonly Readonly<Record<NoInfer<Name>, unknown>>[],
  bind: Bind,
): string {
  const names = Object.keys(types) as Name[]
  const columns = names.map((name) => `${bind(rows.map((row) => toParameter(row[name])))}::${types[name]}[]`)
  return `unnest(${columns.join(', ')}) as r (${names.map((name) => `"${name}"`).join(', ')})`
}

const toParameter = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : (value ?? null))
