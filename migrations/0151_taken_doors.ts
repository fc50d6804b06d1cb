import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** Doors that somebody has taken until the end of a day. The key lets one person at a time have a door. */
export class TakenDoors extends Migration {
  override up(): void {
    for (const sql of [table, byUser, isolate('taken_doors'), grants, platformGrants]) this.addSql(sql)
  }
}

const table = `
create table taken_doors (
  tenant_id uuid not null,
  property_id uuid not null,
  user_id uuid not null,
  until timestamptz not null,
  primary key (tenant_id, property_id),
  foreign key (tenant_id, property_id) references properties (tenant_id, id) on delete cascade
)`

const byUser = 'create index taken_doors_user on taken_doors (tenant_id, user_id)'

const grants = 'grant select, insert, update, delete on taken_doors to porchlight_tenant, porchlight_maintenance'

const platformGrants = 'grant select on taken_doors to porchlight_platform'
