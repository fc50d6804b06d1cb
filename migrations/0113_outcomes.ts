import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** The outcomes of a knock that a tenant adds to the built-in ones. */
export class Outcomes extends Migration {
  override up(): void {
    for (const sql of [table, index, isolate('outcomes'), grants, platformGrants]) this.addSql(sql)
  }
}

const table = `
create table outcomes (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  name_key text not null,
  mark text not null,
  color text not null,
  meaning text not null,
  position integer not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  primary key (tenant_id, id)
)`

const index = 'create unique index outcomes_name on outcomes (tenant_id, name_key) where retired_at is null'

const grants = 'grant select, insert, update, delete on outcomes to porchlight_tenant, porchlight_maintenance'

const platformGrants = 'grant select on outcomes to porchlight_platform'
