import { queryReachable } from '../../database/tenantByTenant.ts'
import type { WriteContext } from '../../log/transact.ts'

/** How long the list shows invitations that ended. */
const keptMs = 90 * 24 * 60 * 60_000

/**
 * Deletes the invitations of all tenants that were revoked or expired more than 90 days ago, used up or not; while a node is missing,
 * those of the tenants on the others. The log keeps who came by them.
 */
export async function deleteOldInvitations({ database, now }: Pick<WriteContext, 'database' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - keptMs)
  const old = await queryReachable<{ tenantId: string }>(
    database,
    `select i.tenant_id as "tenantId" from invitations i
     where i.tenant_id = :tenant and least(i.revoked_at, i.expires_at) < $1 group by i.tenant_id`,
    [before],
  )
  for (const { tenantId } of old)
    await database.query(
      { tenantId },
      'delete from invitations where tenant_id = $1 and least(revoked_at, expires_at) < $2',
      [tenantId, before],
    )
}
