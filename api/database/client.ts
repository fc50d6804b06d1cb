import pg from 'pg'

/** What a statement that is not sent at once answers. */
const begun = { command: 'BEGIN', rowCount: null, rows: [], fields: [], oid: 0 }

const names = new Map<string, string>()

/**
 * Marks written SQL to be parsed and planned once per connection instead of at every call. For what runs many times a
 * second and is planned alike whatever its parameters are; other statements are better planned for theirs.
 */
export function prepared(sql: string): string {
  if (!names.has(sql)) names.set(sql, `prepared_${names.size + 1}`)
  return sql
}

/**
 * A connection of the pool. BEGIN waits for the statement that sets the scope and goes with it, since every transaction
 * has one first (design §4); statements marked as `prepared` are kept by the server.
 */
export class PoolClient extends pg.Client {
  #begin = false

  // The driver's own signature has a dozen overloads; the pool calls it with a text and perhaps values.
  // oxlint-disable-next-line typescript/no-explicit-any
  override query(first: any, values?: any, callback?: any): any {
    if (first === 'begin') {
      this.#begin = true
      return Promise.resolve(begun)
    }
    if (this.#begin && typeof first === 'string') {
      this.#begin = false
      // Nothing was begun, so there is nothing to end.
      if (first === 'commit' || first === 'rollback') return Promise.resolve({ ...begun, command: first.toUpperCase() })
      if (!values?.length) return super.query(`begin; ${first}`, values, callback)
      void super.query('begin')
    }
    const name = typeof first === 'string' && values?.length ? names.get(first) : undefined
    return name ? super.query({ name, text: first, values }) : super.query(first, values, callback)
  }
}
