import pg from 'pg'
import { readConfig } from '../api/config.ts'
import { startEmbedded } from '../api/database/embedded.ts'
import { migrate } from '../api/lifecycle/migrate.ts'
import { UserFacingError } from '../api/domain/errors.ts'
import { describeStartFailure } from '../api/lifecycle/startFailure.ts'
import { InvalidBackupError } from './backup/file.ts'

/**
 * Runs `work` with where the owner of the configured database connects: DATABASE_URL, else the embedded one, which is used
 * as it runs or started for as long as this takes. A failure that is known is told in a sentence, then `afterFailure`, and the
 * process ends with 1.
 */
export async function withOwnerUrl(work: (ownerUrl: string) => Promise<void>, afterFailure?: string): Promise<void> {
  try {
    const config = readConfig()
    if (config.databaseUrl) return await work(config.databaseUrl)
    const embedded = await startEmbedded({ dataDir: config.dataDir })
    try {
      await work(embedded.url)
    } finally {
      await embedded.stop()
    }
  } catch (error) {
    const known =
      error instanceof InvalidBackupError || error instanceof UserFacingError
        ? error.message
        : describeStartFailure(error)
    if (known === null) throw error
    console.error(known)
    if (afterFailure) console.error(afterFailure)
    process.exitCode = 1
  }
}

/**
 * Runs `work` as the owner of that database, which is brought up to date first unless it is to be left as it is. Ends the
 * process with 1 when `work` answers false.
 */
export function withOwner(
  work: (client: pg.Client) => Promise<boolean>,
  { skipMigrations = false, afterFailure }: { skipMigrations?: boolean; afterFailure?: string } = {},
): Promise<void> {
  return withOwnerUrl(async (url) => {
    if (!skipMigrations) await migrate(url)
    const client = new pg.Client({ connectionString: url, application_name: 'porchlight maintenance' })
    await client.connect()
    try {
      if (!(await work(client))) process.exitCode = 1
    } finally {
      await client.end()
    }
  }, afterFailure)
}
