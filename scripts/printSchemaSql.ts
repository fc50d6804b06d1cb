import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startEmbedded } from '../api/database/embedded.ts'
import { migrate, runMigrations } from '../api/lifecycle/migrate.ts'
import { firstMigrations } from '../migrations/list.ts'
import { schemaSql } from './schemaSql.ts'

// `npm run schema` generates schema.sql from a database of release 0.1 that was upgraded; `--check` only reports whether it is up
// to date.
const file = fileURLToPath(new URL('../schema.sql', import.meta.url))
const dataDir = mkdtempSync(path.join(tmpdir(), 'porchlight-schema-'))
const database = await startEmbedded({ dataDir, settings: { fsync: 'off', full_page_writes: 'off' } })
try {
  await runMigrations(database.url, firstMigrations)
  await migrate(database.url)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const generated = await schemaSql(client)
  await client.end()
  const current = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (!process.argv.includes('--check')) {
    writeFileSync(file, generated)
    console.log(current === generated ? 'schema.sql is up to date.' : 'schema.sql was updated.')
  } else if (current !== generated) {
    console.error('schema.sql is out of date. Run npm run schema and commit the file.')
    process.exitCode = 1
  }
} finally {
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
