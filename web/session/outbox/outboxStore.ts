import type { DBSchema } from 'idb'
import { keepDatabaseOpen } from '../../lib/database.ts'
import { type NewOutboxItem, type OutboxItem, withDependents } from './outboxItems.ts'

type StoredItem = OutboxItem & { photo?: Blob }

interface Schema extends DBSchema {
  items: { key: number; value: StoredItem; indexes: { outboxName: string } }
}

/** The items of one user on this device. Every function resolves when its change is on disk, and rejects if it is not. */
export interface OutboxStore {
  /** All items in the order of their making, with those that were sent. */
  read(): Promise<OutboxItem[]>
  /** Adds items in one transaction: all or none. */
  add(
    items: readonly (NewOutboxItem & Pick<OutboxItem, 'position' | 'sentAt'> & { attempts?: number })[],
  ): Promise<void>
  /**
   * Changes items in one transaction: `change` gets those that wait and returns those to write, and the positions of those to
   * delete.
   */
  update<T>(change: (items: OutboxItem[]) => OutboxChange<T>): Promise<T>
  /** Removes the items that match and those that depend on them, also of those that were sent. Resolves to how many of them waited. */
  removeMatching(matches: (item: OutboxItem) => boolean): Promise<number>
  /** Removes what was sent before this time. */
  removeSent(before: number): Promise<void>
}

export interface OutboxChange<T> {
  put?: readonly OutboxItem[]
  /** Positions. What is also in `put` is deleted. */
  remove?: readonly number[]
  result: T
}

/** The name of the database. It is kept at sign-out (decision 17). */
export const OUTBOX_DATABASE = 'porchlight.outbox'

const openDatabase = keepDatabaseOpen<Schema>(OUTBOX_DATABASE, (database) => {
  database.createObjectStore('items', { keyPath: 'seq', autoIncrement: true }).createIndex('outboxName', 'outboxName')
})

// `strict` waits for the disk and not only for the operating system, because a phone can lose its power.
const WRITE = { durability: 'strict' } as const

/** The store of one user, named like their outbox. */
export function outboxStore(outboxName: string): OutboxStore {
  return {
    read: async () => (await (await openDatabase()).getAllFromIndex('items', 'outboxName', outboxName)).map(upToDate),
    add: async (items) => {
      const transaction = (await openDatabase()).transaction('items', 'readwrite', WRITE)
      for (const item of items)
        void transaction.store
          .add({ attempts: 0, ...item, outboxName, serverFailures: 0 } as OutboxItem)
          .catch(() => undefined)
      await transaction.done
    },
    update: async (change) => {
      const transaction = (await openDatabase()).transaction('items', 'readwrite', WRITE)
      const items = (await transaction.store.index('outboxName').getAll(outboxName)).map(upToDate).filter(isWaiting)
      const { put = [], remove = [], result } = change(items)
      for (const item of put) void transaction.store.put(item).catch(() => undefined)
      for (const seq of remove) void transaction.store.delete(seq).catch(() => undefined)
      await transaction.done
      return result
    },
    removeMatching: async (matches) => {
      const transaction = (await openDatabase()).transaction('items', 'readwrite', WRITE)
      const items = (await transaction.store.index('outboxName').getAll(outboxName)).map(upToDate)
      const found = items.filter(matches).flatMap(({ action }) => withDependents(items, action.id))
      const removed = new Map(found.map((item) => [item.seq, item]))
      for (const seq of removed.keys()) void transaction.store.delete(seq).catch(() => undefined)
      await transaction.done
      return [...removed.values()].filter(isWaiting).length
    },
    removeSent: async (before) => {
      const transaction = (await openDatabase()).transaction('items', 'readwrite')
      for (const { seq, sentAt } of await transaction.store.index('outboxName').getAll(outboxName))
        if (sentAt !== undefined && sentAt <= before) void transaction.store.delete(seq).catch(() => undefined)
      await transaction.done
    },
  }
}

/** Converts an item of an earlier release, which had one photo and used the id of the knock as the key of its upload. */
const upToDate = ({ photo, ...item }: StoredItem): OutboxItem =>
  photo ? { ...item, photos: [{ id: item.action.id, photo }] } : item

/** Whether the server does not have the item yet. */
export const isWaiting = ({ position }: OutboxItem): boolean => position === undefined

/** Counts the items of all users on this device that wait. Rejects if the browser has no storage. */
export async function countStoredItems(): Promise<number> {
  // Opening the database would create it.
  const databases = await indexedDB.databases()
  if (!databases.some(({ name }) => name === OUTBOX_DATABASE)) return 0
  return (await (await openDatabase()).getAll('items')).filter(isWaiting).length
}
