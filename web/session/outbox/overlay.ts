import type { OverlaidCache } from '../../lib/overlaidCache.ts'
import { actions } from './actions/all.ts'
import type { Action, ShowContext } from './actions/action.ts'
import type { Outbox } from './outbox.ts'
import type { OutboxItem } from './outboxItems.ts'

type Fields = Record<string, (value: unknown, item: OutboxItem, object: object, context: ShowContext) => unknown>
type Entity = Record<string, unknown> & { __typename?: string }

const showsOf = (action: Action) =>
  action.show as unknown as Record<
    string,
    { of?: (item: OutboxItem) => unknown; fields?: Fields; sets?: (item: OutboxItem) => Record<string, unknown> }
  >

/** The types that items may change. */
const shownTypes = new Set(Object.values(actions).flatMap((action) => Object.keys(showsOf(action))))

const indexes = new WeakMap<readonly OutboxItem[], Map<string, [OutboxItem, Fields][]>>()

/** The items by the type and the id of what they change, or by the type alone if they change each object of it. */
function indexOf(items: readonly OutboxItem[]): Map<string, [OutboxItem, Fields][]> {
  const known = indexes.get(items)
  if (known) return known
  const index = new Map<string, [OutboxItem, Fields][]>()
  for (const item of items) {
    const action = actions[item.action.kind]
    if (item.refusal && action.hidesWhenRefused) continue
    for (const [type, { of, fields: changed, sets }] of Object.entries(showsOf(action))) {
      const given = Object.entries(sets?.(item) ?? {}).map(([field, value]) => [field, () => value] as const)
      const fields = { ...changed, ...Object.fromEntries(given) }
      const key = of ? `${type}:${String(of(item))}` : type
      const there = index.get(key)
      if (there) there.push([item, fields])
      else index.set(key, [[item, fields]])
    }
  }
  indexes.set(items, index)
  return index
}

/** The position of the log that a field of an object includes; undefined if it is not known. */
export type PositionOf = (object: object, type: string, field: string) => number | undefined

/**
 * `data` of the server with everything in the outbox that it does not include, in the order in which it was done: what waits, and what
 * was sent and has a position behind that of the data. It is a pure function, and nothing else shows what the server does not
 * have. Returns the same objects where nothing changes. An object without a type is the answer itself.
 */
export function showItems<Data>(data: Data, positionOf: PositionOf, context: ShowContext): Data {
  const index = indexOf(context.items)
  const showAll = (value: unknown, isRoot = false): unknown => {
    if (typeof value !== 'object' || value === null || value instanceof Blob) return value
    if (Array.isArray(value)) {
      const shown = value.map((child) => showAll(child))
      return shown.some((child, at) => child !== value[at]) ? shown : value
    }
    const type = (value as Entity).__typename ?? (isRoot ? 'Query' : '')
    let object = value as Entity
    const set = (field: string, shown: unknown) => {
      if (shown !== object[field]) object = { ...object, [field]: shown }
    }
    for (const key of [type, `${type}:${String(object['id'])}`])
      for (const [item, fields] of index.get(key) ?? []) {
        const before = object
        for (const [field, valueOf] of Object.entries(fields)) {
          if (!(field in before)) continue
          const isIncluded = item.position !== undefined && item.position <= (positionOf(value, type, field) ?? -1)
          if (!isIncluded) set(field, valueOf(before[field], item, before, context))
        }
      }
    // After the items, because they may add objects that other items change.
    for (const [field, child] of Object.entries(object)) set(field, showAll(child))
    return object
  }
  return (index.size > 0 ? showAll(data, true) : data) as Data
}

/** Types with counts, which do not tell what they have counted. */
const COUNTING_TYPES = new Set(['KnockSession', 'RepDay'])

/** Whether there is a count in the data. */
export const hasCounts = (data: unknown): boolean =>
  typeof data === 'object' &&
  data !== null &&
  (COUNTING_TYPES.has((data as Entity).__typename ?? '') || Object.values(data).some(hasCounts))

/** Whether the server may have something of which this device does not know the position. */
function isOpen(outbox: Outbox): boolean {
  const { items, direct } = outbox.state()
  return direct.length > 0 || items.some(({ attempts, refusal }) => attempts > 0 && !refusal)
}

/** Queries whose position is remembered at most. */
const MAX_QUERIES = 500

/**
 * Shows what is in the outbox in everything that a client reads. It learns from each answer which position of the log the shown
 * objects include, whichever query has read them last.
 */
export class Overlay {
  #outbox: Outbox | undefined
  #rep: ShowContext['rep'] | undefined
  #items: readonly OutboxItem[] = []
  readonly #cache: OverlaidCache
  readonly #ofQueries = new Map<string, number>()
  readonly #ofFields = new Map<string, number>()
  /** Of answers that are not in the cache. */
  readonly #ofObjects = new WeakMap<object, number>()

  constructor(cache: OverlaidCache) {
    this.#cache = cache
    cache.setOverlay((data, query) => this.#show(data, query))
  }

  /** Shows the outbox of `rep` until the returned function is called. */
  connect(outbox: Outbox, rep: ShowContext['rep']): () => void {
    this.#outbox = outbox
    this.#rep = rep
    const update = () => {
      const { items, sent, direct } = outbox.state()
      const all = [...sent, ...items, ...direct].toSorted((one, other) => one.seq - other.seq)
      if (all.length === this.#items.length && all.every((item, at) => item === this.#items[at])) return
      this.#items = all
      this.#cache.overlayChanged()
    }
    update()
    const unsubscribe = outbox.subscribe(update)
    return () => {
      unsubscribe()
      this.#outbox = undefined
      this.#items = []
      this.#cache.overlayChanged()
    }
  }

  /** Notes the position that an answer includes, before the cache has it. `query` is empty for a mutation. An answer of unknown position includes nothing that was sent. */
  note(query: string, data: unknown, position: number): void {
    // The answer to a mutation has no query. Its position says nothing of other data, as of an answer that has not arrived yet.
    if (query) this.#noteQuery(query, position)
    const index = indexOf(this.#items)
    const noteIn = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      const { __typename: type = '', id } = value as Entity
      if (shownTypes.has(type)) this.#ofObjects.set(value, position)
      const key = `${type}:${String(id)}`
      for (const [, fields] of index.get(key) ?? [])
        for (const field of Object.keys(fields)) if (field in value) this.#ofFields.set(`${key}.${field}`, position)
      for (const child of Object.values(value)) noteIn(child)
    }
    noteIn(data)
    // The cache tells nobody of an answer that is equal to the one before.
    if (this.#items.some((item) => item.position !== undefined)) queueMicrotask(() => this.#cache.overlayChanged())
  }

  #noteQuery(query: string, position: number): void {
    this.#ofQueries.delete(query)
    this.#ofQueries.set(query, position)
    for (const oldest of this.#ofQueries.keys()) {
      if (this.#ofQueries.size <= MAX_QUERIES) break
      this.#ofQueries.delete(oldest)
    }
  }

  /**
   * Resolves when the outbox was sent as far as it can be, and what forms send is answered. With `maxMs`, when the server's answer to each
   * item that it may have is known, or after that time.
   */
  async settle(maxMs?: number): Promise<void> {
    const outbox = this.#outbox
    if (!outbox || maxMs === undefined) return outbox?.settle()
    await new Promise<void>((resolve) => {
      const done = () => {
        unsubscribe()
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(done, maxMs)
      const unsubscribe = outbox.subscribe(() => !isOpen(outbox) && done())
    })
  }

  /**
   * Whether it is certain which items the counts in an answer include. It is open while the server may have an item whose position is
   * not known; and the answer has to be asked for again if a position behind its own became known since it was asked for.
   */
  check(position: number | undefined, askedAt: number): 'certain' | 'open' | 'again' {
    if (!this.#outbox || position === undefined) return 'certain'
    if (isOpen(this.#outbox)) return 'open'
    const { sent } = this.#outbox.state()
    const isNews = (item: OutboxItem) =>
      item.sentAt !== undefined && item.sentAt >= askedAt && item.position! > position
    return sent.some(isNews) ? 'again' : 'certain'
  }

  #show<Data>(data: Data, query: string): Data {
    if (!this.#rep || this.#items.length === 0) return data
    const ofQuery = this.#ofQueries.get(query)
    const positionOf: PositionOf = (object, type, field) =>
      this.#ofObjects.get(object) ??
      this.#ofFields.get(`${type}:${String((object as Entity)['id'])}.${field}`) ??
      ofQuery
    return showItems(data, positionOf, { rep: this.#rep, items: this.#items, now: new Date() })
  }
}
