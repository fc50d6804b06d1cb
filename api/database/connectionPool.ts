import pg from 'pg'
import { Unavailable } from '../domain/errors.ts'
import { reportFault } from '../domain/faults.ts'
import { currentCancellation } from './cancellation.ts'
import { findDeadConnections, sendCancelRequest } from './deadConnections.ts'
import { PipelinedConnection, streamOf, type ConnectionSource } from './pipelinedConnection.ts'
import { typeParsers } from './timestamps.ts'

export interface PoolOptions {
  poolSize: number
  /** The URL of PostgreSQL if the pool connects to a pooler that gives each transaction another session; otherwise null. */
  directUrl?: string | null
  /** Time limits in milliseconds, which PostgreSQL enforces. */
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  idleInTransactionTimeoutMs?: number
  /** How many calls may wait for a connection. */
  maxWaiting?: number
  /** How often the connections are checked. Two checks without a byte, and then the probe, must fit into ten seconds. */
  checkIntervalMs?: number
}

/** How long a call waits for a connection, and a connection for PostgreSQL. */
const connectionTimeoutMs = 4_000
/** PostgreSQL has this long to end the sessions of a closed pool. */
const closeTimeoutMs = 5_000

interface PooledClient {
  ended: Promise<unknown>
  /** Null while nobody uses the client. */
  connection: PipelinedConnection | null
  stopCancellation?: () => void
}

/**
 * The application's connections. A call that finds `maxWaiting` others waiting throws `Unavailable`. Connections on which
 * nothing arrives any more are closed, with an error for the statements that were sent on them.
 */
export class ConnectionPool implements ConnectionSource {
  readonly pool: pg.Pool
  readonly #clients = new Map<pg.PoolClient, PooledClient>()
  readonly #probeConfig: pg.ClientConfig
  /** What a connection to a pooler sends with each transaction. */
  readonly #pooledSettings: string[] | null
  readonly #maxWaiting: number
  readonly #checks: NodeJS.Timeout
  /** The bytes that had arrived at the last check, of connections that wait for an answer. */
  #bytesRead = new Map<PipelinedConnection, { bytes: number; checks: number }>()
  #isProbing = false

  constructor(url: string, options: PoolOptions) {
    const { statementTimeoutMs = 30_000, lockTimeoutMs = 10_000, idleInTransactionTimeoutMs = 5_000 } = options
    this.#maxWaiting = options.maxWaiting ?? 2_000
    const limits = {
      statement_timeout: statementTimeoutMs,
      lock_timeout: lockTimeoutMs,
      idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    }
    const network = {
      connectionTimeoutMillis: connectionTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
    }
    const { directUrl = null } = options
    // Not SET LOCAL, whose text a distributed database passes on to its other nodes with the statements beside it.
    const settings = Object.entries(limits).map(
      ([name, milliseconds]) => `set_config('${name}', '${milliseconds}', true)`,
    )
    this.#pooledSettings = directUrl ? [`select ${settings.join()}`] : null
    this.#probeConfig = { connectionString: directUrl ?? url, ...network, ...limits }
    this.pool = new pg.Pool({
      connectionString: url,
      ...network,
      // Sent when the session starts, which a pooler refuses. SET LOCAL ROLE does not apply the settings of a role.
      ...(directUrl ? {} : limits),
      max: options.poolSize,
      application_name: 'porchlight',
      pipeline: true,
      types: typeParsers,
    })
    // pg also emits 'error' for a lost connection, and an 'error' event without a listener ends the process.
    this.pool.on('error', () => undefined)
    this.pool.on('connect', (client) => this.#track(client))
    this.#checks = setInterval(() => void this.#checkConnections(), options.checkIntervalMs ?? 1_000)
    this.#checks.unref()
  }

  async acquire(): Promise<PipelinedConnection> {
    const cancellation = currentCancellation()
    cancellation?.assertConnected()
    if (this.pool.waitingCount >= this.#maxWaiting) {
      reportFault({ type: 'queue_full', queue: 'connections' })
      throw new Unavailable('Too many requests are waiting for the database. Try again in a moment.')
    }
    const client = await this.pool.connect()
    const connection = new PipelinedConnection(client, this.#pooledSettings)
    const pooled = this.#clients.get(client)!
    pooled.connection = connection
    if (cancellation) pooled.stopCancellation = cancellation.register(() => this.#cancel(client))
    return connection
  }

  release({ client }: PipelinedConnection): void {
    this.#forget(client)
    client.release()
  }

  /** Resolves when PostgreSQL has ended every session, or did not within some seconds. */
  async close(): Promise<void> {
    clearInterval(this.#checks)
    // `pool.end` only asks the clients to disconnect.
    const closing = this.pool.end().then(() => Promise.all([...this.#clients.values()].map(({ ended }) => ended)))
    const timer = setTimeout(() => {
      for (const client of this.#clients.keys()) streamOf(client).destroy()
    }, closeTimeoutMs)
    await closing.finally(() => clearTimeout(timer))
  }

  /**
   * Releases a client when its connection is closed. Kysely does not release a client if its ROLLBACK fails, so each restart
   * of PostgreSQL would otherwise make the pool permanently smaller.
   */
  #track(client: pg.PoolClient): void {
    const ended = new Promise((resolve) => client.once('end', resolve))
    this.#clients.set(client, { ended, connection: null })
    client.on('error', (error) => {
      if ('code' in error && error.code === '25P03') reportFault({ type: 'timeout', limit: 'idle_in_transaction' })
    })
    client.once('end', () => {
      this.#forget(client)
      this.#clients.delete(client)
      setImmediate(() => {
        try {
          client.release(true)
        } catch {
          // Already released.
        }
      })
    })
  }

  /** Ends the use of a client, whose statement is then no longer cancelled. */
  #forget(client: pg.PoolClient): void {
    const pooled = this.#clients.get(client)
    if (!pooled) return
    pooled.stopCancellation?.()
    pooled.stopCancellation = undefined
    pooled.connection = null
  }

  /** Cancels the statement and closes the connection, so that a late cancel request cannot hit the statement of another call. */
  #cancel(client: pg.PoolClient): void {
    sendCancelRequest(client)
    streamOf(client).destroy()
  }

  /** Probes the connections that have waited for an answer since the last two checks without receiving a byte. */
  async #checkConnections(): Promise<void> {
    const previous = this.#bytesRead
    this.#bytesRead = new Map()
    for (const { connection } of this.#clients.values()) {
      if (!connection?.isWaiting) continue
      const bytes = streamOf(connection.client).bytesRead
      const last = previous.get(connection)
      this.#bytesRead.set(connection, { bytes, checks: last?.bytes === bytes ? last.checks + 1 : 0 })
    }
    const silent = this.#silentConnections()
    if (silent.length === 0 || this.#isProbing) return
    this.#isProbing = true
    const isDead = await findDeadConnections(this.#probeConfig)
    this.#isProbing = false
    const isStillSilent = new Set(this.#silentConnections())
    // Without PostgreSQL, connections that fell silent during the probe are dead too, and need no probe of their own.
    const dead = isDead
      ? silent.filter((connection) => isStillSilent.has(connection) && isDead(connection.processId))
      : [...isStillSilent]
    for (const connection of silent) this.#bytesRead.delete(connection)
    if (dead.length > 0) this.#closeDead(dead.map(({ client }) => client))
  }

  #silentConnections(): PipelinedConnection[] {
    return [...this.#bytesRead].flatMap(([connection, { bytes, checks }]) =>
      checks >= 2 && connection.isWaiting && streamOf(connection.client).bytesRead === bytes ? [connection] : [],
    )
  }

  /** Closes the clients, and those that nobody uses: what broke the others may have broken them too. */
  #closeDead(dead: pg.PoolClient[]): void {
    reportFault({ type: 'dead_connections', count: dead.length })
    for (const client of dead) streamOf(client).destroy()
    for (const [client, { connection }] of this.#clients) if (!connection) streamOf(client).destroy()
  }
}
