import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** The times in which territories are worked, under a name each. */
export class Passes extends Migration {
  override up(): void {
    for (const sql of [passes, territories, ofTerritory, isolate('passes'), isolate('pass_territories'), grants, read])
      this.addSql(sql)
  }
}

const passes = `
create table passes (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  starts_on date not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id)
)`

const territories = `
create table pass_territories (
  tenant_id uuid not null,
  pass_id uuid not null,
  territory_id uuid not null,
  primary key (tenant_id, pass_id, territory_id),
  foreign key (tenant_id, pass_id) references passes (tenant_id, id) on delete cascade
)`

const ofTerritory = 'create index pass_territories_territory on pass_territories (tenant_id, territory_id)'

const grants =
  'grant select, insert, update, delete on passes, pass_territories to porchlight_tenant, porchlight_maintenance'

const read = 'grant select on passes, pass_territories to porchlight_platform'
