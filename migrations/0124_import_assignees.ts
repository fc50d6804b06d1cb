import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** Whose properties a file says they are, of people who have no account yet. */
export class ImportAssignees extends Migration {
  override up(): void {
    for (const sql of [table, index, isolate('import_assignees'), grants, platformGrants]) this.addSql(sql)
  }
}

const table = `
create table import_assignees (
  tenant_id uuid not null,
  property_id uuid not null,
  import_id uuid not null,
  -- As accounts are compared by it.
  email text not null,
  primary key (tenant_id, property_id),
  foreign key (tenant_id, property_id) references properties (tenant_id, id) on delete cascade
)`

const index = 'create index import_assignees_email on import_assignees (tenant_id, email)'

const grants = 'grant select, insert, update, delete on import_assignees to porchlight_tenant, porchlight_maintenance'

const platformGrants = 'grant select on import_assignees to porchlight_platform'
