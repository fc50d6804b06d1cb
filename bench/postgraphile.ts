import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { missingPackages } from '../scripts/install.mjs'
import type { TestEnvironment } from '../tests/support/testEnvironment.ts'
import { type Program, startProgram } from './startProgram.ts'

const folder = fileURLToPath(new URL('postgraphile', import.meta.url))

/**
 * Starts PostGraphile on a new database that has the tables of `postgraphile/<schema>.sql`, after `fill` has filled them.
 * Its packages are not the project's: they are installed in their own folder when they are missing.
 */
export async function startPostGraphile(
  environment: TestEnvironment,
  schema: 'append' | 'list',
  fill: (client: pg.Client) => Promise<void> = async () => {},
): Promise<Program & { databaseUrl: string }> {
  installPackages()
  const databaseUrl = await environment.newEmptyDatabase(`postgraphile_${schema}`)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(readFileSync(`${folder}/${schema}.sql`, 'utf8'))
  await fill(client)
  await client.query('vacuum analyze')
  await client.end()
  return { ...(await startProgram(environment, 'postgraphile/server.mjs', [databaseUrl])), databaseUrl }
}

function installPackages(): void {
  if (missingPackages(folder) === null) return
  process.stderr.write('Installing PostGraphile in bench/postgraphile …\n')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(npm, ['ci', '--no-progress', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0)
    throw new Error('Installing the packages of bench/postgraphile failed. The output above shows the reason.')
}
