import type { Context } from '../../context.ts'
import { NotFound, Refused, check } from '../../domain/errors.ts'
import { isUuid, parseId } from '../../domain/ids.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import type { LeadStatus, Priority, PropertyType } from '../../domain/enums.ts'
import { transactOnce } from '../../log/clientActions.ts'
import { transactInTenant, type WriteTransaction } from '../../log/transact.ts'
import { changeLeads, deleteLeads, lockLeads, type LeadValues, type LockedLead } from '../../records/leadWrites.ts'
import { assertActiveUsers } from '../properties/assignableUsers.ts'
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
  const given = parseChange(change)
  authorizeChange(ctx, given, ownersOf(before))
  await transactInTenant(ctx, before.tenantId, async (transaction) => {
    const lead = await lockLead(transaction, before.tenantId, before.id, given)
    ifUnchanged?.((await findLead(transaction.em, lead.id))!)
    await changeLocked(ctx, transaction, before.tenantId, lead, given)
  })
  return readLead(ctx, id)
}

/**
 * Changes the given fields of a lead once for each `actionId`, a client-made id, as `updateLead` does: the fields that are not given keep
 * what others have saved meanwhile. `occurredAt` is when it happened in the field; a status is recorded no earlier than the lead was
 * created. Returns whether it was already done.
 */
export async function changeLeadOnce(
  ctx: Context,
  { id: actionId, kind }: { id: string; kind: 'status' | 'leadWork' },
  { leadId, ...change }: LeadChange & { leadId: string },
  occurredAt: Date,
): Promise<{ replayed: boolean }> {
  const given = parseChange(change)
  authorizeChange(ctx, given)
  const id = parseId(leadId, 'Lead')
  const action = { id: actionId, kind, content: { leadId: id, ...given } }
  const tenantId = requireTenant(ctx.actor)
  const done = await transactOnce(ctx, tenantId, action, async (transaction) => {
    const lead = await lockLead(transaction, tenantId, id, given)
    authorizeChange(ctx, given, ownersOf(lead))
    await changeLocked(ctx, transaction, tenantId, lead, given, occurredAt)
    return lead
  })
  return { replayed: done === null }
}

/** The values that are given, checked and as they are stored. */
function parseChange({ status, tag, priority, ...work }: LeadChange): LeadValues {
  return { ...(status && { status }), ...(tag && { tag }), ...(priority && { priority }), ...parseLeadFields(work) }
}

/** Throws unless the actor may change these values of a lead with these owners, or of any lead. */
function authorizeChange({ actor }: Context, given: LeadValues, owners?: ReturnType<typeof ownersOf>): void {
  const { status, tag, ...others } = given
  if (status) authorize(actor, 'lead.changeStatus', owners)
  if (tag) authorize(actor, 'lead.retag', owners)
  if ((!status && !tag) || Object.keys(others).length > 0) authorize(actor, 'lead.edit', owners)
  if (given.assignedTo !== undefined) authorize(actor, 'lead.assign')
}

async function lockLead(transaction: WriteTransaction, tenantId: string, id: string, { tag }: LeadValues) {
  const [lead] = await lockLeads(transaction, tenantId, [id], tag ? 'for no key update' : 'for key share')
  if (!lead) throw new NotFound('Lead not found')
  return lead
}

async function changeLocked(
  ctx: Context,
  transaction: WriteTransaction,
  tenantId: string,
  before: LockedLead,
  change: LeadValues,
  at = ctx.now(),
): Promise<void> {
  const { assignedTo } = change
  if (assignedTo && assignedTo !== before.assignedTo) await assertActiveUsers(transaction, [assignedTo])
  await changeLeads(ctx, transaction, tenantId, [{ before, change, at }])
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
