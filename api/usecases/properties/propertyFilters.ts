import { filter, oneOf, type FilterValues } from '../../database/listFilters.ts'
import { knockOutcomes, priorities, propertyStatuses, propertyTypes } from '../../domain/enums.ts'
import { pointKey } from '../../domain/point.ts'
import { inForceSql } from '../../records/doNotKnockRows.ts'
import { cellCondition } from './cellCondition.ts'

/** The filters of a list of properties `p`. A property must match all that are set. */
export const propertyFilters = {
  bounds: filter('bounds', 'Properties inside this bounding box.', cellCondition, { rest: false, view: false }),
  search: filter('text', 'Search terms in any order, matched as parts of words in the address or owner name.', null),
  tag: oneOf(propertyTypes, 'Properties with this tag.', null),
  status: oneOf(propertyStatuses, 'Properties with this status.', 'p.status = $'),
  lastOutcome: oneOf(
    knockOutcomes,
    'Properties whose latest knock that was not withdrawn has this outcome.',
    `(select k.outcome from knocks k where k.tenant_id = :tenant and k.tenant_id = p.tenant_id and k.property_id = p.id
        and k.withdrawn_at is null order by k.occurred_at desc, k.event_id desc limit 1) = $`,
    { view: 'outcome' },
  ),
  doNotKnock: filter(
    'boolean',
    'True for properties where nobody may knock now, false for the others.',
    `exists (select from do_not_knock m where m.tenant_id = :tenant and m.tenant_id = p.tenant_id and m.property_id = p.id
        and ${inForceSql}) = $`,
    { view: false },
  ),
  priority: oneOf(priorities, 'Properties with this priority.', 'p.priority = $'),
  assignedTo: filter('uuid', 'Properties assigned to this user.', null, { view: 'assigned' }),
  unassigned: filter('flag', 'True for properties that are assigned to nobody.', 'p.assigned_to is null', {
    view: 'assigned',
  }),
  neighborhood: filter(
    'text',
    'Properties in this neighborhood: the whole name, as it is stored.',
    'p.neighborhood = $',
  ),
  hasEmail: filter('flag', 'True for properties whose owner gave an email address.', "p.owner_email <> ''", {
    view: 'email',
  }),
  createdFrom: filter('time', 'Properties saved at this time or later.', 'p.created_at >= $', { view: 'created' }),
  createdTo: filter('time', 'Properties saved before this time.', 'p.created_at < $', { view: 'created' }),
  updatedAfter: filter('time', 'Properties that were saved or changed after this time.', 'p.updated_at > $', {
    view: false,
  }),
  point: filter(
    'point',
    'Only the property at this point, compared to 5 decimals.',
    (point, bind) => `p.point5 = ${bind(pointKey(point, 5))}`,
    { graphql: false, view: false },
  ),
}

export type PropertyFilter = FilterValues<typeof propertyFilters>
