import pg from 'pg'
import { type Config, readConfig } from '../api/config.ts'
import { startEmbedded } from '../api/database/embedded.ts'
import { migrate } from '../api/lifecycle/migrate.ts'
import { UserFacingError } from '../api/domain/errors.ts'
import { describeStartFailure } from '../api/lifecycle/startFailure.ts'
import { InvalidBackupError } from './backup/invalidBackup.ts'

/**
 * Calls `work` with the owner's URL of the configured database: DATABASE_DIRECT_URL, DATABASE_URL, or the embedded database, which is
 * started for the duration of the call unless it is running. A known failure is printed as one sentence, followed by
 * `afterFailure`, and sets exit code 1.
 */
export async function withOwnerUrl(work: (ownerUrl: string) => Promise<void>, afterFailure?: string): Promise<void> {
  try {
    await withConfiguredDatabase(readConfig(), work)
  } catch (error) {
    const known = describeKnownFailure(error)
    if (known === null) throw error
    console.error(known)
    if (afterFailure) console.error(afterFailure)
    process.exitCode = 1
  }
}

/** The same with a given configuration and without handling failures. */
export async function withConfiguredDatabase<T>(
  config: Pick<Config, 'databaseDirectUrl' | 'dataDir'>,
  work: (ownerUrl: string) => Promise<T>,
): Promise<T> {
  if (config.databaseDirectUrl) return await work(config.databaseDirectUrl)
  const embedded = await startEmbedded({ dataDir: config.dataDir })
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}

/** Describes a failure in one sentence; null if it is unknown. */
export function describeKnownFailure(error: unknown): string | null {
  const isKnown = error instanceof InvalidBackupError || error instanceof UserFacingError
  if (isKnown) return error.message
  const { message, where } = error as pg.DatabaseError
  const refused =
    error instanceof pg.DatabaseError ? `PostgreSQL reported: ${message}${where ? ` (${where})` : ''}` : null
  return describeStartFailure(error) ?? refused
}

/**
 * Calls `work` with a connection as the owner of the configured database, or with `superuserUrl` as that user, after migrating it as
 * its owner unless `skipMigrations` is set. `connect` opens another connection. All connections are closed when `work` ends. Sets
 * exit code 1 if it returns false.
 */
export function withOwner(
  work: (client: pg.Client, connect: () => Promise<pg.Client>) => Promise<boolean>,
  {
    skipMigrations = false,
    superuserUrl,
    afterFailure,
  }: { skipMigrations?: boolean; superuserUrl?: string | undefined; afterFailure?: string } = {},
): Promise<void> {
  return withOwnerUrl(async (url) => {
    if (!skipMigrations) await migrate(url)
    const clients: pg.Client[] = []
    const connect = async () => {
      const client = new pg.Client({
        connectionString: superuserUrl ?? url,
        application_name: 'porchlight maintenance',
      })
      await client.connect()
      clients.push(client)
      return client
    }
    try {
      if (!(await work(await connect(), connect))) process.exitCode = 1
    } finally {
      await Promise.all(clients.map((client) => client.end()))
    }
  }, afterFailure)
}
