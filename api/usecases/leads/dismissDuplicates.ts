import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { check } from '../../domain/errors.ts'
import { authorize } from '../../domain/permissions.ts'
import { transactInTenant } from '../../log/transact.ts'
import { lockAllLeads, selectLeadsOfOneTenant } from './leadRows.ts'

/**
 * Remembers for the tenant that leads are no duplicates of each other, until another lead joins them; or forgets it. Returns the number
 * of leads. Throws `NotFound` for an unknown lead, and `Refused` for a single lead, too many leads, and leads of several tenants.
 */
export async function dismissDuplicates(
  ctx: Context,
  leadIds: readonly string[],
  isDismissed: boolean,
): Promise<number> {
  authorize(ctx.actor, 'lead.merge')
  const { tenantId, ids } = await selectLeadsOfOneTenant(ctx, leadIds)
  check(ids.length > 1, 'Please select at least two leads')
  await transactInTenant(ctx, tenantId, async (transaction) => {
    const { em, record } = transaction
    await lockAllLeads(transaction, tenantId, ids)
    if (isDismissed)
      await queryRows(
        em,
        `insert into dismissed_duplicates (tenant_id, lead_id, dismissal_id)
         select $1, l.id, $3 from leads l where l.tenant_id = $1 and l.id = any($2::uuid[])
         on conflict (tenant_id, lead_id) do update set dismissal_id = excluded.dismissal_id`,
        [tenantId, ids, uuidv7()],
      )
    else
      await queryRows(em, 'delete from dismissed_duplicates where tenant_id = $1 and lead_id = any($2::uuid[])', [
        tenantId,
        ids,
      ])
    record({
      type: isDismissed ? 'DuplicatesDismissed' : 'DuplicatesRestored',
      subjectId: null,
      data: { leadIds: ids },
    })
  })
  return ids.length
}

/** The leads at these properties that were dismissed together with the lead. */
export async function findDismissedWith(em: EntityManager, tenantId: string, leadId: string): Promise<Set<string>> {
  const found = await queryRows<{ id: string }>(
    em,
    `select other.lead_id as id from dismissed_duplicates own
     join dismissed_duplicates other on other.tenant_id = $1 and other.dismissal_id = own.dismissal_id
     where own.tenant_id = $1 and own.lead_id = $2`,
    [tenantId, leadId],
  )
  return new Set(found.map(({ id }) => id))
}
