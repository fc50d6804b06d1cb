import { type DBSchema, type IDBPDatabase, openDB, type OpenDBCallbacks } from 'idb'

/**
 * Returns a function that opens an IndexedDB database at its first call and keeps it open. It opens again after another tab
 * has deleted or upgraded the database, after the browser has closed it, and after opening has failed.
 */
export function keepDatabaseOpen<Schema extends DBSchema>(
  name: string,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
): () => Promise<IDBPDatabase<Schema>> {
  let opened: Promise<IDBPDatabase<Schema>> | undefined
  const forget = () => {
    opened = undefined
  }
  return () => {
    opened ??= openDB<Schema>(name, 1, {
      upgrade,
      // A deletion or an upgrade in another tab waits until this one has closed the database.
      blocking: (_current, _blocked, event) => {
        forget()
        ;(event.target as IDBDatabase).close()
      },
      terminated: forget,
    })
    opened.catch(forget)
    return opened
  }
}
