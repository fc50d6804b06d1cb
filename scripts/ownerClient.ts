import pg from 'pg'
import { readConfig } from '../api/config.ts'
import { startEmbedded } from '../api/database/embedded.ts'
import { migrate } from '../api/database/migrate.ts'

/**
 * Runs `work` as the owner of the database that the configuration names: DATABASE_URL, else the embedded one,
 * which is used as it runs or started for as long as this takes. It is brought up to date first, unless it is to be left
 * as it is. Ends the process with 1 when `work` answers false.
 */
export async function withOwner(work: (client: pg.Client) => Promise<boolean>, { asItIs = false } = {}): Promise<void> {
  const config = readConfig()
  const embedded = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir })
  try {
    const url = config.databaseUrl ?? embedded!.url
    if (!asItIs) await migrate(url)
    const client = new pg.Client({ connectionString: url, application_name: 'porchlight maintenance' })
    await client.connect()
    try {
      if (!(await work(client))) process.exitCode = 1
    } finally {
      await client.end()
    }
  } finally {
    await embedded?.stop()
  }
}
