import { queryRows } from '../../database/connection.ts'
import { queryReachable } from '../../database/tenantByTenant.ts'
import type { WriteContext } from '../../log/transact.ts'

/** How long the activity log names deleted properties. */
const keptMs = 90 * 24 * 60 * 60_000
const batchSize = 10_000

/**
 * Deletes the addresses of all tenants whose properties were deleted more than 90 days ago; while a node is missing, those of the
 * tenants on the others. Returns their number.
 */
export async function deleteOldAddresses({ database, now }: Pick<WriteContext, 'database' | 'now'>): Promise<number> {
  const before = new Date(now().getTime() - keptMs)
  let count = 0
  for (;;) {
    const old = await queryReachable<{ tenantId: string; ids: string[] }>(
      database,
      `select tenant_id as "tenantId", array_agg(property_id) as ids from
         (select a.tenant_id, a.property_id from deleted_addresses a where a.tenant_id = :tenant and a.deleted_at < $1
          order by a.deleted_at limit ${batchSize}) d
       group by tenant_id`,
      [before],
    )
    if (old.length === 0) return count
    for (const { tenantId, ids } of old) {
      count += ids.length
      await database.within({ tenantId }, (em) =>
        queryRows(em, 'delete from deleted_addresses where tenant_id = $1 and property_id = any($2::uuid[])', [
          tenantId,
          ids,
        ]),
      )
    }
  }
}
