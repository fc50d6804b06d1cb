import pg from 'pg'

/** What a statement that is not sent yet answers. */
const held = { rowCount: null, rows: [], fields: [], oid: 0 }

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
 * A connection of the pool. BEGIN and the scope, which every transaction begins with (design §4), wait for the first thing
 * that is asked in it and go with that, in one round trip; nothing that came before can be asked without them. Statements
 * marked as `prepared` are kept by the server. To be made with `pipeline: true`.
 */
export class PoolClient extends pg.Client {
  #opening: string[] = []

  // The driver's own signature has a dozen overloads; the pool calls it with a text and perhaps values.
  // oxlint-disable-next-line typescript/no-explicit-any
  override query(first: any, values?: any, callback?: any): any {
    if (typeof first !== 'string') return super.query(first, values, callback)
    if (first === 'begin' || (this.#opening.length === 1 && first.startsWith('set local role '))) {
      this.#opening.push(first)
      return Promise.resolve({ ...held, command: 'BEGIN' })
    }
    const opening = this.#opening.splice(0).join('; ')
    const ending = first === 'commit' || first === 'rollback'
    // Nothing was begun, so there is nothing to end.
    if (opening && ending) return Promise.resolve({ ...held, command: first.toUpperCase() })
    // Sent first, without waiting for its answer: when it fails, what follows is refused too.
    const opened = opening ? super.query(opening) : null
    const name = values?.length ? names.get(first) : undefined
    const answer = name ? super.query({ name, text: first, values }) : super.query(first, values, callback)
    return opened ? Promise.all([opened, answer]).then(([, answered]) => answered) : answer
  }
}
