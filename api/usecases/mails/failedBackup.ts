import type { Config } from '../../config.ts'
import { queryRows } from '../../database/connection.ts'
import { hasNewBackupFailure, takeBackupFailure } from '../../database/failedBackup.ts'
import { platformTenantId } from '../../events/catalog.ts'
import { transact, type WriteContext } from '../../log/transact.ts'
import { addressesOfGlobalAdmins, linkTo, queueMail } from '../../records/mailWrites.ts'

/**
 * Tells global admins by mail that backups have begun to fail. The program that makes them only stores that, because it may run
 * without the settings of the mail server. Without `MAIL_URL`, the failure waits for one.
 */
export async function mailFailedBackup(
  ctx: WriteContext & { config: Pick<Config, 'mail' | 'quotas' | 'publicUrl'> },
): Promise<void> {
  // Most of the time there is none, and a read needs no other node of a distributed database.
  const isNew = () => hasNewBackupFailure((sql, parameters) => ctx.database.query('platform', sql, parameters))
  if (!ctx.config.mail || !(await isNew())) return
  await transact(ctx, { scope: 'platform', logTenantId: platformTenantId }, async (writing) => {
    const failed = await takeBackupFailure((sql, parameters) => queryRows(writing.em, sql, parameters))
    if (!failed) return
    const content = { failure: failed.failure, at: failed.at.toISOString(), url: linkTo(ctx, '/') }
    for (const to of await addressesOfGlobalAdmins(writing.em))
      queueMail(ctx, writing, { kind: 'backup_failed', to, content })
  })
}
