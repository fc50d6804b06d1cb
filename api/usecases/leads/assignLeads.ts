import type { Context } from '../../context.ts'
import { Refused, check } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { transactInTenant, type WriteTransaction } from '../../log/transact.ts'
import { changeLeads, lockLeads, type LockedLead } from '../../records/leadWrites.ts'
import { assertActiveUsers } from '../properties/assignableUsers.ts'
import { listLeadIds, maxSelectedLeads } from './leadCounts.ts'
import { lockAllLeads, maxBatchSize, selectLeadsOfOneTenant } from './leadRows.ts'
import { countLeads } from './leads.ts'
import type { LeadFilter } from './leadFilters.ts'

/** The leads to assign: these, or all that match a filter. Exactly one is given. */
export interface LeadSelection {
  ids?: readonly string[] | null
  filter?: LeadFilter | null
}

/**
 * Assigns leads to a user, or to nobody with null, and returns how many changed, each with an event. Selected ids, at most
 * 1,000, are changed all or none; the leads of a filter, at most 10,000, in batches of 1,000. Throws `NotFound` for an unknown
 * lead, and `Refused` unless the user is an active member of the tenant.
 */
export async function assignLeads(
  ctx: Context,
  { ids, filter }: LeadSelection,
  userId: string | null,
): Promise<number> {
  authorize(ctx.actor, 'lead.assign')
  check(!ids !== !filter, 'Choose either leads or a filter.')
  const assigneeId = userId === null ? null : parseId(userId, 'User')
  if (ids) {
    const selected = await selectLeadsOfOneTenant(ctx, ids)
    return transactInTenant(ctx, selected.tenantId, async (transaction) => {
      const leads = await lockAllLeads(transaction, selected.tenantId, selected.ids)
      return assign(ctx, transaction, selected.tenantId, leads, assigneeId)
    })
  }
  const tenantId = requireTenant(ctx.actor)
  if ((await countLeads(ctx, filter!)) > maxSelectedLeads)
    throw new Refused(
      `At most ${maxSelectedLeads.toLocaleString('en-US')} leads can be assigned at once. Filter further.`,
    )
  const found = await listLeadIds(ctx, filter!)
  let changed = 0
  for (let offset = 0; offset < found.length; offset += maxBatchSize) {
    const batchIds = found.slice(offset, offset + maxBatchSize)
    changed += await transactInTenant(ctx, tenantId, async (transaction) =>
      assign(ctx, transaction, tenantId, await lockLeads(transaction, tenantId, batchIds), assigneeId),
    )
  }
  return changed
}

async function assign(
  ctx: Context,
  transaction: WriteTransaction,
  tenantId: string,
  leads: LockedLead[],
  assigneeId: string | null,
): Promise<number> {
  if (assigneeId) await assertActiveUsers(transaction, [assigneeId])
  return changeLeads(
    ctx,
    transaction,
    tenantId,
    leads.map((before) => ({ before, change: { assignedTo: assigneeId } })),
  )
}
