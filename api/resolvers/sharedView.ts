import type { Live } from '../live/live.ts'
import type { Topic } from '../live/topics.ts'

/** Values that are the same object for every subscriber of the view, so what is made of them is made once. */
const shared = new WeakSet<object>()

export function isShared(value: unknown): value is object {
  return typeof value === 'object' && value !== null && shared.has(value)
}

interface View<T> {
  subscribers: Set<(value: T) => void>
  /** As it was read last; null before the first reading. */
  last: { text: string; value: T } | null
  stop: () => void
}

const views = new Map<string, View<unknown>>()

/**
 * A stream of a view that many watch: as it is now, then after each change of `topic`, for which it is read once for all of
 * them and handed on when it differs from the last time. So who asked for the view a moment before misses nothing. A slow
 * subscriber skips to the newest value; nothing queues up. With `news`, only what is news to who joins is told to them.
 */
export function watchView<T extends object>(
  live: Live,
  where: { tenantId: string; topic: Topic; name: string },
  read: () => Promise<T>,
  news: (value: T) => boolean = () => true,
): AsyncIterableIterator<T> {
  const key = `${where.tenantId} ${where.topic} ${where.name}`
  const view = (views.get(key) as View<T> | undefined) ?? open(key, live, where, read, news)
  return follow(view, news, () => {
    if (view.subscribers.size > 0) return
    view.stop()
    views.delete(key)
  })
}

function open<T extends object>(
  key: string,
  live: Live,
  { tenantId, topic }: { tenantId: string; topic: Topic },
  read: () => Promise<T>,
  news: (value: T) => boolean,
): View<T> {
  let reading = false
  let again = false
  const view: View<T> = { subscribers: new Set(), last: null, stop: () => undefined }

  async function refresh(): Promise<void> {
    if (reading) {
      again = true
      return
    }
    reading = true
    do {
      again = false
      try {
        const value = await read()
        const text = JSON.stringify(value)
        if (text === view.last?.text) continue
        const told = view.last !== null || news(value)
        view.last = { text, value }
        shared.add(value)
        if (!told) continue
        for (const tell of view.subscribers) tell(value)
      } catch {
        // The database is away: the next hint or poll reads again.
      }
    } while (again)
    reading = false
  }

  view.stop = live.watch(tenantId, topic, () => void refresh())
  views.set(key, view as View<unknown>)
  void refresh()
  return view
}

function follow<T>(view: View<T>, news: (value: T) => boolean, left: () => void): AsyncIterableIterator<T> {
  let waiting: ((result: IteratorResult<T>) => void) | null = null
  let newest: { value: T } | null = null
  let done = false
  const tell = (value: T) => {
    if (waiting) {
      waiting({ value, done: false })
      waiting = null
    } else newest = { value }
  }
  view.subscribers.add(tell)
  if (view.last && news(view.last.value)) tell(view.last.value)
  const finish = async (): Promise<IteratorResult<T>> => {
    done = true
    view.subscribers.delete(tell)
    waiting?.({ value: undefined, done: true })
    waiting = null
    left()
    return { value: undefined, done: true }
  }
  return {
    next() {
      if (done) return Promise.resolve({ value: undefined, done: true })
      if (newest) {
        const { value } = newest
        newest = null
        return Promise.resolve({ value, done: false })
      }
      return new Promise((resolve) => (waiting = resolve))
    },
    return: finish,
    throw: finish,
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
