import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { check } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { authorize } from '../../domain/permissions.ts'
import { transactInTenant } from '../../log/transact.ts'
import {
  changeLeads,
  deleteLeads,
  leadRefOf,
  type LockedLead,
  type StoredLeadFields,
} from '../../records/leadWrites.ts'
import { leadWorkColumns } from '../../domain/leads/leadFields.ts'
import { isActiveUser } from '../properties/assignableUsers.ts'
import { lockAllLeads, selectLeadsOfOneTenant } from './leadRows.ts'
import { readLead, type LeadView } from './leads.ts'

/** The maximum number of leads that are merged into one at once. */
export const maxMergedLeads = 20

/**
 * Merges leads into the lead `keepId`: its empty fields are filled from them in the given order, it gets their notes, and its
 * history shows theirs. They are deleted, so that metrics count one lead. Throws `NotFound` for an unknown lead, and `Refused`
 * for too many leads, leads of several tenants, and a lead that is merged into itself.
 */
export async function mergeLeads(ctx: Context, keepId: string, mergeIds: readonly string[]): Promise<LeadView> {
  authorize(ctx.actor, 'lead.merge')
  const kept = parseId(keepId, 'Lead')
  const merged = [...new Set(mergeIds.map((id) => parseId(id, 'Lead')))]
  check(merged.length > 0, 'Please select leads to merge')
  check(merged.length <= maxMergedLeads, `Merge at most ${maxMergedLeads} leads at once.`)
  const { tenantId } = await selectLeadsOfOneTenant(ctx, [kept, ...merged])
  check(!merged.includes(kept), 'A lead cannot be merged into itself.')
  await transactInTenant(ctx, tenantId, async (transaction) => {
    const { em, record } = transaction
    const locked = await lockAllLeads(transaction, tenantId, [kept, ...merged])
    const lead = locked.find(({ id }) => id === kept)!
    const mergedLeads = merged.map((id) => locked.find((one) => one.id === id)!)
    await queryRows(em, 'update lead_notes set lead_id = $1 where tenant_id = $2 and lead_id = any($3::uuid[])', [
      kept,
      tenantId,
      merged,
    ])
    await queryRows(em, 'update lead_merges set lead_id = $1 where tenant_id = $2 and lead_id = any($3::uuid[])', [
      kept,
      tenantId,
      merged,
    ])
    await queryRows(
      em,
      `insert into lead_merges (tenant_id, merged_lead_id, lead_id, property_id)
       select l.tenant_id, l.id, $1, l.property_id from leads l where l.tenant_id = $2 and l.id = any($3::uuid[])`,
      [kept, tenantId, merged],
    )
    const [missing] = await queryRows<StoredLeadFields>(em, firstKnownFieldsSql, [tenantId, merged])
    await deleteLeads(transaction, tenantId, mergedLeads)
    record({
      type: 'LeadsMerged',
      subjectId: lead.propertyId,
      data: { ...leadRefOf(lead), mergedLeadIds: merged },
    })
    const fields = emptyFieldsOf(lead, missing!)
    // A former user cannot be assigned.
    if (fields.assignedTo && !(await isActiveUser(em, fields.assignedTo))) delete fields.assignedTo
    if (Object.keys(fields).length > 0)
      await changeLeads(ctx, transaction, tenantId, [{ before: lead, change: fields }])
    else {
      // It has other notes and another history, so it is another version.
      const raise = 'update leads set version = version + 1, updated_at = $3 where tenant_id = $1 and id = $2'
      await queryRows(em, raise, [tenantId, kept, ctx.now()])
    }
  })
  return readLead(ctx, kept)
}

/** The first known value of each field of the leads $2 of a tenant, in their order. */
const firstKnownFieldsSql = `select ${Object.entries(leadWorkColumns)
  .map(
    ([name, column]) =>
      `(array_agg(l.${column} order by given.position) filter (where l.${column} is not null))[1] as "${name}"`,
  )
  .join(', ')}
  from unnest($2::uuid[]) with ordinality as given (id, position) join leads l on l.tenant_id = $1 and l.id = given.id`

/** The values for the fields that the kept lead does not have. */
function emptyFieldsOf(kept: LockedLead, known: StoredLeadFields): StoredLeadFields {
  return Object.fromEntries(
    Object.entries(known).filter(([name, value]) => value !== null && kept[name as keyof StoredLeadFields] === null),
  )
}
