import { Migration } from '@mikro-orm/migrations'

/**
 * Deleting a property must not delete counted rows without an event. Its leads must be deleted first, each with an event, so
 * the foreign key no longer cascades. Its knocks remain in their sessions, without a property.
 *
 * `last_standing_knocks` is volatile, so that it sees knocks that were committed while its caller waited for the lock of a
 * property.
 */
export class PropertyLockOrder extends Migration {
  override up(): void {
    this.addSql(`
alter table leads drop constraint leads_tenant_id_property_id_fkey,
  add foreign key (tenant_id, property_id) references properties (tenant_id, id);
alter table knocks alter column property_id drop not null;
alter table knocks drop constraint knocks_tenant_id_property_id_fkey,
  add foreign key (tenant_id, property_id) references properties (tenant_id, id) on delete set null (property_id);

-- The status of each property by its last knock that was not withdrawn and sets one. p_statuses maps outcomes to statuses.
create function last_standing_knocks(p_houses uuid[], p_statuses jsonb)
returns table (property_id uuid, status text) language plpgsql volatile rows 5 as $$
begin
  return query
  select h.id, p_statuses->>o.outcome from unnest(p_houses) as h (id)
  -- LIMIT makes the planner use one index lookup per property, even while few knocks make a scan look cheaper.
  cross join lateral (select k.outcome from knocks k
    where k.property_id = h.id and k.withdrawn_at is null and p_statuses->>k.outcome is not null
    order by k.occurred_at desc, k.event_id desc limit 1) o;
end $$;
`)
  }
}
