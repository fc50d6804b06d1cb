import pg from 'pg'
import type { ActivityType } from '../events/catalogue.ts'
import { topicsOf, type Topic } from './topics.ts'

/** Tells watchers, in every process, that something of a tenant changed. A hint: they read the truth themselves. */
export interface Live {
  /** After a commit: what was recorded for the tenant. Never waits and never throws. */
  announce(tenantId: string, types: readonly ActivityType[]): void
  /** Calls `onChange` after each change of `topic` in the tenant until the returned function is called. */
  watch(tenantId: string, topic: Topic, onChange: () => void): () => void
  close(): Promise<void>
}

const channel = 'porchlight_live'
/** Changes within this time of a notification are gathered into the next one. */
const coalesceMs = 50
/** A lost notification is made up for after at most this long. */
const pollMs = 15_000
const reconnectMs = 500

type Changes = Map<string, Set<Topic>>

/** Live updates over PostgreSQL's NOTIFY, on a connection of its own that is made again when it breaks. */
export function connectLive(url: string, log: (message: string) => void): Live {
  const watchers = new Map<string, Set<() => void>>()
  let client: pg.Client | null = null
  let closed = false
  let pending: Changes = new Map()
  let timer: NodeJS.Timeout | null = null

  function wake(tenantId: string, topic: Topic): void {
    for (const onChange of watchers.get(`${tenantId} ${topic}`) ?? []) onChange()
  }

  function wakeEverybody(): void {
    for (const set of watchers.values()) for (const onChange of set) onChange()
  }

  async function connect(): Promise<void> {
    if (closed) return
    const next = new pg.Client({ connectionString: url, application_name: 'porchlight live' })
    const lost = () => {
      if (client === next) client = null
      next.removeAllListeners('end')
      void next.end().catch(() => undefined)
      if (!closed) setTimeout(() => void connect(), reconnectMs).unref()
    }
    next.on('error', lost)
    next.on('notification', ({ payload }) => {
      for (const [tenantId, topics] of JSON.parse(payload ?? '[]') as [string, Topic[]][])
        for (const topic of topics) wake(tenantId, topic)
    })
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      next.on('end', lost)
      client = next
      // Whatever was announced while nobody listened is caught up with now.
      wakeEverybody()
      flush()
    } catch {
      log('Live updates wait for the database.')
      lost()
    }
  }

  function flush(): void {
    if (pending.size === 0 || !client) return
    const changes = [...pending].map(([tenantId, topics]) => [tenantId, [...topics]])
    pending = new Map()
    for (const part of chunks(changes, 50))
      client.query('select pg_notify($1, $2)', [channel, JSON.stringify(part)]).catch(() => undefined)
  }

  void connect()
  const poll = setInterval(wakeEverybody, pollMs)
  poll.unref()

  return {
    announce(tenantId, types) {
      const topics = pending.get(tenantId) ?? new Set()
      for (const topic of topicsOf(types)) topics.add(topic)
      pending.set(tenantId, topics)
      if (timer) return
      // At once when it has been quiet; what follows shortly after is gathered.
      flush()
      timer = setTimeout(() => {
        timer = null
        flush()
      }, coalesceMs)
    },
    watch(tenantId, topic, onChange) {
      const key = `${tenantId} ${topic}`
      const set = watchers.get(key) ?? new Set()
      watchers.set(key, set.add(onChange))
      return () => {
        set.delete(onChange)
        if (set.size === 0) watchers.delete(key)
      }
    },
    async close() {
      closed = true
      clearInterval(poll)
      if (timer) clearTimeout(timer)
      flush()
      const last = client
      client = null
      await last?.end()
    },
  }
}

/** A notification holds at most 8,000 bytes. */
function chunks<T>(list: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))
}
