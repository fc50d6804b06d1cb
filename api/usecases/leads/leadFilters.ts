import { filter, oneOf, type FilterValues } from '../../database/listFilters.ts'
import { leadStatuses, priorities, propertyTypes } from '../../domain/enums.ts'
import { neverPrintedSql } from '../../projections/leadLetters.ts'
import { inForceSql } from '../../records/doNotKnockRows.ts'

/** The leads of the properties `p` that meet the condition. The index on the property begins with the tenant. */
const ofProperties = (condition: string) =>
  `(l.tenant_id, l.property_id) in (select p.tenant_id, p.id from properties p where p.tenant_id = :tenant and ${condition})`

/** The filters of a list of leads `l`. A lead must match all that are set. */
export const leadFilters = {
  search: filter(
    'text',
    'Search terms in any order, matched as parts of words in the address or owner name, or in the name, phone number or email address of the contact.',
    null,
  ),
  tag: oneOf(propertyTypes, 'Leads with this tag.', 'l.tag = $', { view: 'type' }),
  priority: oneOf(priorities, 'Leads with this priority.', 'l.priority = $'),
  status: oneOf(leadStatuses, 'Leads with this status.', 'l.status = $'),
  ids: filter(
    'ids',
    'Leads with these ids. Ids that are unknown or not visible to the caller are ignored.',
    'l.id = any($::uuid[])',
    { rest: false, view: false, isLookup: true },
  ),
  propertyId: filter('id', 'Leads of this property.', ofProperties('p.id = any($::uuid[])'), {
    view: false,
    isLookup: true,
  }),
  neverPrinted: filter(
    'flag',
    'True for leads without a printed letter. Previews do not count. Leads from before release 0.2 are included only if nothing was printed since they were created.',
    neverPrintedSql,
    { view: 'letters' },
  ),
  doNotKnock: filter(
    'boolean',
    'True for leads of properties where nobody may knock now, false for the others.',
    `exists (select from do_not_knock m where m.tenant_id = :tenant and m.tenant_id = l.tenant_id and m.property_id = l.property_id
        and ${inForceSql}) = $`,
    { view: false },
  ),
  repId: filter('id', 'Leads that this user created.', 'l.rep_id = any($::uuid[])', { view: 'rep' }),
  createdFrom: filter('time', 'Leads created at this time or later.', 'l.created_at >= $', { view: 'created' }),
  createdTo: filter('time', 'Leads created before this time.', 'l.created_at < $', { view: 'created' }),
  updatedAfter: filter('time', 'Leads that were created or changed after this time.', 'l.updated_at > $', {
    view: false,
  }),
  assignedTo: filter('id', 'Leads that are assigned to this user.', 'l.assigned_to = any($::uuid[])', {
    view: 'assigned',
  }),
  unassigned: filter('flag', 'True for leads that are assigned to nobody.', 'l.assigned_to is null', {
    view: 'assigned',
  }),
  stageId: filter('id', 'Leads in this stage.', 'l.stage_id = any($::uuid[])', { view: false }),
  withoutStage: filter('flag', 'True for leads without a stage.', 'l.stage_id is null', { view: false }),
  neighborhood: filter('text', 'Leads of properties in this neighborhood.', ofProperties('p.neighborhood = $'), {
    isLookup: true,
  }),
  followUpFrom: filter('time', 'Leads with a follow-up at this time or later.', 'l.follow_up_at >= $', { view: 'due' }),
  followUpTo: filter('time', 'Leads with a follow-up before this time.', 'l.follow_up_at < $', { view: 'due' }),
}

export type LeadFilter = FilterValues<typeof leadFilters>
