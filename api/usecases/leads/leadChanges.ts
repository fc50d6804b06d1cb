import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { NotFound, Refused, check } from '../../domain/errors.ts'
import { isUuid, parseId } from '../../domain/ids.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import type { LeadStatus, Priority, PropertyType } from '../../domain/enums.ts'
import { transactOnce } from '../../log/clientActions.ts'
import { transactInTenant, type WriteTransaction } from '../../log/transact.ts'
import { assertActiveUser } from '../properties/assignableUsers.ts'
import { addTag } from '../properties/propertyTags.ts'
import { leadFieldColumns, parseLeadFields, type LeadFields, type StoredLeadFields } from './leadFields.ts'
import { findLead, readLead, type LeadView } from './leads.ts'
import { maxSelectedLeads } from './leadCounts.ts'
import {
  findVisibleLeads,
  leadRefOf,
  lockAllLeads,
  lockLeads,
  maxBatchSize,
  ownersOf,
  selectLeadsOfOneTenant,
  type LockedLead,
} from './leadRows.ts'

/** Status, tag and priority cannot be cleared: null leaves them unchanged. */
export interface LeadChange extends LeadFields {
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
    const current = (await findLead(transaction.em, before, lead.id))!
    ifUnchanged?.(current)
    if (status && status !== lead.status) await setStatus(ctx, transaction, before.tenantId, [lead], status)
    if (tag) await setTag(ctx, transaction, before.tenantId, [lead], tag)
    if (priority && priority !== lead.priority) await setPriority(ctx, transaction, before.tenantId, [lead], priority)
    await setFields(ctx, transaction, { ...lead, tag: tag ?? lead.tag }, current, fields)
  })
  return readLead(ctx, id)
}

/** The names of the fields in events and in the API, where they differ from those of the columns. */
const publicFieldNames: Partial<Record<string, string>> = { valueCents: 'value' }

/** Sets the fields that differ from `current`, and records `LeadEdited` and `LeadAssigned` for them. */
export async function setFields(
  ctx: Context,
  { em, record }: WriteTransaction,
  lead: LockedLead,
  current: LeadView,
  fields: StoredLeadFields,
): Promise<void> {
  const before = { ...current, valueCents: current.value === null ? null : Math.round(current.value * 100) }
  const changed = Object.entries(fields).filter(
    ([name, value]) => comparable(value) !== comparable(before[name as keyof typeof fields]),
  ) as [keyof typeof leadFieldColumns, unknown][]
  if (changed.length === 0) return
  const { assignedTo } = Object.fromEntries(changed) as StoredLeadFields
  if (assignedTo) await assertActiveUser(em, assignedTo)
  const assignments = changed.map(([name], index) => `${leadFieldColumns[name]} = $${index + 4}`)
  await queryRows(em, `update leads set ${assignments.join(', ')}, updated_at = $3 where tenant_id = $1 and id = $2`, [
    current.tenantId,
    lead.id,
    ctx.now(),
    ...changed.map(([, value]) => value),
  ])
  const edited = changed.map(([name]) => name).filter((name) => name !== 'assignedTo')
  if (edited.length > 0)
    record({
      type: 'LeadEdited',
      subjectId: lead.propertyId,
      data: { ...leadRefOf(lead), fields: edited.map((name) => publicFieldNames[name] ?? name) },
    })
  if (assignedTo !== undefined)
    record({
      type: 'LeadAssigned',
      subjectId: lead.propertyId,
      data: { ...leadRefOf(lead), from: lead.assignedTo, to: assignedTo },
    })
}

/** Dates are compared by their time. */
const comparable = (value: unknown): unknown => (value instanceof Date ? value.getTime() : (value ?? null))

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

/**
 * Sets the status of many leads, all or none, and returns how many changed, each with an event. Throws `NotFound` if the
 * actor may not see one of them, and `Refused` without leads, for more than 1,000, and for leads of several tenants.
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
  authorize(ctx.actor, 'lead.edit')
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
  const selected = await selectLeadsOfOneTenant(ctx, ids)
  return transactInTenant(ctx, selected.tenantId, async (transaction) => {
    const leads = await lockAllLeads(transaction, selected.tenantId, selected.ids)
    return change(transaction, selected.tenantId, leads)
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
    recordLeadDeleted(transaction, lead)
  })
}

/** Records that a lead was deleted, with the hours in which it was counted. */
export function recordLeadDeleted({ record }: WriteTransaction, lead: LockedLead): void {
  record({
    type: 'LeadDeleted',
    subjectId: lead.propertyId,
    data: {
      ...leadRefOf(lead),
      countedAt: lead.createdAt.toISOString(),
      convertedAt: lead.completedAt?.toISOString() ?? null,
      status: lead.status,
    },
  })
}

/** Sets the status of locked leads. Only contacted leads have a stage, so every other status clears it. */
export async function setStatus(
  ctx: Context,
  { em, record }: WriteTransaction,
  tenantId: string,
  leads: LockedLead[],
  status: LeadStatus,
  occurredAt = ctx.now(),
): Promise<void> {
  await queryRows(
    em,
    `update leads set status = $2, completed_at = $3, updated_at = $4,
       stage_id = case when $2 = 'contacted' then stage_id end
     where tenant_id = $5 and id = any($1::uuid[])`,
    [leads.map(({ id }) => id), status, status === 'completed' ? occurredAt : null, ctx.now(), tenantId],
  )
  for (const lead of leads) {
    record({
      type: 'LeadStatusChanged',
      occurredAt,
      subjectId: lead.propertyId,
      data: { ...leadRefOf(lead), from: lead.status, to: status, countedAt: lead.completedAt?.toISOString() ?? null },
    })
    if (status !== 'contacted' && lead.stageId)
      record({
        type: 'LeadStageChanged',
        occurredAt,
        subjectId: lead.propertyId,
        data: { ...leadRefOf(lead), from: lead.stageId, to: null },
      })
  }
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
