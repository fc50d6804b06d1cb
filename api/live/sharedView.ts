import { reportErrorAt } from '../domain/faults.ts'
import { withDeadline } from './deadline.ts'
import type { Live } from './live.ts'
import type { Topic } from './topics.ts'

/** Values that all subscribers of a view receive as the same object, so that a result computed from one can be shared too. */
const sharedValues = new WeakSet<object>()

export function isShared(value: unknown): value is object {
  return typeof value === 'object' && value !== null && sharedValues.has(value)
}

interface SharedView<T> {
  subscribers: Set<(value: T) => void>
  /** The value that was read last; null before the first read. */
  last: { text: string; value: T } | null
  stop: () => void
}

/** A read that takes longer is given up, so that one that never ends does not stop the view. */
const readTimeoutMs = 40_000

/** The views with at least one subscriber, by key. Each server has one map. */
export type SharedViews = Map<string, SharedView<unknown>>

/**
 * Streams the value of a view that many clients subscribe to: the current value, and a new one after each change of `topic`.
 * The view is read once for all subscribers and published only if the value differs from the last one. A slow subscriber
 * skips to the latest value. With `isNews`, the current value is sent to a new subscriber only if it is news.
 */
export function watchView<T extends object>(
  { live, sharedViews }: { live: Live; sharedViews: SharedViews },
  where: { tenantId: string; topic: Topic; name: string },
  read: () => Promise<T>,
  isNews: (value: T) => boolean = () => true,
): AsyncIterableIterator<T> {
  const key = `${where.tenantId} ${where.topic} ${where.name}`
  let view = sharedViews.get(key) as SharedView<T> | undefined
  if (!view) {
    view = openView(live, where, read, isNews)
    sharedViews.set(key, view as SharedView<unknown>)
  }
  return subscribe(view, isNews, () => {
    if (view.subscribers.size > 0) return
    view.stop()
    sharedViews.delete(key)
  })
}

function openView<T extends object>(
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
        const value = await withDeadline(read(), readTimeoutMs)
        const text = JSON.stringify(value)
        if (text === view.last?.text) continue
        const isFirstNews = view.last !== null || isNews(value)
        view.last = { text, value }
        sharedValues.add(value)
        if (!isFirstNews) continue
        for (const publish of view.subscribers) publish(value)
      } catch (error) {
        // The next notification or poll reads again.
        reportErrorAt('shared view')(error)
      }
    } while (refreshAgain)
    isReading = false
  }

  view.stop = live.subscribe(tenantId, topic, () => void refresh())
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
