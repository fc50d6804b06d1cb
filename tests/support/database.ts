import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { migrate } from '../../api/lifecycle/migrate.ts'
import { appUrl } from '../../api/database/roles.ts'

export interface TestDatabase {
  /** Connects as the application does: a login role without privileges of its own. */
  url: string
  /** Connects as the tables' owner and bypasses every policy. */
  ownerUrl: string
  close(): Promise<void>
}

const TEMPLATE = 'porchlight_template'

/** Creates an empty, migrated database. `close` drops it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('databaseServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  await withSuperuser(server, async (client) => {
    await ensureTemplate(client, server)
    await copyTemplate(client, name)
  })
  const ownerUrl = withDatabase(server, name)
  return {
    url: appUrl(ownerUrl),
    ownerUrl,
    close: () =>
      withSuperuser(server, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`)
      }),
  }
}

/** Test files run in parallel: the first creates the template while the others wait on the lock. */
async function ensureTemplate(client: pg.Client, server: string): Promise<void> {
  await client.query(`select pg_advisory_lock(hashtextextended('porchlight test template', 0))`)
  try {
    const existing = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [TEMPLATE])
    if (existing.rowCount === 1) return
    // Drop the remains of a migration that failed in another test file.
    await client.query(`drop database if exists ${TEMPLATE} with (force)`)
    await client.query(`create database ${TEMPLATE}`)
    await migrate(withDatabase(server, TEMPLATE))
    await client.query(`alter database ${TEMPLATE} is_template true`)
  } finally {
    await client.query(`select pg_advisory_unlock(hashtextextended('porchlight test template', 0))`)
  }
}

/** PostgreSQL refuses (55006) while any session is connected to the template, so retry. */
async function copyTemplate(client: pg.Client, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`create database ${name} template ${TEMPLATE}`)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || attempt === 100) throw error
      await sleep(50)
    }
  }
}

async function withSuperuser(server: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function withDatabase(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.toString()
}
