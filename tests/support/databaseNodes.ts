import pg from 'pg'
import { type NodeAddress, TenantNodes } from '../../api/database/tenantNodes.ts'

/** The database that is copied for each test file. A run begins by dropping that of an earlier one. */
export const templateName = 'porchlight_template'

/**
 * The URL of every node of the server of a test run, the coordinator first: only the server itself, unless its database is
 * that of a Citus cluster.
 */
export function listNodes(server: string): Promise<string[]> {
  return withClient(server, async (client) => {
    const { rows: catalog } = await client.query(`select to_regclass('pg_catalog.pg_dist_node') as name`)
    if (catalog[0].name === null) return [server]
    const { rows } = await client.query<{ host: string; port: number }>(
      `select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' order by groupid`,
    )
    return rows.map(({ host, port }) => {
      const url = new URL(server)
      url.hostname = host
      url.port = String(port)
      return url.toString()
    })
  })
}

/**
 * A connection to the database of `url` on the node that holds the rows of the tenant: the server of `url` itself, unless that is
 * the coordinator of a cluster. Only there, locks of a test and of the requests in this tenant are seen together.
 */
export async function connectToNodeOf(url: string, tenantId: string): Promise<pg.Client> {
  const nodeUrl = new URL(url)
  const node = await findNodeOf(url, tenantId)
  if (node) Object.assign(nodeUrl, { hostname: node.host, port: String(node.port) })
  const client = new pg.Client({ connectionString: nodeUrl.toString() })
  await client.connect()
  return client
}

/** The node that holds the rows of the tenant; null if it is the server of `url` itself. */
export const findNodeOf = (url: string, tenantId: string): Promise<NodeAddress | null> =>
  withClient(url, (client) =>
    new TenantNodes(async (sql, parameters) => (await client.query(sql, [...parameters])).rows).nodeOf(tenantId),
  )

/** How many sessions of the database wait for a lock. */
export const countWaiting = async (client: pg.Client): Promise<number> =>
  (
    await readSessions(
      client,
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).length

/**
 * The sessions that wait for a lock of a transaction, or behind one that does: of the client's own, unless another session is named.
 * Another one that waits, such as a change of another record that waits for the log, says nothing about the call of a test.
 */
export const listBlocked = (client: pg.Client, holderPid?: number): Promise<number[]> =>
  readSessions(
    client,
    `with recursive blocked as (
       select coalesce($1::int, pg_backend_pid()) as pid
       union
       select activity.pid from blocked join pg_stat_activity as activity on blocked.pid = any(pg_blocking_pids(activity.pid))
       where datname = current_database()
     ) select pid from blocked where pid <> coalesce($1, pg_backend_pid())`,
    [holderPid ?? null],
  )

/** How many sessions {@link listBlocked} lists. */
export const countBlocked = async (client: pg.Client, holderPid?: number): Promise<number> =>
  (await listBlocked(client, holderPid)).length

async function readSessions(client: pg.Client, sql: string, parameters: unknown[] = []): Promise<number[]> {
  // PostgreSQL caches pg_stat_activity until the transaction ends.
  await client.query('select pg_stat_clear_snapshot()')
  return (await client.query<{ pid: number }>(sql, parameters)).rows.map(({ pid }) => pid)
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export function withDatabase(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.toString()
}

/** Drops the database on every node. */
export async function dropDatabase(nodes: string[], name: string): Promise<void> {
  for (const node of nodes)
    await withClient(node, async (client) => {
      const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
      if (rowCount === 0) return
      await client.query(`alter database ${name} is_template false`)
      await client.query(`drop database ${name} with (force)`)
    })
}
