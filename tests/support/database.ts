import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { inject } from 'vitest'
import { addNodes } from '../../api/lifecycle/clusterNodes.ts'
import { distribute } from '../../api/lifecycle/distribute.ts'
import { migrate } from '../../api/lifecycle/migrate.ts'
import { nodeSettings } from '../../api/lifecycle/tablePlacements.ts'
import { appUrl } from '../../api/database/roles.ts'
import { dropDatabase, listNodes, templateName, withClient, withDatabase } from './databaseNodes.ts'

export interface TestDatabase {
  /** Connects as the application does: a login role without privileges of its own. */
  url: string
  /** Connects as the tables' owner and bypasses every policy. */
  ownerUrl: string
  close(): Promise<void>
}

/** Creates an empty, migrated database, which is distributed if the server is a cluster. `close` drops it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('databaseServer')
  const nodes = await listNodes(server)
  const name = `test_${randomBytes(6).toString('hex')}`
  await withClient(server, (client) => ensureTemplate(client, nodes))
  for (const node of nodes)
    await withClient(node, async (client) => {
      await copyTemplate(client, name)
      // A copy does not have the settings of its template.
      if (nodes.length > 1)
        for (const setting of nodeSettings) await client.query(`alter database ${name} set ${setting}`)
    })
  const ownerUrl = withDatabase(server, name)
  return { url: appUrl(ownerUrl), ownerUrl, close: () => dropDatabase(nodes, name) }
}

/** Creates a database on every node of the cluster, where `makeTables` makes and distributes the tables, as an earlier release does. */
export async function createDatabaseOnNodes(makeTables: (ownerUrl: string) => Promise<unknown>): Promise<TestDatabase> {
  const server = inject('databaseServer')
  const nodes = await listNodes(server)
  const name = `test_${randomBytes(6).toString('hex')}`
  for (const node of nodes) await withClient(node, (client) => client.query(`create database ${name}`))
  await createCluster(nodes.map((node) => withDatabase(node, name)))
  const ownerUrl = withDatabase(server, name)
  await makeTables(ownerUrl)
  return { url: appUrl(ownerUrl), ownerUrl, close: () => dropDatabase(nodes, name) }
}

/** Whether the tests run on a Citus cluster. */
export async function isCluster(): Promise<boolean> {
  return (await listNodes(inject('databaseServer'))).length > 1
}

/** Test files run in parallel: the first creates the template while the others wait on the lock. */
async function ensureTemplate(client: pg.Client, nodes: string[]): Promise<void> {
  await client.query(`select pg_advisory_lock(hashtextextended('porchlight test template', 0))`)
  try {
    const existing = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [
      templateName,
    ])
    if (existing.rowCount === 1) return
    // Drop the remains of a migration that failed in another test file.
    await dropDatabase(nodes, templateName)
    for (const node of nodes) await withClient(node, (other) => other.query(`create database ${templateName}`))
    const template = withDatabase(nodes[0]!, templateName)
    if (nodes.length > 1) await createCluster(nodes.map((node) => withDatabase(node, templateName)))
    await migrate(template)
    if (nodes.length > 1)
      await withClient(template, (other) => distribute(other, { isPlan: false, print: () => undefined }))
    await client.query(`alter database ${templateName} is_template true`)
  } finally {
    await client.query(`select pg_advisory_unlock(hashtextextended('porchlight test template', 0))`)
  }
}

/** Makes a cluster of the databases, of which the first is the coordinator's. */
async function createCluster(databases: string[]): Promise<void> {
  const nodes = databases
    .map((database) => new URL(database))
    .map(({ hostname: host, port }) => ({ host, port: Number(port) }))
  await withClient(databases[0]!, async (client) => {
    await addNodes(client, nodes, { isPlan: false, print: () => undefined })
    // Fewer than the default of 32, because every shard of every table is copied for each test file.
    await client.query(`alter database ${new URL(databases[0]!).pathname.slice(1)} set citus.shard_count = 4`)
  })
}

/** PostgreSQL refuses (55006) while any session is connected to the template, so retry. */
async function copyTemplate(client: pg.Client, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // The engine's own worker stays connected.
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [templateName])
      // Copying the files takes a third of the processor time that logging their pages takes.
      await client.query(`create database ${name} template ${templateName} strategy file_copy`)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || attempt === 100) throw error
      await sleep(50)
    }
  }
}
