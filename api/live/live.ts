import pg from 'pg'
import { streamOf } from '../database/pipelinedConnection.ts'
import type { EventType } from '../events/catalog.ts'
import { reportErrorAt } from '../domain/faults.ts'
import { topicsOf, type Topic } from './topics.ts'

/**
 * Notifies subscribers in every process that data of a tenant changed. Notifications carry no data, and one may come
 * without a change: subscribers must read the data again.
 */
export interface Live {
  /** Publishes, after a commit, the types of the events of a tenant. Does not wait and never throws. */
  announce(tenantId: string, types: readonly EventType[]): void
  /** Calls `onChange` after each change of `topic` in the tenant, or in `allTenants`, until the returned function is called. */
  subscribe(tenantId: string, topic: Topic, onChange: () => void): () => void
  /** Publishes, after a commit, that a user's sessions ended or their permissions changed. Does not wait and never throws. */
  announceSessions(userId: string): void
  /** Calls `onChange` with the id of a user whose sessions changed, until the returned function is called. */
  subscribeSessions(onChange: (userId: string) => void): () => void
  close(): Promise<void>
}

/** Subscribes to the changes of every tenant instead of one. */
export const allTenants = '*'

const channel = 'porchlight_live'
/** Changes that follow a notification within this time are published together. */
const batchDelayMs = 50
/** All subscribers are notified this often, in case a notification was lost. */
const pollMs = 15_000
const reconnectMs = 500
/** A connection whose network drops every packet reports nothing, so it is asked this often whether it still answers. */
const heartbeatMs = 3_000
/** How long it takes at most to connect, and to answer. */
const answerTimeoutMs = 4_000

/** A topic of a tenant that changed, or the sessions of a user. */
type Change = Topic | 'sessions'
/** Changes by the id of the tenant or user. */
type Changes = Map<string, Set<Change>>

/** Live updates over PostgreSQL's LISTEN and NOTIFY, on a dedicated connection that is re-established when it breaks. */
export function connectLive(url: string): Live {
  const subscribers = new Map<string, Set<() => void>>()
  const sessionSubscribers = new Set<(userId: string) => void>()
  /** The connection after LISTEN has succeeded. */
  let client: pg.Client | null = null
  /** The connection that listens or is being established. */
  let current: pg.Client | null = null
  let closed = false
  let pending: Changes = new Map()
  let timer: NodeJS.Timeout | null = null

  function notifySubscribers(id: string, change: Change): void {
    if (change === 'sessions') for (const onChange of sessionSubscribers) onChange(id)
    else
      for (const tenantId of [id, allTenants])
        for (const onChange of subscribers.get(`${tenantId} ${change}`) ?? []) onChange()
  }

  function notifyAllSubscribers(): void {
    for (const set of subscribers.values()) for (const onChange of set) onChange()
  }

  async function connect(): Promise<void> {
    if (closed) return
    const connection = new pg.Client({
      connectionString: url,
      application_name: 'porchlight live',
      keepAlive: true,
      connectionTimeoutMillis: answerTimeoutMs,
      query_timeout: answerTimeoutMs,
    })
    current = connection
    let lost = false
    let heartbeat: NodeJS.Timeout | undefined
    // A broken connection emits 'error', emits 'end' and rejects the query in flight: only the first of them reconnects.
    const reconnect = () => {
      if (lost) return
      lost = true
      if (client === connection) client = null
      clearInterval(heartbeat)
      connection.removeAllListeners('end')
      streamOf(connection).destroy()
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
      heartbeat = setInterval(() => void connection.query('select 1').catch(reconnect), heartbeatMs)
      heartbeat.unref()
      // Notifications that were sent while the connection was down are lost.
      notifyAllSubscribers()
      flush()
    } catch (error) {
      if (!closed) reportErrorAt('live connection')(error)
      reconnect()
    }
  }

  function flush(): void {
    if (pending.size === 0 || !client) return
    const changes = [...pending].map(([id, set]) => [id, [...set]])
    pending = new Map()
    // The payload of a notification is limited to 8,000 bytes.
    for (let i = 0; i < changes.length; i += 50) {
      const payload = JSON.stringify(changes.slice(i, i + 50))
      client.query('select pg_notify($1, $2)', [channel, payload]).catch(reportErrorAt('live notification'))
    }
  }

  function enqueue(id: string, changes: readonly Change[]): void {
    const set = pending.get(id) ?? new Set()
    for (const change of changes) set.add(change)
    pending.set(id, set)
    if (timer) return
    // The first change is published at once; those within the delay after it are batched.
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
      client = null
      if (!current) return
      const connection = current
      const closeTimer = setTimeout(() => streamOf(connection).destroy(), answerTimeoutMs)
      await connection.end().finally(() => clearTimeout(closeTimer))
    },
  }
}
