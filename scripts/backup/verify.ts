import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { InvalidBackupError, VerificationRefused } from './invalidBackup.ts'
import { loadBackup } from './load.ts'

const scratchPrefix = 'porchlight_verify_'

/**
 * Restores `file` into a new database on the server at `ownerUrl`, verifies every log there and drops that database, also
 * after a failure. First drops what an interrupted verification left behind. Throws `InvalidBackupError` if the backup has errors, and
 * `VerificationRefused` if the owner may not create databases.
 */
export async function verifyBackup(
  ownerUrl: string,
  file: string,
  { identity, signal }: { identity?: string; signal?: AbortSignal } = {},
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'porchlight backup verification' })
  client.on('error', () => undefined)
  await client.connect()
  const name = `${scratchPrefix}${randomBytes(8).toString('hex')}`
  const drop = () => client.query(`drop database if exists ${name} with (force)`)
  // Dropping the database ends the connections of the restore, which then fails.
  const onAbort = () => void drop().catch(() => undefined)
  try {
    signal?.throwIfAborted()
    await dropLeftovers(client)
    await createDatabase(client, name)
    signal?.addEventListener('abort', onAbort)
    const scratchUrl = new URL(ownerUrl)
    scratchUrl.pathname = `/${name}`
    try {
      const { reports } = await loadBackup(scratchUrl.toString(), file, identity)
      const faulty = reports.filter(({ faults }) => faults.length > 0)
      if (faulty.length > 0)
        throw new InvalidBackupError(
          `The restored log has errors. ${faulty.map(({ tenantId, faults }) => `${tenantId}: ${faults.join('; ')}`).join('. ')}`,
        )
    } finally {
      await drop()
    }
  } finally {
    signal?.removeEventListener('abort', onAbort)
    await client.end()
  }
}

async function createDatabase(client: pg.Client, name: string): Promise<void> {
  try {
    await client.query(`create database ${name} template template0`)
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    const { rows } = await client.query<{ role: string }>('select quote_ident(current_user) as role')
    throw new VerificationRefused(
      `The database owner may not create the database in which a backup is verified. As a superuser, run: alter role ${rows[0]!.role} createdb`,
    )
  }
}

/** Drops the databases of interrupted verifications. One that is in use belongs to a running verification. */
async function dropLeftovers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database d where starts_with(datname, $1) and datdba = current_user::regrole
     and not exists (select from pg_stat_activity a where a.datid = d.oid)`,
    [scratchPrefix],
  )
  for (const { name } of rows) await client.query(`drop database if exists ${pg.escapeIdentifier(name)}`)
}
