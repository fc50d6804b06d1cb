import { MikroORM, type EntityManager } from '@mikro-orm/postgresql'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { Unavailable } from '../domain/errors.ts'
import { isStoredUuid } from '../domain/ids.ts'
import { Knock, KnockSession } from '../entities/knock.ts'
import { Lead } from '../entities/lead.ts'
import { Property } from '../entities/property.ts'
import { Session } from '../entities/session.ts'
import { Tenant } from '../entities/tenant.ts'
import { User } from '../entities/user.ts'
import { PipelinedConnection, PipelinedDialect } from './pipelinedConnection.ts'
import { typeParsers } from './timestamps.ts'

export type { EntityManager }

/** The rows that a transaction can access: those of one tenant, or all (to look up accounts and compare tenants). */
export type Scope = { tenantId: string } | 'platform'

/** The application's connection pool. Every method throws `Unavailable` if the database cannot be reached. */
export interface Database {
  /**
   * Runs `work` in one transaction in which row-level security restricts all statements to `scope`. Commits if `work`
   * resolves and rolls back if it rejects.
   */
  within<T>(scope: Scope, work: (em: EntityManager) => Promise<T>): Promise<T>
  /**
   * Runs one statement in its own transaction, in one round trip, for statements that run many times a second. `onSend` is
   * called after a connection was acquired, just before the statement is sent.
   */
  query<T>(scope: Scope, sql: string, parameters?: readonly unknown[], onSend?: () => void): Promise<T[]>
  /**
   * Runs one statement without a scope, as a transaction of its own, in one round trip: for a call of a database function
   * that limits itself to one tenant.
   */
  call<T>(sql: string, parameters: readonly unknown[]): Promise<T[]>
  /** Changes the scope for the rest of the transaction of `em`. */
  setScope(em: EntityManager, scope: Scope): Promise<void>
  /** Resolves when PostgreSQL has ended every session of the pool. */
  close(): Promise<void>
}

/** Connects as the application's login role (`appUrl`), which has no privileges until a scope is set. */
export async function connect(url: string, options: { poolSize: number }): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize,
    application_name: 'porchlight',
    connectionTimeoutMillis: 5_000,
    pipeline: true,
    types: typeParsers,
  })
  releaseDeadClients(pool)
  const sessionsEnded = trackSessions(pool)
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [Tenant, User, Session, Property, Lead, Knock, KnockSession],
    driverOptions: () => new PipelinedDialect(pool),
    discovery: { warnWhenNoEntities: false },
  })
  const setScope = (em: EntityManager, scope: Scope) =>
    em
      .getKysely()
      .getExecutor()
      .provideConnection((connection) => (connection as PipelinedConnection).setScope(scopeSql(scope)))
  const withConnection = <T>(work: (connection: PipelinedConnection) => Promise<T>) =>
    mapConnectionLoss(async () => {
      const client = await pool.connect()
      try {
        return await work(new PipelinedConnection(client))
      } finally {
        client.release()
      }
    })
  return {
    within(scope, work) {
      const em = orm.em.fork()
      return mapConnectionLoss(() =>
        em.transactional(async (inner) => {
          await setScope(inner, scope)
          return work(inner)
        }),
      )
    },
    query: (scope, sql, parameters = [], onSend) =>
      withConnection((connection) => {
        onSend?.()
        return connection.queryInOwnTransaction(scopeSql(scope), sql, parameters)
      }),
    call: (sql, parameters) => withConnection((connection) => connection.query(sql, parameters)),
    setScope,
    async close() {
      await orm.close(true)
      await pool.end()
      await sessionsEnded()
    },
  }
}

async function mapConnectionLoss<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isConnectionLoss(error) ? new Unavailable('The database cannot be reached. Try again in a moment.') : error
  }
}

/**
 * Releases clients whose connection PostgreSQL closed. Kysely does not release a client if its ROLLBACK fails, so each
 * restart of PostgreSQL would otherwise make the pool permanently smaller.
 */
function releaseDeadClients(pool: pg.Pool): void {
  // pg also emits 'error' for a lost connection, and an 'error' event without a listener ends the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    client.on('end', () =>
      setImmediate(() => {
        try {
          client.release(true)
        } catch {
          // Already released.
        }
      }),
    )
  })
}

/** Returns a function that waits until the pool's clients are disconnected: `pool.end` only asks them to disconnect. */
function trackSessions(pool: pg.Pool): () => Promise<unknown> {
  const sessions = new Map<pg.PoolClient, Promise<unknown>>()
  pool.on('connect', (client) => {
    const ended = new Promise((resolve) => client.once('end', resolve))
    sessions.set(client, ended)
    void ended.then(() => sessions.delete(client))
  })
  return () => Promise.all(sessions.values())
}

/** SET LOCAL does not accept parameters, so the id must be checked before it becomes part of the SQL. */
function scopeSql(scope: Scope): string {
  if (scope === 'platform') return 'set local role porchlight_platform'
  if (!isStoredUuid(scope.tenantId)) throw new Error('The tenant id of a scope must be a UUID')
  return `set local role porchlight_tenant; set local app.tenant_id = '${scope.tenantId}'`
}

/** Runs SQL with the parameters $1, $2, … in the transaction of `em` and returns its rows. */
export async function queryRows<T>(em: EntityManager, sql: string, parameters: readonly unknown[] = []): Promise<T[]> {
  const result = await em.getKysely<never>().executeQuery(CompiledQuery.raw(sql, parameters as unknown[]))
  return result.rows as T[]
}

/** The SQLSTATE of an error that PostgreSQL reported; '' for any other error. */
export function sqlStateOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown }
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code
  }
  return ''
}

/** Whether PostgreSQL rejected a value: class 22, or 54000 for a row too large for an index. */
export function isUnstorable(error: unknown): boolean {
  return /^(22|54000)/.test(sqlStateOf(error))
}

/**
 * Whether PostgreSQL cannot be reached, is starting or stopping, or has no disk space, memory or connections left: classes
 * 08, 53 and 57P, and socket errors.
 */
export function isConnectionLoss(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as { code?: unknown }).code
    if (typeof code === 'string' && /^(08|53\d{3}|57P|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT)/.test(code)) return true
    if (
      /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
        cause.message,
      )
    )
      return true
  }
  return false
}
