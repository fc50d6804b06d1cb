import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** The areas of a tenant, and who holds them from which day to which. */
export class Territories extends Migration {
  override up(): void {
    for (const sql of [
      ...[territories, assignments, holders, isolate('territories'), isolate('territory_assignments')],
      ...[grants, platformGrants],
    ])
      this.addSql(sql)
  }
}

const territories = `
create table territories (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  color text not null,
  area jsonb not null,
  cells jsonb not null,
  note text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  primary key (tenant_id, id)
)`

const assignments = `
create table territory_assignments (
  tenant_id uuid not null,
  territory_id uuid not null,
  user_id uuid not null,
  from_day date not null,
  to_day date,
  primary key (tenant_id, territory_id, user_id, from_day),
  foreign key (tenant_id, territory_id) references territories (tenant_id, id) on delete cascade
)`

const holders = 'create index territory_assignments_user on territory_assignments (tenant_id, user_id)'

const grants =
  'grant select, insert, update, delete on territories, territory_assignments to porchlight_tenant, porchlight_maintenance'

const platformGrants = 'grant select on territories, territory_assignments to porchlight_platform'
