import type { Context } from '../../context.ts'
import {
  queryRows,
  type Database,
  type DatabaseScope,
  type EntityManager,
  type Scope,
} from '../../database/connection.ts'

/** Between two pages of a file the transaction waits for the file to be stored. */
const maxIdleMs = 120_000

/**
 * Runs `read` with a context whose reads all see the same snapshot, whatever is committed meanwhile: use cases read their pages in
 * one read-only transaction.
 */
export function withPinnedReads<T>(ctx: Context, scope: Scope, read: (pinned: Context) => Promise<T>): Promise<T> {
  return ctx.database.within(
    scope,
    async (em) => {
      await queryRows(em, `select set_config('idle_in_transaction_session_timeout', $1, true)`, [`${maxIdleMs}`])
      return read({ ...ctx, database: pin(ctx.database, em, scope) })
    },
    { inSnapshot: true },
  )
}

function pin(database: Database, em: EntityManager, scope: Scope): Database {
  let current: DatabaseScope = scope
  const enter = async (next: DatabaseScope) => {
    if (isSame(current, next)) return
    await database.setScope(em, next)
    current = next
  }
  return {
    ...database,
    async within(next, work) {
      await enter(next)
      return work(em)
    },
    async query<Row>(next: DatabaseScope, sql: string, parameters: readonly unknown[] = []) {
      await enter(next)
      return queryRows<Row>(em, sql, parameters)
    },
  }
}

function isSame(one: DatabaseScope, other: DatabaseScope): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other
  return one.tenantId === other.tenantId
}
