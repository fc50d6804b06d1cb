import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { rowsWithDistinctIds } from '../../database/onlyRow.ts'
import type { LeadStatus, Priority, PropertyType } from '../../domain/enums.ts'
import { NotFound, Refused, check } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import type { WriteTransaction } from '../../log/transact.ts'
import { queryLeads } from './leads.ts'

/** What changes of a lead and their events need. The row is locked until the transaction ends. */
export interface LockedLead {
  id: string
  propertyId: string
  neighborhood: string | null
  city: string | null
  repId: string
  assignedTo: string | null
  stageId: string | null
  tag: PropertyType
  priority: Priority
  status: LeadStatus
  createdAt: Date
  completedAt: Date | null
}

/** The maximum number of leads in one transaction, which locks the tenant's log and must be short. */
export const maxBatchSize = 1_000

/**
 * Locks properties before leads, and both in id order, so that concurrent changes cannot deadlock. A change of tags needs
 * 'for no key update', because it also changes the properties.
 */
export async function lockLeads(
  { em }: WriteTransaction,
  tenantId: string,
  ids: readonly string[],
  propertyLock: 'for key share' | 'for no key update' = 'for key share',
): Promise<LockedLead[]> {
  await queryRows(
    em,
    `select from properties p where p.tenant_id = $2
       and p.id in (select l.property_id from leads l where l.tenant_id = $2 and l.id = any($1::uuid[]))
     order by p.id ${propertyLock}`,
    [ids, tenantId],
  )
  return queryRows<LockedLead>(
    em,
    `select l.id, l.property_id as "propertyId", p.neighborhood, p.city, l.rep_id as "repId", l.assigned_to as "assignedTo",
       l.stage_id as "stageId", l.tag, l.priority, l.status, l.created_at as "createdAt", l.completed_at as "completedAt"
     from leads l join properties p on p.tenant_id = l.tenant_id and p.id = l.property_id
     where l.tenant_id = $2 and l.id = any($1::uuid[]) order by l.id for update of l`,
    [ids, tenantId],
  )
}

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

/** The fields that every event about a lead has. */
export function leadRefOf(lead: LockedLead) {
  return {
    leadId: lead.id,
    propertyId: lead.propertyId,
    repId: lead.repId,
    tag: lead.tag,
    neighborhood: lead.neighborhood,
    city: lead.city,
  }
}

/** Whose a lead is: a rep may act on the leads that they created and on those that are assigned to them. */
export function ownersOf(lead: { repId: string; assignedTo: string | null | undefined }) {
  return { ownerId: lead.repId, assigneeId: lead.assignedTo ?? null }
}
