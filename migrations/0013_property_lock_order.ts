import { Migration } from '@mikro-orm/migrations'

/**
 * A house goes only when nothing that is counted goes with it unseen. Its leads are deleted one by one, each told to the
 * log, so the table refuses to drop them by itself. Its knocks stay for the rounds they were made in, at no house.
 *
 * `last_standing_knocks` looks anew each time it is called: what was committed while its caller waited for a house counts.
 */
export class PropertyLockOrder extends Migration {
  override up(): void {
    this.addSql(`
alter table leads drop constraint leads_tenant_id_property_id_fkey,
  add foreign key (tenant_id, property_id) references properties (tenant_id, id);
alter table knocks alter column property_id drop not null;
alter table knocks drop constraint knocks_tenant_id_property_id_fkey,
  add foreign key (tenant_id, property_id) references properties (tenant_id, id) on delete set null (property_id);

-- Of each house the status of its last standing knock that gives one; p_statuses maps outcomes to statuses.
create function last_standing_knocks(p_houses uuid[], p_statuses jsonb)
returns table (property_id uuid, status text) language plpgsql volatile rows 5 as $$
begin
  return query
  select h.id, p_statuses->>o.outcome from unnest(p_houses) as h (id)
  -- LIMIT keeps the planner to one index look-up a house; a scan of the knocks is what it guesses while they are few.
  cross join lateral (select k.outcome from knocks k
    where k.property_id = h.id and k.withdrawn_at is null and p_statuses->>k.outcome is not null
    order by k.occurred_at desc, k.event_id desc limit 1) o;
end $$;
`)
  }
}
