import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/**
 * Saved views of lists, and the keys that properties are sorted by. Migration 0048 fills the keys of older properties and adds
 * the indexes.
 */
export class ListOrders extends Migration {
  override up(): void {
    for (const sql of [savedViews, isolate('saved_views'), grants, sortKeys]) this.addSql(sql)
  }
}

// The query is that of the URL that shows the view.
const savedViews = `
create table saved_views (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  list text not null,
  name text not null,
  query text not null,
  owner_id uuid not null,
  shared boolean not null default false,
  position integer not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index saved_views_list on saved_views (tenant_id, list, position);
`

const grants = `
grant select, insert, update, delete on saved_views to porchlight_tenant, porchlight_maintenance;
grant select on saved_views to porchlight_platform;
`

// Under row-level security PostgreSQL does not use indexes on these functions for the comparison with a cursor, so their results
// are columns. Generated columns would rewrite the table.
const sortKeys = `
alter table properties add column address_key text collate "C" not null default '',
  add column owner_key text collate "C" not null default '',
  add column city_key text collate "C" not null default '';
-- As it was then: migration 0048 fills the rows by it.
create function city_key(city text) returns text language sql immutable parallel safe as $$
  select coalesce(nullif(lower(btrim(city)), ''), chr(1114109))
$$;
`
