import { Migration } from '@mikro-orm/migrations'

/**
 * Keeps the status that was set for a property by something else than a knock, such as an import, and when. Drops the queue of jobs of
 * earlier releases: rows that are due are found without it.
 */
export class OneStatusOneScheduler extends Migration {
  /** The lock of the table must not be held while its rows are changed, and batches are committed one by one. */
  override isTransactional(): boolean {
    return false
  }

  override up(): void {
    // An attempt that was interrupted may have added them.
    this.addSql(
      'alter table properties add column if not exists set_status text, add column if not exists set_status_at timestamptz',
    )
    this.addSql(fillStatuses)
    this.addSql(dropQueue)
  }
}

// Events of before have no status. One that the knocks do not explain was set after the last knock that sets one: by the last import
// that changed it, else by the import that saved the property. Rows are locked in id order, as every other transaction does.
const fillStatuses = `
do $$
declare
  v_tenant uuid;
  v_last uuid;
  v_read uuid[];
  v_ids uuid[];
begin
  for v_tenant in select t.id from tenants t order by t.id loop
    v_last := '00000000-0000-0000-0000-000000000000';
    loop
      set local role porchlight_tenant;
      execute format('set local app.tenant_id = %L', v_tenant);
      select array_agg(b.id order by b.id) into v_read from (
        select p.id from properties p where p.tenant_id = v_tenant and p.id > v_last order by p.id limit 2000) b;
      exit when v_read is null;
      select array_agg(b.id order by b.id) into v_ids from (
        select p.id from properties p where p.tenant_id = v_tenant and p.id = any(v_read) and p.set_status_at is null
          and p.status <> coalesce((select case k.outcome when 'talked' then 'contacted' else k.outcome end from knocks k
            where k.tenant_id = v_tenant and k.property_id = p.id and k.withdrawn_at is null
              and k.outcome in ('talked', 'interested', 'not_interested')
            order by k.occurred_at desc, k.event_id desc limit 1), 'new')
        order by p.id for no key update) b;
      update properties p set set_status = p.status, set_status_at = coalesce(
        (select max(e.occurred_at) from activity_events e where e.tenant_id = v_tenant and e.subject_id = p.id
          and e.type = 'PropertyEdited' and e.data->'fields' ? 'status'), p.created_at)
      where p.tenant_id = v_tenant and p.id = any(v_ids);
      v_last := v_read[cardinality(v_read)];
      commit;
    end loop;
    commit;
  end loop;
end $$`

// The processes of the release before, which serve meanwhile, report that they miss it, and processes of this release run their jobs.
const dropQueue = `
do $$ begin
  drop schema if exists graphile_worker cascade;
exception when insufficient_privilege then
  raise notice 'The schema graphile_worker is not used any more. Drop it as its owner.';
end $$`
