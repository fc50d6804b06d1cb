import pg from 'pg'
import { readConfig } from '../api/config.ts'
import { startEmbedded } from '../api/database/embedded.ts'
import { migrate } from '../api/lifecycle/migrate.ts'
import { UserFacingError } from '../api/domain/errors.ts'
import { describeStartFailure } from '../api/lifecycle/startFailure.ts'
import { InvalidBackupError } from './backup/file.ts'

/**
 * Calls `work` with the owner's URL of the configured database: DATABASE_URL, or the embedded database, which is
 * started for the duration of the call unless it is running. A known failure is printed as one sentence, followed by
 * `afterFailure`, and sets exit code 1.
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
 * Calls `work` with a connection as the owner of the configured database, after migrating it unless `skipMigrations` is
 * set. Sets exit code 1 when `work` returns false.
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
