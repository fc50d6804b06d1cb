import { expect } from 'vitest'
import { retryAfterDeadlock } from '../../api/database/connection.ts'
import { createTestDatabase, isCluster, type TestDatabase } from './database.ts'
import { withClient } from './databaseNodes.ts'
import { startServer, type TestServer } from './server.ts'

export interface ServerOnDatabase {
  server: TestServer
  /** Its `close` leaves the servers to the next file, or stops them and drops the database if they belong to this file alone. */
  database: TestDatabase
  /** Another process on the same database. */
  takeSecond(): Promise<TestServer>
}

interface SharedServer {
  server: TestServer
  database: TestDatabase
  /** Another process, which runs no jobs, so that their output is that of the first. It is started when a file needs it. */
  second: Promise<TestServer> | null
  /** The file that uses it. */
  usedBy: string | null
}

/** What more than one file needs, and none minds. */
export const sharedSettings = { TRUSTED_PROXIES: '1', WEBHOOK_ALLOW_LOOPBACK: 'on', SIGNUP: 'open' }

let shared: Promise<SharedServer> | null = null

/**
 * A server with an empty database. The files of a worker share one, one after the other: it is started for the first, and ends with
 * the worker. A file that takes a second one at the same time, and every file on a cluster, gets a server of its own.
 */
export async function takeServer(): Promise<ServerOnDatabase> {
  const file = expect.getState().testPath!
  if ((await isCluster()) || (await shared)?.usedBy === file) return startOwnServer(sharedSettings)
  const known = shared !== null
  shared ??= startShared()
  const current = await shared
  current.usedBy = file
  if (known) await retryAfterDeadlock(() => emptyDatabase(current.database.ownerUrl))
  const close = async () => {
    current.usedBy = null
  }
  const takeSecond = async () => {
    const { ownerUrl: databaseUrl } = current.database
    current.second ??= startServer({ databaseUrl, env: { ...sharedSettings, JOB_CONCURRENCY: '0' } })
    return withOutputFrom(await current.second)
  }
  return { database: { ...current.database, close }, server: withOutputFrom(current.server), takeSecond }
}

/** A server of this file alone. */
export async function startOwnServer(env?: Record<string, string>): Promise<ServerOnDatabase> {
  const database = await createTestDatabase()
  const server = await startServer({ databaseUrl: database.ownerUrl, env })
  const servers = [server]
  const close = async () => {
    await Promise.all(servers.map((one) => one.stop()))
    await database.close()
  }
  const takeSecond = async () => {
    servers.push(await startServer({ databaseUrl: database.ownerUrl, env }))
    return servers.at(-1)!
  }
  return { database: { ...database, close }, server, takeSecond }
}

async function startShared(): Promise<SharedServer> {
  const database = await createTestDatabase()
  const server = await startServer({ databaseUrl: database.ownerUrl, env: sharedSettings })
  await keepInitialRows(database.ownerUrl)
  return { database, server, second: null, usedBy: null }
}

/** The server, of which only the output from now on is seen. It ends with its worker. */
function withOutputFrom(server: TestServer): TestServer {
  const before = server.output().length
  const refuse = () => Promise.reject(new Error('Other files use this server too. Take one of your own to stop it.'))
  return { ...server, output: () => server.output().slice(before), closeOutput: refuse, stop: refuse, kill: refuse }
}

const listTables = `select relname as name, format('%I.%I', nspname, relname) as path
  from pg_class join pg_namespace n on n.oid = relnamespace
  where relkind in ('r', 'p') and not relispartition and nspname = 'public'`

/** Copies the rows of a new database to the schema `initial`. */
async function keepInitialRows(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, (client) =>
    client.query(`do $$ declare t record; has_rows bool; begin
      create schema initial;
      for t in ${listTables} loop
        execute format('select exists (select from %s)', t.path) into has_rows;
        if has_rows then execute format('create table initial.%I as table %s', t.name, t.path); end if;
      end loop;
    end $$`),
  )
}

/**
 * Deletes what a file left behind, without triggers, which protect the log. Then only the rows of a new database are left. The work of the
 * server in the background may lock the same rows in another order.
 */
async function emptyDatabase(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, (client) =>
    client.query(`do $$ declare t record; begin
      set local session_replication_role = replica;
      for t in ${listTables} loop
        execute format('delete from %s', t.path);
        if to_regclass(format('initial.%I', t.name)) is not null then
          execute format('insert into %s overriding system value select * from initial.%I', t.path, t.name);
        end if;
      end loop;
    end $$`),
  )
}
