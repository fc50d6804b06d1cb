import pg from 'pg'
import type { ActivityType } from '../events/catalogue.ts'
import { topicsOf, type Topic } from './topics.ts'

/** Tells watchers, in every process, that something of a tenant changed. A hint: they read the truth themselves. */
export interface Live {
  /** After a commit: what was recorded for the tenant. Never waits and never throws. */
  announce(tenantId: string, types: readonly ActivityType[]): void
  /** Calls `onChange` after each change of `topic` in the tenant (or in `everyTenant`) until the returned function is called. */
  watch(tenantId: string, topic: Topic, onChange: () => void): () => void
  /** After a commit: what a user's sessions may do has changed, or they ended. Never waits and never throws. */
  announceSessions(userId: string): void
  /** Calls `onChange` with the user, in every process, until the returned function is called. */
  watchSessions(onChange: (userId: string) => void): () => void
  close(): Promise<void>
}

/** Watched in place of a tenant: whatever changes in any of them. */
export const everyTenant = '*'

const channel = 'porchlight_live'
/** Changes within this time of a notification are gathered into the next one. */
const coalesceMs = 50
/** A lost notification is made up for after at most this long. */
const pollMs = 15_000
const reconnectMs = 500

/** What changed of whom: topics of tenants, sessions of users. */
type Change = Topic | 'sessions'
type Changes = Map<string, Set<Change>>

/** Live updates over PostgreSQL's NOTIFY, on a connection of its own that is made again when it breaks. */
export function connectLive(url: string, log: (message: string) => void): Live {
  const watchers = new Map<string, Set<() => void>>()
  const sessionWatchers = new Set<(userId: string) => void>()
  let client: pg.Client | null = null
  let closed = false
  let pending: Changes = new Map()
  let timer: NodeJS.Timeout | null = null

  function wake(whose: string, change: Change): void {
    if (change === 'sessions') for (const onChange of sessionWatchers) onChange(whose)
    else
      for (const who of [whose, everyTenant]) for (const onChange of watchers.get(`${who} ${change}`) ?? []) onChange()
  }

  function wakeEverybody(): void {
    for (const set of watchers.values()) for (const onChange of set) onChange()
  }

  async function connect(): Promise<void> {
    if (closed) return
    const next = new pg.Client({ connectionString: url, application_name: 'porchlight live' })
    let gone = false
    // A connection that breaks says so by its error and by the question that was under way.
    const lost = () => {
      if (gone) return
      gone = true
      if (client === next) client = null
      next.removeAllListeners('end')
      void next.end().catch(() => undefined)
      if (!closed) setTimeout(() => void connect(), reconnectMs).unref()
    }
    next.on('error', lost)
    next.on('notification', ({ payload }) => {
      for (const [whose, changes] of JSON.parse(payload ?? '[]') as [string, Change[]][])
        for (const change of changes) wake(whose, change)
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

  function note(whose: string, changes: readonly Change[]): void {
    const known = pending.get(whose) ?? new Set()
    for (const change of changes) known.add(change)
    pending.set(whose, known)
    if (timer) return
    // At once when it has been quiet; what follows shortly after is gathered.
    flush()
    timer = setTimeout(() => {
      timer = null
      flush()
    }, coalesceMs)
  }

  void connect()
  const poll = setInterval(wakeEverybody, pollMs)
  poll.unref()

  return {
    announce: (tenantId, types) => note(tenantId, topicsOf(types)),
    announceSessions: (userId) => note(userId, ['sessions']),
    watchSessions(onChange) {
      sessionWatchers.add(onChange)
      return () => void sessionWatchers.delete(onChange)
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
