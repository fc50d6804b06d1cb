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

/** A view whose read failed is read again after this time. */
const retryMs = 5_000
/** Names of people can change without an event of the tenant, so a view that contains some is read again this often. */
const maxAgeMs = 300_000
/** Views become invalid in every process at the same time, such as midnight, so their reads are spread over this time. */
const spreadMs = 10_000

/** What a view depends on besides its topic. */
export interface ViewOptions<T> {
  /** Whether the current value is sent to a new subscriber. By default it always is. */
  isNews?: (value: T) => boolean
  /** When the value changes without an event, such as at the end of its period. Without it, only events change the view. */
  validUntil?: (value: T) => Date
}

/** The views with at least one subscriber, by key. Each server has one map. */
export type SharedViews = Map<string, SharedView<unknown>>

/**
 * Streams the value of a view that many clients subscribe to: the current value, and a new one after each change of `topic`.
 * The view is read once for all subscribers and published only if the value differs from the last one. A slow subscriber
 * skips to the latest value.
 */
export function watchView<T extends object>(
  { live, sharedViews, now }: { live: Live; sharedViews: SharedViews; now: () => Date },
  where: { tenantId: string; topic: Topic; name: string },
  read: () => Promise<T>,
  options: ViewOptions<T> = {},
): AsyncIterableIterator<T> {
  const { isNews = () => true, validUntil } = options
  const key = `${where.tenantId} ${where.topic} ${where.name}`
  let view = sharedViews.get(key) as SharedView<T> | undefined
  if (!view) {
    view = openView({ live, now }, where, read, { isNews, validUntil })
    sharedViews.set(key, view as SharedView<unknown>)
  }
  return subscribe(view, isNews, () => {
    if (view.subscribers.size > 0) return
    view.stop()
    sharedViews.delete(key)
  })
}

function openView<T extends object>(
  { live, now }: { live: Live; now: () => Date },
  { tenantId, topic }: { tenantId: string; topic: Topic },
  read: () => Promise<T>,
  { isNews, validUntil }: ViewOptions<T> & { isNews: (value: T) => boolean },
): SharedView<T> {
  let isReading = false
  let refreshAgain = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const view: SharedView<T> = { subscribers: new Set(), last: null, stop: () => undefined }

  function refreshIn(ms: number): void {
    clearTimeout(timer)
    if (isStopped) return
    timer = setTimeout(() => void refresh(), ms)
    timer.unref()
  }

  function refreshWhenInvalid(value: T): void {
    if (!validUntil) return clearTimeout(timer)
    const validMs = Math.max(validUntil(value).getTime() - now().getTime(), 0)
    refreshIn(Math.min(validMs, maxAgeMs) + 1_000 + Math.random() * spreadMs)
  }

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
        refreshWhenInvalid(value)
        const text = JSON.stringify(value)
        if (text === view.last?.text) continue
        const isFirstNews = view.last !== null || isNews(value)
        view.last = { text, value }
        sharedValues.add(value)
        if (!isFirstNews) continue
        for (const publish of view.subscribers) publish(value)
      } catch (error) {
        refreshIn(retryMs)
        reportErrorAt('shared view')(error)
      }
    } while (refreshAgain)
    isReading = false
  }

  const unsubscribe = live.subscribe(tenantId, topic, () => void refresh())
  view.stop = () => {
    isStopped = true
    clearTimeout(timer)
    unsubscribe()
  }
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
