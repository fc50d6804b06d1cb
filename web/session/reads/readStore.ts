import type { DBSchema } from 'idb'
import { keepDatabaseOpen } from '../../lib/database.ts'
import type { AreaHousesQuery, BoundsInput, PropertiesInViewQuery } from '../../gql/graphql.ts'
import { READS_DATABASE } from '../../lib/cacheNames.ts'
import { createListeners } from '../../lib/store.ts'
import { mentionsAny } from './mentionsAny.ts'

/** A house with its address, saved or not. */
export type UnsavedProperty = AreaHousesQuery['housesIn'][number]

/** A saved house as the map shows it. */
export type Door = PropertiesInViewQuery['propertyMap']['markers'][number]

/** What this device knows of an area: saved doors, and houses with their addresses, saved or not. */
export interface KnownProperties {
  doors: readonly Door[]
  houses: readonly UnsavedProperty[]
}

/** The last answer of the server to a query. */
export interface StoredResult {
  data: unknown
  /** When the server gave it, in milliseconds. */
  at: number
  /** The position of the log that it includes; undefined if it is not known. */
  position?: number | undefined
}

interface Schema extends DBSchema {
  results: { key: [string, string]; value: StoredResult & { reader: string; query: string }; indexes: { at: number } }
  doors: {
    key: [string, string]
    value: { reader: string; id: string; lat: number; at: number; position?: number | undefined; door: Door }
    indexes: { lat: [string, number] }
  }
}

/** Older answers are removed. */
const MAX_AGE_MS = 30 * 86_400_000
/** More answers than this are removed, the oldest first. */
const MAX_RESULTS = 400

export const openReads = keepDatabaseOpen<Schema>(READS_DATABASE, (database) => {
  database.createObjectStore('results', { keyPath: ['reader', 'query'] }).createIndex('at', 'at')
  database.createObjectStore('doors', { keyPath: ['reader', 'id'] }).createIndex('lat', ['reader', 'lat'])
})

const goneDoors = createListeners()

/** Calls a function when a stored door no longer exists on the server. Call the returned function to unsubscribe. */
export const onDoorsGone = goneDoors.subscribe

let forgotten: ReadonlySet<string> = new Set()

/** Stores nothing from now on that mentions one of these properties. An answer to an earlier question may still arrive. */
export function refuseForgotten(ids: ReadonlySet<string>): void {
  forgotten = ids
}

/**
 * What the server answered to one reader, stored on this device. `reader` names the user and the view, so that nobody reads
 * what was answered to somebody else.
 */
export class ReadStore {
  constructor(readonly reader: string) {}

  async result(query: string): Promise<StoredResult | undefined> {
    return (await openReads()).get('results', [this.reader, query])
  }

  async storeResult(query: string, data: unknown, position?: number): Promise<void> {
    const reads = await openReads()
    if (forgotten.size > 0 && mentionsAny([query, data], forgotten)) return
    await reads.put('results', { reader: this.reader, query, data, at: Date.now(), position })
  }

  /** The houses seen within the bounds, when the oldest of them was read, and the position that all of them include. */
  async doorsIn({
    south,
    west,
    north,
    east,
  }: BoundsInput): Promise<{ doors: Door[]; at: number | undefined; position: number }> {
    const range = IDBKeyRange.bound([this.reader, south], [this.reader, north])
    const found = await (await openReads()).getAllFromIndex('doors', 'lat', range)
    const inside = found.filter(({ door }) => door.lng >= west && door.lng <= east)
    return {
      doors: inside.map(({ door }) => door),
      at: inside.length > 0 ? Math.min(...inside.map(({ at }) => at)) : undefined,
      position: inside.length > 0 ? Math.min(...inside.map(({ position }) => position ?? 0)) : 0,
    }
  }

  /** Replaces the houses within the bounds by these, which are all that the server has there. */
  async storeDoors(bounds: BoundsInput, doors: readonly Door[], position?: number): Promise<void> {
    const { doors: before } = await this.doorsIn(bounds)
    const current = new Set(doors.map(({ id }) => id))
    const at = Date.now()
    const transaction = (await openReads()).transaction('doors', 'readwrite')
    const gone = before.filter(({ id }) => !current.has(id))
    for (const { id } of gone) void transaction.store.delete([this.reader, id])
    for (const door of doors.filter(({ id }) => !forgotten.has(id)))
      void transaction.store.put({ reader: this.reader, id: door.id, lat: door.lat, at, position, door })
    await transaction.done
    if (gone.length > 0) goneDoors.notify()
  }

  /** Removes what was answered to other readers, old answers, and all but the latest. */
  async removeOld(): Promise<void> {
    const oldest = Date.now() - MAX_AGE_MS
    const transaction = (await openReads()).transaction(['results', 'doors'], 'readwrite')
    const [results, doors] = [transaction.objectStore('results'), transaction.objectStore('doors')]
    let kept = 0
    for (let cursor = await results.index('at').openCursor(null, 'prev'); cursor; cursor = await cursor.continue()) {
      const isKept = cursor.value.reader === this.reader && cursor.value.at > oldest && kept < MAX_RESULTS
      if (isKept) kept += 1
      else await cursor.delete()
    }
    for (let cursor = await doors.openCursor(); cursor; cursor = await cursor.continue())
      if (cursor.value.reader !== this.reader || cursor.value.at <= oldest) await cursor.delete()
    await transaction.done
  }
}
