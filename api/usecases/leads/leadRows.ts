import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { rowsWithDistinctIds } from '../../database/onlyRow.ts'
import { NotFound, Refused, check } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import type { WriteTransaction } from '../../log/transact.ts'
import { lockLeads, type LockedLead } from '../../records/leadWrites.ts'
import { queryLeads } from './leads.ts'

/** The maximum number of leads in one transaction, which locks the tenant's log and must be short. */
export const maxBatchSize = 1_000

/** `lockLeads` that throws `NotFound` if one of the leads does not exist any more. */
export async function lockAllLeads(
  transaction: WriteTransaction,
  tenantId: string,
  ids: readonly string[],
): Promise<LockedLead[]> {
  const leads = await lockLeads(transaction, tenantId, ids)
  if (leads.length < ids.length) throw new NotFound('Lead not found')
  return leads
}

/**
 * The distinct ids of leads that are changed together, and their tenant. Throws `NotFound` if the actor may not see one of them,
 * and `Refused` without leads, for more than `maxBatchSize`, and for leads of several tenants.
 */
export async function selectLeadsOfOneTenant(
  ctx: Context,
  ids: readonly string[],
): Promise<{ tenantId: string; ids: string[] }> {
  const distinctIds = [...new Set(ids.map((id) => parseId(id, 'Lead')))]
  check(distinctIds.length > 0, 'Please select leads')
  if (distinctIds.length > maxBatchSize)
    throw new Refused(`Choose at most ${maxBatchSize.toLocaleString('en-US')} leads at once.`)
  const visibleLeads = await findVisibleLeads(ctx, distinctIds)
  if (visibleLeads.length < distinctIds.length) throw new NotFound('Lead not found')
  const tenantIds = new Set(visibleLeads.map(({ tenantId }) => tenantId))
  check(tenantIds.size === 1, 'Choose leads of one tenant')
  return { tenantId: visibleLeads[0]!.tenantId, ids: distinctIds }
}

/** The leads with these ids that the actor may see. Throws `Refused` as `rowsWithDistinctIds` does. */
export async function findVisibleLeads(
  ctx: Context,
  ids: string[],
): Promise<readonly { id: string; tenantId: string }[]> {
  const found = await queryLeads(ctx, { ids }, ({ em, where, values }) =>
    queryRows<{ id: string; tenantId: string }>(
      em,
      `select l.id, l.tenant_id as "tenantId" from leads l where ${where.join(' and ')}`,
      values,
    ),
  )
  return rowsWithDistinctIds(found)
}

/** Whose a lead is: a rep may act on the leads that they created and on those that are assigned to them. */
export function ownersOf(lead: { repId: string; assignedTo: string | null | undefined }) {
  return { ownerId: lead.repId, assigneeId: lead.assignedTo ?? null }
}
