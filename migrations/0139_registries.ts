import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** Cities' lists of doors where nobody may knock, each import a version, with their addresses. */
export class Registries extends Migration {
  override up(): void {
    for (const sql of [
      ...[registries, entries, doors, ofProperty, isolate('registries'), isolate('registry_entries')],
      ...[grants, platformGrants],
    ])
      this.addSql(sql)
  }
}

/** The id is that of the job that imports it. `saved_at` is null while it is only checked. */
const registries = `
create table registries (
  tenant_id uuid not null,
  id uuid not null,
  city text not null,
  city_key text not null,
  state text,
  file_name text not null,
  imported_by uuid not null,
  created_at timestamptz not null,
  saved_at timestamptz,
  effective_from timestamptz not null,
  expires_at timestamptz,
  replaced_at timestamptz,
  ended integer not null default 0,
  told_days integer,
  primary key (tenant_id, id)
)`

/** `door` is the number, street and unit; a property that is saved there later is found by it. */
const entries = `
create table registry_entries (
  tenant_id uuid not null,
  registry_id uuid not null,
  place integer not null,
  row integer not null,
  address text not null,
  city text,
  state text,
  zip_code text,
  door text,
  match text not null,
  property_id uuid,
  candidates uuid[] not null default '{}',
  primary key (tenant_id, registry_id, place),
  foreign key (tenant_id, registry_id) references registries (tenant_id, id) on delete cascade
)`

const doors = 'create index registry_entries_door on registry_entries (tenant_id, door) where property_id is null'

const ofProperty =
  'create index registry_entries_property on registry_entries (tenant_id, property_id) where property_id is not null'

const grants =
  'grant select, insert, update, delete on registries, registry_entries to porchlight_tenant, porchlight_maintenance'

const platformGrants = 'grant select on registries, registry_entries to porchlight_platform'
