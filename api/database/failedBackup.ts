import type { BackupFailure } from '../domain/mails/mailTexts.ts'

/** Runs a statement as `porchlight_platform`. */
type Query = <T>(sql: string, parameters: unknown[]) => Promise<T[]>

const key = 'failed backup'

/**
 * Stores the result of a backup, null if nothing failed. The first failure stays until a backup succeeds, so that global admins
 * get one mail for a row of failures.
 */
export async function recordBackupResult(query: Query, failure: BackupFailure | null, at: Date): Promise<void> {
  if (!failure) await query('delete from installation where key = $1', [key])
  else
    await query('insert into installation values ($1, $2) on conflict (key) do nothing', [
      key,
      JSON.stringify({ failure, at: at.toISOString(), mailed: false }),
    ])
}

/** Whether there is a failure that nobody has been told of. */
export async function hasNewBackupFailure(query: Query): Promise<boolean> {
  return (await query(`select from installation where key = $1 and value ->> 'mailed' = 'false'`, [key])).length > 0
}

/** The failure that nobody has been told of yet; it is told from now on. Null if there is none. */
export async function takeBackupFailure(query: Query): Promise<{ failure: BackupFailure; at: Date } | null> {
  const [taken] = await query<{ failure: BackupFailure; at: string }>(
    `update installation set value = value || '{"mailed": true}' where key = $1 and value ->> 'mailed' = 'false'
     returning value ->> 'failure' as failure, value ->> 'at' as at`,
    [key],
  )
  return taken ? { failure: taken.failure, at: new Date(taken.at) } : null
}
