import type { Writable } from 'node:stream'
import pg from 'pg'

/** What a statement that is not sent yet answers. */
const deferred = { rowCount: null, rows: [], fields: [], oid: 0 }

const preparedNames = new Map<string, string>()

/**
 * Marks written SQL to be parsed and planned once per connection instead of at every call. For what runs many times a
 * second and is planned alike whatever its parameters are; other statements are better planned for theirs.
 */
export function prepared(sql: string): string {
  if (!preparedNames.has(sql)) preparedNames.set(sql, `prepared_${preparedNames.size + 1}`)
  return sql
}

/**
 * A connection of the pool. BEGIN and the scope, which every transaction begins with (design §4), wait for the first thing
 * that is asked in it and go with that, in one round trip; nothing that came before can be asked without them. Statements
 * marked as `prepared` are kept by the server. To be made with `pipeline: true`.
 */
export class PoolClient extends pg.Client {
  #opening: string[] = []

  // oxlint-disable-next-line typescript/no-explicit-any -- the driver's own signature has a dozen overloads
  override query(first: any, values?: any, callback?: any): any {
    if (typeof first !== 'string') return super.query(first, values, callback)
    if (first === 'begin' || (this.#opening.length === 1 && first.startsWith('set local role '))) {
      this.#opening.push(first)
      return Promise.resolve({ ...deferred, command: 'BEGIN' })
    }
    const opening = this.#opening.splice(0).join('; ')
    const ending = first === 'commit' || first === 'rollback'
    // Nothing was begun, so there is nothing to end.
    if (opening && ending) return Promise.resolve({ ...deferred, command: first.toUpperCase() })
    const name = values?.length ? preparedNames.get(first) : undefined
    const ask = () => (name ? super.query({ name, text: first, values }) : super.query(first, values, callback))
    if (!opening) return ask()
    // Sent before, without waiting for its answer: when it fails, what follows is refused too.
    const [opened, answer] = this.#together(() => [super.query(opening), ask()])
    return Promise.all([opened, answer]).then(([, answered]) => answered)
  }

  /** One question in a transaction of its own, in one round trip; its rows. `opening` sets the scope. */
  async queryInOwnTransaction<T>(opening: string, sql: string, values: readonly unknown[]): Promise<T[]> {
    const name = preparedNames.get(sql)
    const [opened, answered, ended] = await Promise.allSettled(
      this.#together(() => [
        super.query(`begin; ${opening}`),
        super.query({ ...(name ? { name } : {}), text: sql, values: [...values] }),
        super.query('commit'),
      ]),
    )
    for (const one of [opened, answered, ended]) if (one!.status === 'rejected') throw one!.reason
    return (answered as PromiseFulfilledResult<pg.QueryResult>).value.rows as T[]
  }

  /** Sends what `send` asks in one packet: each costs the system as much as the question itself. */
  #together<T>(send: () => T): T {
    const { stream } = (this as unknown as { connection: { stream: Writable } }).connection
    stream.cork()
    try {
      return send()
    } finally {
      stream.uncork()
    }
  }
}
