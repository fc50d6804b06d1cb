import pg from 'pg'
import { streamOf } from '../database/pipelinedConnection.ts'
import { reportErrorAt } from '../domain/faults.ts'

const reconnectMs = 500
/** A connection whose network drops every packet reports nothing, so it is asked this often whether it still answers. */
const heartbeatMs = 3_000
/** How long it takes at most to connect, and to answer. */
const answerTimeoutMs = 4_000

/**
 * Runs `sql` after the statements of earlier calls, and returns its rows. The texts of an array are one transaction: each is sent
 * after the one before was answered, and the rows are those of the last that has any.
 */
export type RunSql = <Row>(sql: string | readonly string[], parameters?: unknown[]) => Promise<Row[]>

export interface LiveConnection {
  /** Whether `onConnect` has resolved and the connection is not known to be lost. */
  isConnected(): boolean
  /** Rejects without a connection. */
  run: RunSql
  /** Ends the connection after the statements that are waiting. */
  close(): Promise<void>
}

/**
 * A dedicated connection for LISTEN and NOTIFY that is re-established when it breaks. Calls `onConnect` with each new
 * connection, which counts as connected when the returned promise resolves. LISTEN belongs to a session of PostgreSQL, so
 * `url` must not lead through a transaction pooler.
 */
export function openLiveConnection(
  url: string,
  handlers: {
    onConnect: (run: RunSql) => Promise<void>
    onConnected: () => void
    onNotification: (channel: string, payload: string) => void
  },
): LiveConnection {
  let connected: { run: RunSql } | null = null
  /** The connection that is connected or being established. */
  let current: { client: pg.Client; run: RunSql } | null = null
  let closed = false

  async function connect(): Promise<void> {
    if (closed) return
    const client = new pg.Client({
      connectionString: url,
      application_name: 'porchlight live',
      keepAlive: true,
      connectionTimeoutMillis: answerTimeoutMs,
      query_timeout: answerTimeoutMs,
    })
    let lost = false
    let heartbeat: NodeJS.Timeout | undefined
    // A broken connection emits 'error', emits 'end' and rejects the query in flight: only the first of them reconnects.
    const reconnect = () => {
      if (lost) return
      lost = true
      if (connected === own) connected = null
      clearInterval(heartbeat)
      client.removeAllListeners('end')
      streamOf(client).destroy()
      if (!closed) setTimeout(() => void connect(), reconnectMs).unref()
    }
    const own = { client, run: runInOrder(client, reconnect) }
    current = own
    client.on('error', reconnect)
    client.on('notification', ({ channel, payload }) => handlers.onNotification(channel, payload ?? ''))
    try {
      await client.connect()
      client.on('end', reconnect)
      await handlers.onConnect(own.run)
      if (lost || closed) return
      connected = own
      heartbeat = setInterval(() => void own.run('select 1').catch(reconnect), heartbeatMs)
      heartbeat.unref()
      handlers.onConnected()
    } catch (error) {
      if (!closed) reportErrorAt('live connection')(error)
      reconnect()
    }
  }

  void connect()

  return {
    isConnected: () => connected !== null,
    run: (sql, parameters) =>
      connected ? connected.run(sql, parameters) : Promise.reject(new Error('The live connection is lost')),
    async close() {
      closed = true
      const wasConnected = connected !== null
      connected = null
      if (!current) return
      const { client, run } = current
      const closeTimer = setTimeout(() => streamOf(client).destroy(), answerTimeoutMs)
      if (wasConnected) await run('select 1').catch(() => undefined)
      await client.end().finally(() => clearTimeout(closeTimer))
    },
  }
}

/** Sends each statement after the one before was answered, because the driver no longer queues statements itself. */
function runInOrder(client: pg.Client, onLoss: () => void): RunSql {
  let last: Promise<unknown> = Promise.resolve()
  return <Row>(sql: string | readonly string[], parameters?: unknown[]) => {
    const result = last.then(async () => {
      let rows: Row[] = []
      for (const text of [sql].flat()) {
        const results = [await client.query(text, parameters)].flat() as pg.QueryResult[]
        rows = (results.findLast(({ fields }) => fields?.length > 0)?.rows as Row[] | undefined) ?? rows
      }
      return rows
    })
    last = result.catch(async (error: unknown) => {
      // After a time limit or a broken connection, the driver would still wait for the answer.
      if (!(error instanceof pg.DatabaseError)) onLoss()
      // The texts of an array are one transaction.
      else if (Array.isArray(sql)) await client.query('rollback').catch(onLoss)
    })
    return result
  }
}
