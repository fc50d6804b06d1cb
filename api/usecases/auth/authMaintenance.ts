import { queryRows, type Database } from '../../database/connection.ts'
import { deleteExpiredKeys } from './idempotency.ts'
import { deleteOldPasswordLinks } from './passwordLinks.ts'
import { deleteExpiredSessions } from './sessions.ts'
import { deleteOldAttempts } from './signInLimits.ts'

/** Deletes what has expired: sessions, idempotency keys, failed sign-ins, known devices, links to choose a password, sign-ups of companies. */
export async function deleteExpiredSignIns({ database, now }: { database: Database; now: () => Date }): Promise<void> {
  await database.within('accounts', async (em) => {
    await deleteExpiredSessions(em, now())
    await deleteExpiredKeys(em, now())
    await deleteOldAttempts(em, now())
    await deleteOldPasswordLinks(em, now())
    await queryRows(em, 'delete from sign_in_devices where expires_at <= $1', [now()])
    await queryRows(em, 'delete from company_sign_ups where expires_at <= $1', [now()])
  })
}
