import pg from 'pg'
import type { EventType } from '../events/catalog.ts'
import { topicsOf, type Topic } from './topics.ts'

/** Tells watchers, in every process, that something of a tenant changed. A hint: they read the truth themselves. */
export interface Live {
  /** After a commit: what was recorded for the tenant. Never waits and never throws. */
  announce(tenantId: string, types: readonly EventType[]): void
  /** Calls `onChange` after each change of `topic` in the tenant (or in `everyTenant`) until the returned function is called. */
  subscribe(tenantId: string, topic: Topic, onChange: () => void): () => void
  /** After a commit: what a user's sessions may do has changed, or they ended. Never waits and never throws. */
  announceSessions(userId: string): void
  /** Calls `onChange` with the user, in every process, until the returned function is called. */
  subscribeSessions(onChange: (userId: string) => void): () => void
  close(): Promise<void>
}

/** Watched in place of a tenant: whatever changes in any of them. */
export const allTenants = '*'

const channel = 'porchlight_live'
/** Changes within this time of a notification are gathered into the next one. */
const batchDelayMs = 50
/** A lost notification is made up for after at most this long. */
const pollMs = 15_000
const reconnectMs = 500

/** What changed of whom: topics of tenants, sessions of users. */
type Change = Topic | 'sessions'
type Changes = Map<string, Set<Change>>

/** Live updates over PostgreSQL's NOTIFY, on a connection of its own that is made again when it breaks. */
export function connectLive(url: string, log: (message: string) => void): Live {
  const subscribers = new Map<string, Set<() => void>>()
  const sessionSubscribers = new Set<(userId: string) => void>()
  let client: pg.Client | null = null
  let closed = false
  let pending: Changes = new Map()
  let timer: NodeJS.Timeout | null = null

  function notifySubscribers(id: string, change: Change): void {
    if (change === 'sessions') for (const onChange of sessionSubscribers) onChange(id)
    else
      for (const who of [id, allTenants]) for (const onChange of subscribers.get(`${who} ${change}`) ?? []) onChange()
  }

  function notifyAllSubscribers(): void {
    for (const set of subscribers.values()) for (const onChange of set) onChange()
  }

  async function connect(): Promise<void> {
    if (closed) return
    const connection = new pg.Client({ connectionString: url, application_name: 'porchlight live' })
    let reconnecting = false
    // A connection that breaks says so by its error and by the question that was under way.
    const reconnect = () => {
      if (reconnecting) return
      reconnecting = true
      if (client === connection) client = null
      connection.removeAllListeners('end')
      void connection.end().catch(() => undefined)
      if (!closed) setTimeout(() => void connect(), reconnectMs).unref()
    }
    connection.on('error', reconnect)
    connection.on('notification', ({ payload }) => {
      for (const [id, changes] of JSON.parse(payload ?? '[]') as [string, Change[]][])
        for (const change of changes) notifySubscribers(id, change)
    })
    try {
      await connection.connect()
      await connection.query(`listen ${channel}`)
      connection.on('end', reconnect)
      client = connection
      // Whatever was announced while nobody listened is caught up with now.
      notifyAllSubscribers()
      flush()
    } catch {
      log('Live updates wait for the database.')
      reconnect()
    }
  }

  function flush(): void {
    if (pending.size === 0 || !client) return
    const changes = [...pending].map(([tenantId, topics]) => [tenantId, [...topics]])
    pending = new Map()
    for (const part of chunk(changes, 50))
      client.query('select pg_notify($1, $2)', [channel, JSON.stringify(part)]).catch(() => undefined)
  }

  function enqueue(id: string, changes: readonly Change[]): void {
    const known = pending.get(id) ?? new Set()
    for (const change of changes) known.add(change)
    pending.set(id, known)
    if (timer) return
    // At once when it has been quiet; what follows shortly after is gathered.
    flush()
    timer = setTimeout(() => {
      timer = null
      flush()
    }, batchDelayMs)
  }

  void connect()
  const poll = setInterval(notifyAllSubscribers, pollMs)
  poll.unref()

  return {
    announce: (tenantId, types) => enqueue(tenantId, topicsOf(types)),
    announceSessions: (userId) => enqueue(userId, ['sessions']),
    subscribeSessions(onChange) {
      sessionSubscribers.add(onChange)
      return () => void sessionSubscribers.delete(onChange)
    },
    subscribe(tenantId, topic, onChange) {
      const key = `${tenantId} ${topic}`
      const set = subscribers.get(key) ?? new Set()
      subscribers.set(key, set.add(onChange))
      return () => {
        set.delete(onChange)
        if (set.size === 0) subscribers.delete(key)
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
function chunk<T>(list: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))
}
