import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** Leads that are no duplicates of each other: those with the same dismissal. */
export class DismissedDuplicates extends Migration {
  override up(): void {
    for (const sql of [table, isolate('dismissed_duplicates'), grants, platformGrants]) this.addSql(sql)
  }
}

const table = `
create table dismissed_duplicates (
  tenant_id uuid not null,
  lead_id uuid not null,
  dismissal_id uuid not null,
  primary key (tenant_id, lead_id),
  foreign key (tenant_id, lead_id) references leads (tenant_id, id) on delete cascade
)`

const grants =
  'grant select, insert, update, delete on dismissed_duplicates to porchlight_tenant, porchlight_maintenance'

const platformGrants = 'grant select on dismissed_duplicates to porchlight_platform'
