import { databaseFunction } from '../database/databaseObject.ts'

/**
 * The status that each property must have: that of its last knock that was not withdrawn and sets one, or the one that was set later by
 * something else, or `new`. p_statuses maps outcomes to statuses.
 */
export const propertyStatuses = databaseFunction({
  name: 'property_statuses',
  parameters: 'p_properties uuid[], p_statuses jsonb',
  sql: `returns table (property_id uuid, status text) language plpgsql rows 5 as $$
declare
  v_tenant uuid := current_tenant();
begin
  return query
  select p.id, coalesce(case when p.set_status is null or o.occurred_at > p.set_status_at then p_statuses->>o.outcome
    else p.set_status end, 'new')
  from unnest(p_properties) as given (id)
  -- LIMIT makes the planner use one index lookup per property, even while few rows make a scan look cheaper.
  cross join lateral (select p.id, p.set_status, p.set_status_at from properties p
    where p.tenant_id = v_tenant and p.id = given.id limit 1) p
  left join lateral (select k.outcome, k.occurred_at from knocks k
    where k.tenant_id = v_tenant and k.property_id = given.id and k.withdrawn_at is null
      and p_statuses->>k.outcome is not null
    order by k.occurred_at desc, k.event_id desc limit 1) o on true;
end $$`,
})
