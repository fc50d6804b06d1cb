import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** The owners and parcel ids of properties that a parcel record replaced, so that they can be restored. */
export class ReplacedOwners extends Migration {
  override up(): void {
    for (const sql of [table, isolate('replaced_owners'), grants]) this.addSql(sql)
  }
}

// The id is that of the event, which must not contain names. The new values tell whether the owner was changed since.
const table = `
create table replaced_owners (
  tenant_id uuid not null,
  id uuid not null,
  property_id uuid not null,
  owner_name text,
  owner_address text,
  owner_source text,
  parcel_id text,
  new_owner_name text,
  new_owner_address text,
  new_owner_source text,
  new_parcel_id text,
  replaced_at timestamptz not null,
  replaced_by uuid not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, property_id) references properties (tenant_id, id) on delete cascade
);
create index replaced_owners_newest on replaced_owners (tenant_id, property_id, replaced_at desc, id desc);
`

const grants = `
grant select, insert, update, delete on replaced_owners to porchlight_tenant, porchlight_maintenance;
grant select on replaced_owners to porchlight_platform;
`
