import type { Context } from '../../context.ts'
import { NotFound, Refused, check } from '../../domain/errors.ts'
import { isUuid, parseId } from '../../domain/ids.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import type { LeadStatus, Priority, PropertyType } from '../../domain/enums.ts'
import { transactOnce } from '../../log/clientActions.ts'
import { transactInTenant } from '../../log/transact.ts'
import { changeLeads, deleteLeads, lockLeads, type LeadValues } from '../../records/leadWrites.ts'
import { assertActiveUser } from '../properties/assignableUsers.ts'
import { parseLeadFields } from './leadFields.ts'
import type { LeadWork } from '../../domain/leads/leadFields.ts'
import { findLead, readLead, type LeadView } from './leads.ts'
import { maxSelectedLeads } from './leadCounts.ts'
import { findVisibleLeads, lockAllLeads, maxBatchSize, ownersOf, selectLeadsOfOneTenant } from './leadRows.ts'

/** Status, tag and priority cannot be cleared: null leaves them unchanged. */
export interface LeadChange extends LeadWork {
  status?: LeadStatus | null
  tag?: PropertyType | null
  priority?: Priority | null
}

/**
 * Changes the given fields of a lead. Any status may follow any other (spec §4). Assigning needs a permission of its own.
 * `ifUnchanged` is called with the locked lead and throws if the caller has seen another version of it.
 */
export async function updateLead(
  ctx: Context,
  id: string,
  change: LeadChange,
  ifUnchanged?: (current: LeadView) => void,
): Promise<LeadView> {
  const before = await readLead(ctx, id)
  const { status, tag, priority, ...rest } = change
  const fields = parseLeadFields(rest)
  const owners = ownersOf(before)
  if (status) authorize(ctx.actor, 'lead.changeStatus', owners)
  if (tag) authorize(ctx.actor, 'lead.retag', owners)
  if (priority || Object.keys(fields).length > 0) authorize(ctx.actor, 'lead.edit', owners)
  if (fields.assignedTo !== undefined) authorize(ctx.actor, 'lead.assign')
  await transactInTenant(ctx, before.tenantId, async (transaction) => {
    const [lead] = await lockLeads(
      transaction,
      before.tenantId,
      [before.id],
      tag ? 'for no key update' : 'for key share',
    )
    if (!lead) throw new NotFound('Lead not found')
    ifUnchanged?.((await findLead(transaction.em, lead.id))!)
    const { assignedTo } = fields
    if (assignedTo && assignedTo !== lead.assignedTo) await assertActiveUser(transaction.em, assignedTo)
    const given = { ...(status && { status }), ...(tag && { tag }), ...(priority && { priority }), ...fields }
    await changeLeads(ctx, transaction, before.tenantId, [{ before: lead, change: given }])
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
    authorize(ctx.actor, 'lead.changeStatus', ownersOf(lead))
    await changeLeads(ctx, transaction, tenantId, [{ before: lead, change: { status }, at: occurredAt }])
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
      changed += await transactInTenant(ctx, tenantId, async (transaction) => {
        const locked = await lockLeads(transaction, tenantId, batchIds, 'for no key update')
        return changeLeads(
          ctx,
          transaction,
          tenantId,
          locked.map((before) => ({ before, change: { tag } })),
        )
      })
    }
  }
  return changed
}

/**
 * Sets the status of many leads, all or none, and returns how many changed, each with an event. Throws `NotFound` if the
 * actor may not see one of them, and `Refused` without leads, for more than 1,000, and for leads of several tenants.
 */
export function setLeadStatus(ctx: Context, ids: readonly string[], status: LeadStatus): Promise<number> {
  authorize(ctx.actor, 'lead.changeStatus')
  return changeAll(ctx, ids, { status })
}

/** Sets the priority of many leads, all or none, in the same way as `setLeadStatus`. */
export function setLeadPriority(ctx: Context, ids: readonly string[], priority: Priority): Promise<number> {
  authorize(ctx.actor, 'lead.edit')
  return changeAll(ctx, ids, { priority })
}

/** Locks the leads and changes them in one transaction. Throws as `setLeadStatus` does. */
async function changeAll(ctx: Context, ids: readonly string[], change: LeadValues): Promise<number> {
  const selected = await selectLeadsOfOneTenant(ctx, ids)
  return transactInTenant(ctx, selected.tenantId, async (transaction) => {
    const leads = await lockAllLeads(transaction, selected.tenantId, selected.ids)
    return changeLeads(
      ctx,
      transaction,
      selected.tenantId,
      leads.map((before) => ({ before, change })),
    )
  })
}

/**
 * Deletes a lead. `ifMatch` is called with the locked lead and throws if the caller has seen another version of it.
 */
export async function deleteLead(ctx: Context, id: string, ifMatch?: (current: LeadView) => void): Promise<void> {
  authorize(ctx.actor, 'lead.delete')
  const before = await readLead(ctx, id)
  await transactInTenant(ctx, before.tenantId, async (transaction) => {
    const [lead] = await lockLeads(transaction, before.tenantId, [before.id])
    if (!lead) throw new NotFound('Lead not found')
    ifMatch?.((await findLead(transaction.em, lead.id))!)
    await deleteLeads(transaction, before.tenantId, [lead])
  })
}
