import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** When and by whom doors of a city may be knocked. */
export class Permits extends Migration {
  override up(): void {
    for (const sql of [permits, isolate('permits'), grants, platformGrants]) this.addSql(sql)
  }
}

const permits = `
create table permits (
  tenant_id uuid not null,
  id uuid not null,
  city text not null,
  area jsonb not null,
  bounds jsonb not null,
  number text,
  valid_from date not null,
  valid_to date,
  weekdays integer[] not null,
  from_time text not null,
  to_time text not null,
  until_sunset_minutes integer,
  badges jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
)`

const grants = 'grant select, insert, update, delete on permits to porchlight_tenant, porchlight_maintenance'

const platformGrants = 'grant select on permits to porchlight_platform'
