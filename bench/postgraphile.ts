import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { installYardstick } from './installYardstick.ts'
import type { TestEnvironment } from '../tests/support/testEnvironment.ts'
import { type Program, startProgram } from './startProgram.ts'

const folder = fileURLToPath(new URL('postgraphile', import.meta.url))

/**
 * Starts PostGraphile on a new database that has the tables of `postgraphile/<schema>.sql`, after `fill` has filled them.
 */
export async function startPostGraphile(
  environment: TestEnvironment,
  schema: 'append' | 'list',
  fill: (client: pg.Client) => Promise<void> = async () => {},
): Promise<Program & { databaseUrl: string }> {
  installYardstick('postgraphile')
  const databaseUrl = await environment.newEmptyDatabase(`postgraphile_${schema}`)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(readFileSync(`${folder}/${schema}.sql`, 'utf8'))
  await fill(client)
  await client.query('vacuum analyze')
  await client.end()
  return { ...(await startProgram(environment, 'postgraphile/server.mjs', [databaseUrl])), databaseUrl }
}
