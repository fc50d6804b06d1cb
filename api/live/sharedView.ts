import type { Live } from './live.ts'
import type { Topic } from './topics.ts'

/** Values that are the same object for every subscriber of the view, so what is made of them is made once. */
const sharedValues = new WeakSet<object>()

export function isShared(value: unknown): value is object {
  return typeof value === 'object' && value !== null && sharedValues.has(value)
}

interface SharedView<T> {
  subscribers: Set<(value: T) => void>
  /** As it was read last; null before the first reading. */
  last: { text: string; value: T } | null
  stop: () => void
}

const views = new Map<string, SharedView<unknown>>()

/**
 * A stream of a view that many watch: as it is now, then after each change of `topic`, for which it is read once for all of
 * them and handed on when it differs from the last time. So who asked for the view a moment before misses nothing. A slow
 * subscriber skips to the newest value; nothing queues up. With `news`, only what is news to who joins is told to them.
 */
export function watchView<T extends object>(
  live: Live,
  where: { tenantId: string; topic: Topic; name: string },
  read: () => Promise<T>,
  isNews: (value: T) => boolean = () => true,
): AsyncIterableIterator<T> {
  const key = `${where.tenantId} ${where.topic} ${where.name}`
  const view = (views.get(key) as SharedView<T> | undefined) ?? openView(key, live, where, read, isNews)
  return subscribe(view, isNews, () => {
    if (view.subscribers.size > 0) return
    view.stop()
    views.delete(key)
  })
}

function openView<T extends object>(
  key: string,
  live: Live,
  { tenantId, topic }: { tenantId: string; topic: Topic },
  read: () => Promise<T>,
  isNews: (value: T) => boolean,
): SharedView<T> {
  let isReading = false
  let refreshAgain = false
  const view: SharedView<T> = { subscribers: new Set(), last: null, stop: () => undefined }

  async function refresh(): Promise<void> {
    if (isReading) {
      refreshAgain = true
      return
    }
    isReading = true
    do {
      refreshAgain = false
      try {
        const value = await read()
        const text = JSON.stringify(value)
        if (text === view.last?.text) continue
        const isFirstNews = view.last !== null || isNews(value)
        view.last = { text, value }
        sharedValues.add(value)
        if (!isFirstNews) continue
        for (const publish of view.subscribers) publish(value)
      } catch {
        // The database is away: the next hint or poll reads again.
      }
    } while (refreshAgain)
    isReading = false
  }

  view.stop = live.subscribe(tenantId, topic, () => void refresh())
  views.set(key, view as SharedView<unknown>)
  void refresh()
  return view
}

function subscribe<T>(
  view: SharedView<T>,
  isNews: (value: T) => boolean,
  onLeave: () => void,
): AsyncIterableIterator<T> {
  let resolveNext: ((result: IteratorResult<T>) => void) | null = null
  let pending: { value: T } | null = null
  let done = false
  const publish = (value: T) => {
    if (resolveNext) {
      resolveNext({ value, done: false })
      resolveNext = null
    } else pending = { value }
  }
  view.subscribers.add(publish)
  if (view.last && isNews(view.last.value)) publish(view.last.value)
  const finish = async (): Promise<IteratorResult<T>> => {
    done = true
    view.subscribers.delete(publish)
    resolveNext?.({ value: undefined, done: true })
    resolveNext = null
    onLeave()
    return { value: undefined, done: true }
  }
  return {
    next() {
      if (done) return Promise.resolve({ value: undefined, done: true })
      if (pending) {
        const { value } = pending
        pending = null
        return Promise.resolve({ value, done: false })
      }
      return new Promise((resolve) => (resolveNext = resolve))
    },
    return: finish,
    throw: finish,
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
