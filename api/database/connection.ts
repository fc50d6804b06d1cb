import { IsolationLevel, MikroORM, type EntityManager } from '@mikro-orm/postgresql'
import { CompiledQuery } from 'kysely'
import { Unavailable } from '../domain/errors.ts'
import { reportFault } from '../domain/faults.ts'
import { isStoredUuid } from '../domain/ids.ts'
import { platformTenantId } from '../events/catalog.ts'
import { ConnectionPool, type PoolOptions } from './connectionPool.ts'
import { positionSql } from './logPosition.ts'
import { NodeChecks } from './nodeChecks.ts'
import { PipelinedDialect, type PipelinedConnection, type ScopeSql } from './pipelinedConnection.ts'
import { retry } from './retry.ts'
import { TenantNodes, type NodeAddress } from './tenantNodes.ts'

export type { EntityManager }

/** The rows that a transaction can access: those of one tenant, or all (to look up accounts and compare tenants). */
export type Scope = { tenantId: string } | 'platform'

/**
 * The rights of a transaction: those of a scope, to read public records (parcels and map tiles), or to sign in and look up
 * sessions.
 */
export type DatabaseScope = Scope | 'public' | 'accounts'

export interface TransactionOptions {
  /**
   * The tenant whose log a transaction with another scope writes: it runs on the node of a distributed database that holds the
   * log.
   */
  logTenantId?: string
  /** The transaction only reads, and every statement reads the same snapshot. */
  inSnapshot?: boolean
}

/** The application's connections. Every method throws `Unavailable` if the database cannot be reached. */
export interface Database {
  /**
   * Runs `work` in one transaction in which row-level security restricts all statements to `scope`. Commits if `work`
   * resolves and rolls back if it rejects.
   */
  within<T>(scope: DatabaseScope, work: (em: EntityManager) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Runs one statement in its own transaction, in one round trip, for statements that run many times a second. `onSend` is
   * called after a connection was acquired, just before the statement is sent.
   */
  query<T>(scope: DatabaseScope, sql: string, parameters?: readonly unknown[], onSend?: () => void): Promise<T[]>
  /**
   * Runs one statement without a scope, as a transaction of its own, in one round trip: for a call of a database function
   * that limits itself to the tenant.
   */
  call<T>(tenantId: string, sql: string, parameters: readonly unknown[]): Promise<T[]>
  /** Changes the scope for the rest of the transaction of `em`. */
  setScope(em: EntityManager, scope: DatabaseScope): Promise<void>
  /**
   * Runs `work` while every node of a distributed database, except that of the tenant, holds a transaction with the platform
   * scope in which `prepare` resolved: for a lock that `work` holds on its own node. One PostgreSQL has no other nodes.
   */
  holdOnOtherNodes<T>(
    tenantId: string,
    prepare: (em: EntityManager) => Promise<void>,
    work: () => Promise<T>,
  ): Promise<T>
  /** The nodes of a distributed database that did not answer lately, as `host:port`. Never waits for one. */
  missingNodes(): string[]
  /**
   * The scopes that read together what `scope` can. In a distributed database, which refuses some statements over several nodes, those of
   * each tenant and of the platform's log take the place of the platform's; otherwise it is the scope itself. With `withoutMissing`, those
   * on the nodes of `missingNodes` are left out.
   */
  scopesOf(scope: Scope, options?: { withoutMissing?: boolean }): Promise<Scope[]>
  /** Resolves when PostgreSQL has ended every session of the pool. */
  close(): Promise<void>
}

/** The connections to one node: a pool, and what begins transactions on it. */
interface Node {
  pool: ConnectionPool
  orm: MikroORM
}

async function openNode(url: string, options: PoolOptions): Promise<Node> {
  const pool = new ConnectionPool(url, options)
  const orm = await MikroORM.init({
    clientUrl: url,
    driverOptions: () => new PipelinedDialect(pool),
    discovery: { warnWhenNoEntities: false },
  })
  return { pool, orm }
}

/** Not of the transaction that surrounds the call, which may be on another node. */
const forkOf = ({ em }: MikroORM): MikroORM['em'] => em.fork({ disableContextResolution: true })

async function closeNode({ pool, orm }: Node): Promise<void> {
  await orm.close(true)
  await pool.close()
}

async function withConnection<T>({ pool }: Node, work: (connection: PipelinedConnection) => Promise<T>): Promise<T> {
  const connection = await pool.acquire()
  try {
    return await work(connection)
  } finally {
    pool.release(connection)
  }
}

/**
 * Connects as the application's login role (`appUrl`), which has no privileges until a scope is set. In a distributed
 * database, `url` is that of the coordinator, and the transactions of a tenant run on the node that holds its rows, whose
 * database has the same name and roles.
 */
export async function connect(url: string, options: PoolOptions): Promise<Database> {
  const coordinator = await openNode(url, options)
  const workers = new Map<string, Promise<Node>>()
  const tenantNodes = new TenantNodes((sql, parameters) =>
    withConnection(coordinator, (connection) => connection.query(sql, parameters)),
  )
  const open = async (address: NodeAddress | null): Promise<Node> => {
    if (!address) return coordinator
    const nodeUrl = new URL(url)
    nodeUrl.hostname = address.host
    nodeUrl.port = String(address.port)
    // A pooler of the coordinator's sessions is not in between.
    const node = workers.get(nodeUrl.host) ?? openNode(nodeUrl.toString(), { ...options, directUrl: null })
    workers.set(nodeUrl.host, node)
    return node
  }
  /** Runs `work` with the connections to the node of the tenant, or to the coordinator. */
  const onNodeOf = <T>(tenantId: string | null, work: (node: Node, scope: ToScopeSql) => Promise<T>) =>
    mapDatabaseFailures(async () => {
      const isDistributed = await tenantNodes.isDistributed()
      if (!isDistributed) return work(coordinator, scopeSql)
      try {
        return await work(await open(tenantId === null ? null : await tenantNodes.nodeOf(tenantId)), scopeSqlOfNode)
      } catch (error) {
        // The tenant may have moved.
        tenantNodes.expire()
        throw error
      }
    })
  const nodeChecks = new NodeChecks(
    () => tenantNodes.all(),
    async (address) => withConnection(await open(address), (connection) => connection.query('select 1', [])),
  )
  const setScope = async (em: EntityManager, scope: DatabaseScope) => {
    const toSql = (await tenantNodes.isDistributed()) ? scopeSqlOfNode : scopeSql
    await em
      .getKysely()
      .getExecutor()
      .provideConnection((connection) => (connection as PipelinedConnection).setScope(toSql(scope), tenantOf(scope)))
  }
  const within: Database['within'] = (scope, work, { logTenantId = null, inSnapshot = false } = {}) =>
    onNodeOf(typeof scope === 'string' ? logTenantId : scope.tenantId, ({ orm }) =>
      forkOf(orm).transactional(
        async (em) => {
          await setScope(em, scope)
          return work(em)
        },
        inSnapshot ? { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true } : {},
      ),
    )
  return {
    within,
    query: (scope, sql, parameters = [], onSend) =>
      retryAfterDeadlock(() =>
        onNodeOf(typeof scope === 'string' ? null : scope.tenantId, (node, toSql) =>
          withConnection(node, (connection) => {
            onSend?.()
            return connection.queryInOwnTransaction(toSql(scope), sql, parameters, tenantOf(scope))
          }),
        ),
      ),
    call: (tenantId, sql, parameters) =>
      retryAfterDeadlock(() =>
        onNodeOf(tenantId, (node) => withConnection(node, (connection) => connection.query(sql, parameters))),
      ),
    setScope,
    async holdOnOtherNodes(tenantId, prepare, work) {
      const own = await tenantNodes.nodeOf(tenantId)
      const others = (await tenantNodes.all()).filter((node) => node?.host !== own?.host || node?.port !== own?.port)
      const hold = async ([next, ...rest]: (NodeAddress | null)[]): ReturnType<typeof work> => {
        if (next === undefined) return work()
        const { orm } = await open(next)
        return forkOf(orm).transactional(async (em) => {
          await setScope(em, 'platform')
          await prepare(em)
          return hold(rest)
        })
      }
      return mapDatabaseFailures(() => hold(others))
    },
    missingNodes: () => nodeChecks.missing(),
    async scopesOf(scope, { withoutMissing = false } = {}) {
      if (scope !== 'platform' || !(await mapDatabaseFailures(() => tenantNodes.isDistributed()))) return [scope]
      const rows = await within('platform', (em) => queryRows<{ id: string }>(em, 'select id from tenants order by id'))
      const scopes = [platformTenantId, ...rows.map(({ id }) => id)].map((tenantId) => ({ tenantId }))
      const missing = withoutMissing ? nodeChecks.missing() : []
      if (missing.length === 0) return scopes
      const found: Scope[] = []
      // One after the other: the first look-up of a tenant is a query.
      for (const one of scopes) {
        const node = await mapDatabaseFailures(() => tenantNodes.nodeOf(one.tenantId))
        if (!node || !missing.includes(`${node.host}:${node.port}`)) found.push(one)
      }
      return found
    },
    async close() {
      await closeNode(coordinator)
      for (const node of workers.values()) await closeNode(await node)
    },
  }
}

/** Errors of PostgreSQL at a time limit or in a deadlock, by SQLSTATE. The transaction was rolled back. */
const timeouts = {
  57014: { limit: 'statement', message: 'The database took too long to answer. Try again in a moment.' },
  '55P03': { limit: 'lock', message: 'Another change is in progress. Try again in a moment.' },
  '40P01': { limit: 'deadlock', message: 'Another change is in progress. Try again in a moment.' },
  '25P03': { limit: 'idle_in_transaction', message: 'The change took too long to complete. Try again.' },
} as const

async function mapDatabaseFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const timeout = timeouts[sqlStateOf(error) as keyof typeof timeouts]
    if (timeout) {
      reportFault({ type: 'timeout', limit: timeout.limit })
      throw new Unavailable(timeout.message, { cause: error })
    }
    if (sqlStateOf(error) === '53100')
      throw new Unavailable(
        'The disk of the database is full, so nothing more can be saved. Whoever runs this server has to free space on it.',
        { cause: error },
      )
    if (sqlStateOf(error).startsWith('28')) reportFault({ type: 'sign_in_refused', sqlState: sqlStateOf(error) })
    if (isConnectionLoss(error)) throw new Unavailable('The database cannot be reached. Try again in a moment.')
    // The stack of PostgreSQL's errors ends where the message was read. Those who wait for the statement are added.
    if (error instanceof Error && sqlStateOf(error)) error.stack += new Error().stack!.replace(/^[^\n]*/, '')
    throw error
  }
}

/** How often a transaction is tried that PostgreSQL ends in a deadlock. */
const deadlockAttempts = 3

/**
 * Calls `attempt` again if PostgreSQL ended its transaction in a deadlock, three times in all. The engine of a distributed database also
 * suspects deadlocks where there are none. `attempt` must change nothing but the database, where everything it did was rolled back.
 */
export const retryAfterDeadlock = <T>(attempt: () => Promise<T>): Promise<T> =>
  retry(attempt, { attempts: deadlockAttempts, canRetry: isDeadlock })

export const isDeadlock = (error: unknown): boolean => sqlStateOf(error) === '40P01'

/** The tenant of `bindTenant`. */
const tenantOf = (scope: DatabaseScope) =>
  scope === 'platform' ? null : typeof scope === 'string' ? undefined : scope.tenantId

type ToScopeSql = (scope: DatabaseScope) => ScopeSql

const scopeSql: ToScopeSql = (scope) =>
  typeof scope === 'string'
    ? [`set local role porchlight_${scope}`]
    : [[`set local role porchlight_tenant; ${tenantSql(scope)}`, ...positionSql(scope.tenantId)].join('; ')]

/**
 * The same on a node of a distributed database, whose engine passes the text of a SET LOCAL on to other nodes. They refuse a
 * role, as they get a connection of the role itself; the tenant must reach them.
 */
const scopeSqlOfNode: ToScopeSql = (scope) => {
  const role = `select set_config('role', 'porchlight_${typeof scope === 'string' ? scope : 'tenant'}', true)`
  return typeof scope === 'string' ? [role] : [role, tenantSql(scope), ...positionSql(scope.tenantId)]
}

/** SET LOCAL does not accept parameters, so the id must be checked before it becomes part of the SQL. */
function tenantSql({ tenantId }: { tenantId: string }): string {
  if (!isStoredUuid(tenantId)) throw new Error('The tenant id of a scope must be a UUID')
  return `set local app.tenant_id = '${tenantId}'`
}

/**
 * Runs SQL with the parameters $1, $2, … in the transaction of `em` and returns its rows. Each table with rows of tenants needs the
 * condition `l.tenant_id = :tenant`, or an equality with the `tenant_id` of a table in the same subquery that has it. See `bindTenant`.
 */
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

/** How the engine of a distributed database says that a node cannot reach another. Some of these have the code of an internal error. */
const nodeLosses = [
  'connection to the remote node',
  'connection establishment for node',
  'failure on connection marked as essential',
  'could not connect to any active placements',
  'could not find any healthy placement',
  'cannot recover from multiple connection failures',
]

/** Whether another node of a distributed database could not be reached. */
export const isNodeLoss = (error: unknown): boolean => hasMessage(error, nodeLosses)

const connectionLosses = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  ...nodeLosses,
]

/** Whether the error or one of its causes has one of these parts in its message. */
function hasMessage(error: unknown, parts: string[]): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (parts.some((part) => (cause as Error).message.includes(part))) return true
  return false
}

/**
 * Whether PostgreSQL or a node that the statement needs cannot be reached, refuses the sign-in of the process, is starting or stopping, or
 * has no disk space, memory or connections left: classes 08, 28, 53 and 57P, and socket errors.
 */
export function isConnectionLoss(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as { code?: unknown }).code
    if (typeof code === 'string' && /^(08|28|53\d{3}|57P|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT)/.test(code)) return true
  }
  return hasMessage(error, connectionLosses)
}
