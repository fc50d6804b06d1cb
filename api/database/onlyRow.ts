import { Refused } from '../domain/errors.ts'

/**
 * The row that a lookup by id found in a scope, or null. Ids are unique within a tenant only, because clients make them: throws
 * `Refused` if a global admin who has not chosen a tenant found several.
 */
export function onlyRow<Row>(rows: readonly Row[]): Row | null {
  if (rows.length > 1) throw new Refused('Choose a tenant first')
  return rows[0] ?? null
}

/** The rows that a lookup by several ids found in a scope. Throws `Refused` as `onlyRow` does, if two have the same id. */
export function rowsWithDistinctIds<Row extends { id: string }>(rows: readonly Row[]): readonly Row[] {
  for (const twins of Map.groupBy(rows, ({ id }) => id).values()) onlyRow(twins)
  return rows
}
