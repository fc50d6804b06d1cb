import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** The stages of a tenant: named steps of its contacted leads, in its own order. */
export class LeadStages extends Migration {
  override up(): void {
    for (const sql of [table, isolate('lead_stages'), grants]) this.addSql(sql)
  }
}

const table = `
create table lead_stages (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  color text not null,
  position integer not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
`

const grants = `
grant select, insert, update, delete on lead_stages to porchlight_tenant, porchlight_maintenance;
grant select on lead_stages to porchlight_platform;
`
