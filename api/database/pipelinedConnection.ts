import type { Socket } from 'node:net'
import {
  PostgresDialect,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { currentAnswer, type AnswerPosition } from './logPosition.ts'
import { bindTenant } from './parameters.ts'

/** The statements that set a scope. The first can be sent in one text with others; each of the rest is sent alone. */
export type ScopeSql = readonly [string, ...string[]]

const statementNames = new Map<string, string>()

/**
 * Marks SQL to be parsed and planned once per connection instead of on every call. Use it only for statements that run
 * many times a second and have the same best plan for all parameters.
 */
export function prepared(sql: string): string {
  if (!statementNames.has(sql)) statementNames.set(sql, `prepared_${statementNames.size + 1}`)
  return sql
}

/** The socket of a client. */
export function streamOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}

/** The id of the process that a client was told when it connected; a pooler tells one of its own. */
function processIdOf(client: pg.ClientBase): number {
  return (client as unknown as { processID: number }).processID
}

/**
 * A checked-out client of the pool, which must be made with `pipeline: true`. BEGIN and the scope are not sent until the
 * first statement of the transaction, and then in the same round trip.
 */
export class PipelinedConnection implements DatabaseConnection {
  readonly client: pg.PoolClient
  readonly #pooledSettings: string[] | null
  /** Statements to send before the next one: those of one text, and then each of the others alone. */
  #deferred: string[] = []
  #deferredAlone: string[] = []
  #statementsInFlight = 0
  #pooledProcessId: number | null = null
  /** Of the scope; null for that of the platform, and undefined for others. */
  #tenantId: string | null | undefined

  /**
   * `pooledSettings` are set for a connection to a pooler, which gives each transaction another session: what to send at the
   * beginning of each transaction. Statements are not prepared then.
   */
  constructor(client: pg.PoolClient, pooledSettings: string[] | null = null) {
    this.client = client
    this.#pooledSettings = pooledSettings && [...pooledSettings, 'select pg_backend_pid() as process_id']
  }

  /** The PostgreSQL process that runs the transaction; null while a pooler has assigned none. */
  get processId(): number | null {
    return this.#pooledSettings ? this.#pooledProcessId : processIdOf(this.client)
  }

  /** Whether a statement was sent that has no result yet. */
  get isWaiting(): boolean {
    return this.#statementsInFlight > 0
  }

  begin({ isolationLevel, accessMode }: TransactionSettings = {}): void {
    const level = isolationLevel && `isolation level ${isolationLevel}`
    this.#deferred = [['begin', level, accessMode].filter(Boolean).join(' '), ...(this.#pooledSettings ?? [])]
    this.#pooledProcessId = null
    this.#tenantId = undefined
  }

  /**
   * Executes the statements with the first one of the transaction, or at once if that was sent already. The statements after them
   * are for the tenant (`bindTenant`).
   */
  async setScope([first, ...others]: ScopeSql, tenantId?: string | null): Promise<void> {
    this.#tenantId = tenantId
    if (this.#deferred.length === 0) await Promise.all(this.#sendTogether(first, ...others))
    else {
      this.#deferred.push(first)
      this.#deferredAlone = others
    }
  }

  async end(command: 'commit' | 'rollback'): Promise<void> {
    this.#tenantId = undefined
    // PostgreSQL never saw a transaction without a statement.
    if (this.#deferred.splice(0).length === 0) await this.#send(command)
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.#toStatement(sql, parameters)
    const deferred = this.#deferred.splice(0).join('; ')
    // All are sent without waiting: if a deferred statement fails, PostgreSQL rejects the ones after it.
    const result = deferred
      ? (await Promise.all(this.#sendTogether(deferred, ...this.#deferredAlone.splice(0), statement))).at(-1)!
      : await this.#send(statement)
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported.')
  }

  /** Runs one statement, which is its own transaction if none has begun, and returns its rows. */
  async query<T>(sql: string, parameters: readonly unknown[]): Promise<T[]> {
    if (this.#pooledSettings) return this.queryInOwnTransaction(null, sql, parameters)
    return (await this.#send(this.#toStatement(sql, parameters))).rows as T[]
  }

  /** Runs one statement in its own transaction, in one round trip, and returns its rows. */
  async queryInOwnTransaction<T>(
    scopeSql: ScopeSql | null,
    sql: string,
    parameters: readonly unknown[],
    tenantId?: string | null,
  ): Promise<T[]> {
    this.begin()
    const statement = this.#toStatement(sql, parameters, tenantId)
    const [first, ...others] = scopeSql ?? []
    const preamble = [...this.#deferred.splice(0), ...(first === undefined ? [] : [first])].join('; ')
    const results = await Promise.allSettled(this.#sendTogether(preamble, ...others, statement, 'commit'))
    const rows = results.map((result) => {
      if (result.status === 'rejected') throw result.reason
      return result.value.rows as T[]
    })
    return rows.at(-2)!
  }

  /**
   * The same as `client.query(statement)`, which assigns a function to a property of the query. V8 allocates such functions in
   * the old generation, so everything that awaits the result would be kept and copied by the next garbage collections.
   */
  #send(statement: string | pg.QueryConfig): Promise<pg.QueryResult> {
    this.#statementsInFlight += 1
    // The callback runs outside of the request.
    const answer = typeof statement === 'string' ? currentAnswer() : undefined
    return new Promise((resolve, reject) => {
      this.client.query(statement as pg.QueryConfig, (error, result) => {
        this.#statementsInFlight -= 1
        if (error) return reject(error)
        // The results of several statements are an array, which the type does not say.
        if (this.#pooledSettings && Array.isArray(result)) this.#readProcessId(result as pg.QueryResult[])
        if (answer) notePosition(answer, result)
        resolve(result)
      })
    })
  }

  #readProcessId(results: pg.QueryResult[]): void {
    const rows = results.flatMap((result) => result.rows as { process_id?: number }[])
    this.#pooledProcessId = rows.find((row) => row.process_id !== undefined)?.process_id ?? this.#pooledProcessId
  }

  /** Sends the statements in one packet, because each packet costs the operating system as much as a statement. */
  #sendTogether(...statements: (string | pg.QueryConfig)[]): Promise<pg.QueryResult>[] {
    const stream = streamOf(this.client)
    stream.cork()
    try {
      return statements.map((statement) => this.#send(statement))
    } finally {
      stream.uncork()
    }
  }

  #toStatement(sql: string, parameters: readonly unknown[], tenantId = this.#tenantId): pg.QueryConfig {
    const [text, values] = bindTenant(sql, parameters, tenantId)
    const name = this.#pooledSettings ? undefined : statementNames.get(text)
    return { text, values, ...(name && { name }) }
  }
}

/** Notes the result of `positionSql`, if it is among these. */
function notePosition(answer: AnswerPosition, result: pg.QueryResult | pg.QueryResult[]): void {
  for (const { rows } of [result].flat()) {
    const [row] = rows as { log_position?: string }[]
    if (row?.log_position !== undefined) answer.note(Number(row.log_position))
  }
}

/** Where the connections come from. */
export interface ConnectionSource {
  readonly pool: pg.Pool
  acquire(): Promise<PipelinedConnection>
  release(connection: PipelinedConnection): void
}

/** Kysely's dialect for PostgreSQL on pipelined connections. It has no savepoints: transactions are never nested. */
export class PipelinedDialect extends PostgresDialect {
  readonly #source: ConnectionSource

  constructor(source: ConnectionSource) {
    super({ pool: source.pool })
    this.#source = source
  }

  override createDriver(): Driver {
    const source = this.#source
    return {
      init: async () => undefined,
      acquireConnection: () => source.acquire(),
      beginTransaction: async (connection: PipelinedConnection, settings) => connection.begin(settings),
      commitTransaction: (connection: PipelinedConnection) => connection.end('commit'),
      rollbackTransaction: (connection: PipelinedConnection) => connection.end('rollback'),
      releaseConnection: async (connection: PipelinedConnection) => source.release(connection),
      // The pool is shared, and Kysely does not call this for a driver that was never used.
      destroy: async () => undefined,
    }
  }
}
