import { Migration } from '@mikro-orm/migrations'

/** Fills the sort keys of properties from before migration 0047, and adds an index for each order of the list of properties. */
export class PropertyOrderIndexes extends Migration {
  /** Batches are committed one by one, and an index that does not lock its table cannot be created in a transaction. */
  override isTransactional(): boolean {
    return false
  }

  override up(): void {
    this.addSql(fillKeys)
    for (const [name, definition] of Object.entries(indexes)) {
      // An attempt that failed leaves an invalid index.
      this.addSql(`drop index concurrently if exists ${name}`)
      this.addSql(`create index concurrently ${name} on ${definition}`)
    }
  }
}

// The policies apply to the owner of the tables too, so each batch sets its tenant. Rows are locked in id order, as every
// other transaction does, so that they cannot deadlock.
const fillKeys = `
do $$
declare
  v_tenant uuid;
  v_last uuid;
  v_ids uuid[];
begin
  for v_tenant in select t.id from tenants t order by t.id loop
    v_last := '00000000-0000-0000-0000-000000000000';
    loop
      execute format('set local app.tenant_id = %L', v_tenant);
      select array_agg(b.id order by b.id) into v_ids from (
        select p.id from properties p where p.tenant_id = v_tenant and p.id > v_last
        order by p.id limit 2000 for no key update) b;
      exit when v_ids is null;
      update properties p set address_key = lead_address_key(p.address, p.street_number, p.street_name),
        owner_key = lead_owner_key(p.owner_name), city_key = city_key(p.city)
      where p.tenant_id = v_tenant and p.id = any(v_ids) and p.address_key = '';
      v_last := v_ids[cardinality(v_ids)];
      commit;
    end loop;
    commit;
  end loop;
end $$`

const indexes = {
  properties_updated: 'properties (tenant_id, updated_at, id)',
  properties_address: 'properties (tenant_id, address_key, id)',
  properties_owner: 'properties (tenant_id, owner_key, id)',
  properties_city: 'properties (tenant_id, city_key, id)',
  properties_status: `properties (tenant_id,
    (case status when 'new' then 0 when 'contacted' then 1 when 'interested' then 2 else 3 end), id)`,
  properties_priority: `properties (tenant_id, (case priority when 'normal' then 0 else 1 end), id)`,
  properties_assignee: `properties
    (tenant_id, (coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'::uuid)), id)`,
}
