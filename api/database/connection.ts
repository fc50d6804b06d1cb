import { MikroORM, type EntityManager } from '@mikro-orm/postgresql'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { Unavailable } from '../domain/errors.ts'
import { Knock, KnockSession } from '../entities/knock.ts'
import { Lead } from '../entities/lead.ts'
import { Property } from '../entities/property.ts'
import { Session } from '../entities/session.ts'
import { Tenant } from '../entities/tenant.ts'
import { User } from '../entities/user.ts'
import { PoolClient } from './client.ts'

export type { EntityManager }

/** Whose rows a transaction may see: one tenant's, or (to look up accounts and compare tenants) the platform's. */
export type Scope = { tenantId: string } | 'platform'

/** The application's connection to PostgreSQL. */
export interface Database {
  /**
   * Runs `work` in one transaction that can see and change only what `scope` allows, by row-level security.
   * Commits when it resolves and rolls back when it rejects. Throws `Unavailable` when there is no database.
   */
  within<T>(scope: Scope, work: (em: EntityManager) => Promise<T>): Promise<T>
  /**
   * One question in a transaction of its own, in one round trip: for what is asked many times a second. `sending` is called
   * when it is about to be sent. Throws as `within` does.
   */
  query<T>(scope: Scope, sql: string, parameters?: readonly unknown[], onSend?: () => void): Promise<T[]>
  /** Changes what the rest of the transaction of `em` may see and change. */
  setScope(em: EntityManager, scope: Scope): Promise<void>
  close(): Promise<void>
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Connects as the application's login role (`appUrl`), which has no rights until a scope is set. */
export async function connect(url: string, options: { poolSize: number }): Promise<Database> {
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [Tenant, User, Session, Property, Lead, Knock, KnockSession],
    pool: { min: 0, max: options.poolSize },
    // Named, so that a reader of pg_stat_activity knows whose connections these are.
    // And pg's own reading of types: rows of written SQL hold dates, not texts.
    driverOptions: {
      ...{ application_name: 'porchlight', connectionTimeoutMillis: 5_000, types: pg.types },
      ...{ Client: PoolClient, pipeline: true },
    },
    discovery: { warnWhenNoEntities: false },
  })
  const pool: pg.Pool = await orm.em.getConnection().getNativeClient()
  releaseDeadClients(pool)
  return {
    within(scope, work) {
      const em = orm.em.fork()
      return mapConnectionLoss(() =>
        em.transactional(async (inner) => {
          await inner.execute(scopeSql(scope))
          return work(inner)
        }),
      )
    },
    query(scope, sql, parameters = [], onSend) {
      return mapConnectionLoss(async () => {
        const client = (await pool.connect()) as pg.PoolClient & PoolClient
        try {
          onSend?.()
          return await client.queryInOwnTransaction(scopeSql(scope), sql, parameters)
        } finally {
          client.release()
        }
      })
    },
    async setScope(em, scope) {
      await em.execute(scopeSql(scope))
    },
    close: () => orm.close(true),
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
 * Gives a connection that PostgreSQL closed back to the pool. A transaction whose ROLLBACK fails never does, so each
 * restart of PostgreSQL would take one from the pool for good.
 */
function releaseDeadClients(pool: pg.Pool): void {
  pool.on('connect', (client: pg.PoolClient) =>
    client.on('end', () =>
      setImmediate(() => {
        try {
          client.release(true)
        } catch {
          // It was given back already.
        }
      }),
    ),
  )
}

/** SET LOCAL takes no parameters, so the id is checked to be a UUID before it becomes part of the text. */
function scopeSql(scope: Scope): string {
  if (scope === 'platform') return 'set local role porchlight_platform'
  if (!uuidPattern.test(scope.tenantId)) throw new Error('A scope needs a tenant id that is a UUID')
  return `set local role porchlight_tenant; set local app.tenant_id = '${scope.tenantId}'`
}

/** Rows of written SQL with bound parameters ($1, $2, …), in the transaction of `em`. */
export async function queryRows<T>(em: EntityManager, sql: string, parameters: readonly unknown[] = []): Promise<T[]> {
  const result = await em.getKysely<never>().executeQuery(CompiledQuery.raw(sql, parameters as unknown[]))
  return result.rows as T[]
}

/** The SQLSTATE with which PostgreSQL refused a statement; '' for an error that is not its own. */
export function sqlStateOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown }
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code
  }
  return ''
}

/** A value that PostgreSQL does not take: class 22, and rows too large for an index (54000). */
export function isUnstorable(error: unknown): boolean {
  return /^(22|54000)/.test(sqlStateOf(error))
}

/** PostgreSQL is away, starting or stopping: classes 08 and 57P, and refused or broken sockets. */
export function isConnectionLoss(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as { code?: unknown }).code
    if (typeof code === 'string' && /^(08|57P|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT)/.test(code)) return true
    if (
      /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
        cause.message,
      )
    )
      return true
  }
  return false
}
