import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { NotFound, Refused, check } from '../../domain/errors.ts'
import { isUuid, parseId } from '../../domain/ids.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import type { LeadStatus, Priority, PropertyType } from '../../domain/enums.ts'
import { transactOnce } from '../../log/clientActions.ts'
import { transactInTenant, type WriteTransaction } from '../../log/transact.ts'
import { addTag } from '../properties/propertyTags.ts'
import { queryLeads, findLead, readLead, type LeadView } from './leads.ts'
import { maxSelectedLeads } from './leadCounts.ts'

export interface LeadChange {
  status?: LeadStatus | null
  tag?: PropertyType | null
}

/** What events about a lead contain. The row is locked until the transaction ends. */
interface LockedLead {
  id: string
  propertyId: string
  neighborhood: string | null
  city: string | null
  repId: string
  tag: PropertyType
  priority: Priority
  status: LeadStatus
  createdAt: Date
  completedAt: Date | null
}

/** The maximum number of leads in one transaction, which locks the tenant's log and must be short. */
const maxBatchSize = 1_000

/**
 * Changes the status, the tag or both. Any status may follow any other (spec §4). `ifUnchanged` is called with the
 * locked lead and throws if the caller has seen another version of it.
 */
export async function updateLead(
  ctx: Context,
  id: string,
  change: LeadChange,
  ifUnchanged?: (current: LeadView) => void,
): Promise<LeadView> {
  const before = await readLead(ctx, id)
  if (change.status) authorize(ctx.actor, 'lead.changeStatus', { ownerId: before.repId })
  if (change.tag) authorize(ctx.actor, 'lead.retag', { ownerId: before.repId })
  await transactInTenant(ctx, before.tenantId, async (transaction) => {
    const [lead] = await lockLeads(
      transaction,
      before.tenantId,
      [before.id],
      change.tag ? 'for no key update' : 'for key share',
    )
    if (!lead) throw new NotFound('Lead not found')
    ifUnchanged?.((await findLead(transaction.em, before, lead.id))!)
    if (change.status && change.status !== lead.status)
      await setStatus(ctx, transaction, before.tenantId, [lead], change.status)
    if (change.tag) await setTag(ctx, transaction, before.tenantId, [lead], change.tag)
  })
  return readLead(ctx, id)
}

/**
 * Sets the status of a lead once for each `actionId`, a client-made id. `occurredAt` is when it happened in the field; the
 * change is recorded no earlier than the lead was created. Returns whether it was already done.
 */
export async function changeLeadStatus(
  ctx: Context,
  actionId: string,
  { leadId, status }: { leadId: string; status: LeadStatus },
  occurredAt: Date,
): Promise<{ replayed: boolean }> {
  authorize(ctx.actor, 'lead.changeStatus')
  const id = parseId(leadId, 'Lead')
  const action = { id: actionId, kind: 'status' as const, content: { leadId: id, status } }
  const tenantId = requireTenant(ctx.actor)
  const done = await transactOnce(ctx, tenantId, action, async (transaction) => {
    const [lead] = await lockLeads(transaction, tenantId, [id])
    if (!lead) throw new NotFound('Lead not found')
    authorize(ctx.actor, 'lead.changeStatus', { ownerId: lead.repId })
    const at = new Date(Math.max(occurredAt.getTime(), lead.createdAt.getTime()))
    if (status !== lead.status) await setStatus(ctx, transaction, tenantId, [lead], status, at)
    return lead
  })
  return { replayed: done === null }
}

/**
 * Sets the tag of many leads and returns how many changed. Skips unknown leads and those the actor may not see. Throws
 * `Refused` without leads or a tag, and `NotFound` if all leads are skipped.
 */
export async function retagLeads(
  ctx: Context,
  ids: readonly string[],
  tag: PropertyType | null | undefined,
): Promise<number> {
  authorize(ctx.actor, 'lead.retag')
  check(ids.length > 0 && tag, 'Please select leads and choose a new tag')
  if (ids.length > maxSelectedLeads)
    throw new Refused(`Choose at most ${maxSelectedLeads.toLocaleString('en-US')} leads at once.`)
  const visibleLeads = await findVisibleLeads(ctx, ids.filter(isUuid))
  if (visibleLeads.length === 0) throw new NotFound('Lead not found')
  let changed = 0
  for (const [tenantId, leads] of Map.groupBy(visibleLeads, (lead) => lead.tenantId)) {
    for (let offset = 0; offset < leads.length; offset += maxBatchSize) {
      const batchIds = leads.slice(offset, offset + maxBatchSize).map(({ id }) => id)
      changed += await transactInTenant(ctx, tenantId, async (transaction) =>
        setTag(ctx, transaction, tenantId, await lockLeads(transaction, tenantId, batchIds, 'for no key update'), tag),
      )
    }
  }
  return changed
}

/** The maximum number of leads whose status or priority is set at once. */
export const maxStatusChanges = 1_000

/**
 * Sets the status of many leads, all or none, and returns how many changed, each with an event. Throws `NotFound` if the
 * actor may not see one of them, and `Refused` without leads, for more than `maxStatusChanges`, and for leads of several
 * tenants.
 */
export function setLeadStatus(ctx: Context, ids: readonly string[], status: LeadStatus): Promise<number> {
  authorize(ctx.actor, 'lead.changeStatus')
  return changeAll(ctx, ids, async (transaction, tenantId, leads) => {
    const changed = leads.filter((lead) => lead.status !== status)
    await setStatus(ctx, transaction, tenantId, changed, status)
    return changed.length
  })
}

/** Sets the priority of many leads, all or none, in the same way as `setLeadStatus`. */
export function setLeadPriority(ctx: Context, ids: readonly string[], priority: Priority): Promise<number> {
  authorize(ctx.actor, 'lead.prioritize')
  return changeAll(ctx, ids, async (transaction, tenantId, leads) => {
    const changed = leads.filter((lead) => lead.priority !== priority)
    await setPriority(ctx, transaction, tenantId, changed, priority)
    return changed.length
  })
}

/** Locks the leads and changes them in one transaction. Throws as `setLeadStatus` does. */
async function changeAll(
  ctx: Context,
  ids: readonly string[],
  change: (transaction: WriteTransaction, tenantId: string, leads: LockedLead[]) => Promise<number>,
): Promise<number> {
  const distinctIds = [...new Set(ids.map((id) => parseId(id, 'Lead')))]
  check(distinctIds.length > 0, 'Please select leads')
  if (distinctIds.length > maxStatusChanges)
    throw new Refused(`Choose at most ${maxStatusChanges.toLocaleString('en-US')} leads at once.`)
  const visibleLeads = await findVisibleLeads(ctx, distinctIds)
  if (visibleLeads.length < distinctIds.length) throw new NotFound('Lead not found')
  const tenantIds = new Set(visibleLeads.map(({ tenantId }) => tenantId))
  check(tenantIds.size === 1, 'Choose leads of one tenant')
  const { tenantId } = visibleLeads[0]!
  return transactInTenant(ctx, tenantId, async (transaction) => {
    const leads = await lockLeads(transaction, tenantId, distinctIds)
    if (leads.length < distinctIds.length) throw new NotFound('Lead not found')
    return change(transaction, tenantId, leads)
  })
}

/**
 * Deletes a lead. Its `LeadDeleted` event subtracts it from the hours in which it was counted. `ifMatch` is called with the
 * locked lead and throws if the caller has seen another version of it.
 */
export async function deleteLead(ctx: Context, id: string, ifMatch?: (current: LeadView) => void): Promise<void> {
  authorize(ctx.actor, 'lead.delete')
  const before = await readLead(ctx, id)
  await transactInTenant(ctx, before.tenantId, async (transaction) => {
    const [lead] = await lockLeads(transaction, before.tenantId, [before.id])
    if (!lead) throw new NotFound('Lead not found')
    ifMatch?.((await findLead(transaction.em, before, lead.id))!)
    await queryRows(transaction.em, 'delete from leads where tenant_id = $1 and id = $2', [before.tenantId, lead.id])
    transaction.record({
      type: 'LeadDeleted',
      subjectId: lead.propertyId,
      data: {
        ...leadRefOf(lead),
        countedAt: lead.createdAt.toISOString(),
        convertedAt: lead.completedAt?.toISOString() ?? null,
        status: lead.status,
      },
    })
  })
}

function findVisibleLeads(ctx: Context, ids: string[]): Promise<{ id: string; tenantId: string }[]> {
  return queryLeads(ctx, { ids }, ({ em, where, values }) =>
    queryRows(em, `select l.id, l.tenant_id as "tenantId" from leads l where ${where.join(' and ')}`, values),
  )
}

/**
 * Locks properties before leads, and both in id order, so that concurrent changes cannot deadlock. A change of tags needs
 * 'for no key update', because it also changes the properties.
 */
async function lockLeads(
  { em }: WriteTransaction,
  tenantId: string,
  ids: string[],
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
    `select l.id, l.property_id as "propertyId", p.neighborhood, p.city, l.rep_id as "repId", l.tag, l.priority, l.status,
       l.created_at as "createdAt", l.completed_at as "completedAt"
     from leads l join properties p on p.tenant_id = l.tenant_id and p.id = l.property_id
     where l.tenant_id = $2 and l.id = any($1::uuid[]) order by l.id for update of l`,
    [ids, tenantId],
  )
}

async function setStatus(
  ctx: Context,
  { em, record }: WriteTransaction,
  tenantId: string,
  leads: LockedLead[],
  status: LeadStatus,
  occurredAt = ctx.now(),
): Promise<void> {
  await queryRows(
    em,
    `update leads set status = $2, completed_at = $3, updated_at = $4
     where tenant_id = $5 and id = any($1::uuid[])`,
    [leads.map(({ id }) => id), status, status === 'completed' ? occurredAt : null, ctx.now(), tenantId],
  )
  for (const lead of leads)
    record({
      type: 'LeadStatusChanged',
      occurredAt,
      subjectId: lead.propertyId,
      data: { ...leadRefOf(lead), from: lead.status, to: status, countedAt: lead.completedAt?.toISOString() ?? null },
    })
}

/** Sets the priority of leads that have another, also in the merge values of their letters. */
async function setPriority(
  ctx: Context,
  { em, record }: WriteTransaction,
  tenantId: string,
  leads: LockedLead[],
  priority: Priority,
): Promise<void> {
  await queryRows(
    em,
    `update leads set priority = $2, template_data = template_data || jsonb_build_object('priority', $2::text), updated_at = $3
     where tenant_id = $4 and id = any($1::uuid[])`,
    [leads.map(({ id }) => id), priority, ctx.now(), tenantId],
  )
  for (const lead of leads)
    record({
      type: 'LeadPriorityChanged',
      subjectId: lead.propertyId,
      data: { ...leadRefOf(lead), from: lead.priority, priority },
    })
}

/** Sets the leads' tag and adds it to their properties' tags. Returns how many leads changed. */
async function setTag(
  ctx: Context,
  { em, record }: WriteTransaction,
  tenantId: string,
  leads: LockedLead[],
  tag: PropertyType,
): Promise<number> {
  const changed = leads.filter((lead) => lead.tag !== tag)
  if (changed.length === 0) return 0
  await queryRows(em, 'update leads set tag = $2, updated_at = $3 where tenant_id = $4 and id = any($1::uuid[])', [
    changed.map(({ id }) => id),
    tag,
    ctx.now(),
    tenantId,
  ])
  await addTag(em, tenantId, [...new Set(changed.map(({ propertyId }) => propertyId))], tag)
  for (const lead of changed)
    record({
      type: 'LeadRetagged',
      subjectId: lead.propertyId,
      data: { ...leadRefOf(lead), tag, from: lead.tag, countedAt: lead.createdAt.toISOString() },
    })
  return changed.length
}

function leadRefOf(lead: LockedLead) {
  return {
    leadId: lead.id,
    propertyId: lead.propertyId,
    repId: lead.repId,
    tag: lead.tag,
    neighborhood: lead.neighborhood,
    city: lead.city,
  }
}
