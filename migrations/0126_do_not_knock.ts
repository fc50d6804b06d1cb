import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** Marks of doors where nobody may knock. A lifted mark stays, with who lifted it and why. */
export class DoNotKnock extends Migration {
  override up(): void {
    for (const sql of [table, inForceIndex, listIndex, isolate('do_not_knock'), grants, platformGrants])
      this.addSql(sql)
  }
}

const table = `
create table do_not_knock (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  property_id uuid not null,
  kind text not null,
  reason text,
  source text,
  starts_at timestamptz not null,
  ends_at timestamptz,
  set_at timestamptz not null,
  set_by uuid,
  lifted_at timestamptz,
  lifted_by uuid,
  lift_reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, property_id) references properties (tenant_id, id) on delete cascade
)`

const inForceIndex = 'create index do_not_knock_of_property on do_not_knock (tenant_id, property_id)'

const listIndex = 'create index do_not_knock_newest on do_not_knock (tenant_id, set_at, id)'

const grants = 'grant select, insert, update, delete on do_not_knock to porchlight_tenant, porchlight_maintenance'

const platformGrants = 'grant select on do_not_knock to porchlight_platform'
