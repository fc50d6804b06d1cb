import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** How much of its quotas a tenant has used today: one row for each quota, which starts again at zero on another day. */
export class QuotaUses extends Migration {
  override up(): void {
    for (const sql of [table, isolate('quota_uses'), grants]) this.addSql(sql)
  }
}

// The fillfactor leaves room for the next version of a row in its page, because each use changes it.
const table = `
create table quota_uses (
  tenant_id uuid not null,
  quota text not null,
  -- The day in UTC to which the number belongs.
  day date not null,
  used integer not null,
  primary key (tenant_id, quota)
) with (fillfactor = 50);
`

const grants = `
grant select, insert, update on quota_uses to porchlight_tenant;
grant select on quota_uses to porchlight_platform;
grant select, insert, update, delete on quota_uses to porchlight_maintenance;
`
