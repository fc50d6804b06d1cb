import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/**
 * The tenants whose projections an upgrade has not rebuilt yet, and the function of the earlier release that `project_activity`
 * calls for them until then.
 */
export class ProjectionUpgrades extends Migration {
  override up(): void {
    for (const sql of [table, isolate('projection_upgrades'), grants]) this.addSql(sql)
  }
}

const table = `
create table projection_upgrades (
  tenant_id uuid primary key,
  function_name text not null
);
`

// The append functions read it.
const grants = `
grant select on projection_upgrades to porchlight_log, porchlight_platform;
grant select, insert, delete on projection_upgrades to porchlight_maintenance;
`
