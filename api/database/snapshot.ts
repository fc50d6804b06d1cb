import type { Database, EntityManager, Scope } from './connection.ts'

/** Like `Database.within`, but read-only and with every statement reading the same snapshot, so that results agree. */
export function inSnapshot<T>(database: Database, scope: Scope, work: (em: EntityManager) => Promise<T>): Promise<T> {
  return database.within(scope, work, { inSnapshot: true })
}
