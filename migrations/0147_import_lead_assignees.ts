import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** Whose leads a file says they are, of people who have no account yet. */
export class ImportLeadAssignees extends Migration {
  override up(): void {
    for (const sql of [table, index, isolate('import_lead_assignees'), grants, platformGrants]) this.addSql(sql)
  }
}

const table = `
create table import_lead_assignees (
  tenant_id uuid not null,
  lead_id uuid not null,
  -- As accounts are compared by it.
  email text not null,
  primary key (tenant_id, lead_id),
  foreign key (tenant_id, lead_id) references leads (tenant_id, id) on delete cascade
)`

const index = 'create index import_lead_assignees_email on import_lead_assignees (tenant_id, email)'

const grants =
  'grant select, insert, update, delete on import_lead_assignees to porchlight_tenant, porchlight_maintenance'

const platformGrants = 'grant select on import_lead_assignees to porchlight_platform'
