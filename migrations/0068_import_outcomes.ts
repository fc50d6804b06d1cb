import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** What became of each row of an import, and what a person decided about the unsure ones. */
export class ImportOutcomes extends Migration {
  override up(): void {
    for (const sql of [table, isolate('import_outcomes'), grants]) this.addSql(sql)
  }
}

const table = `
create table import_outcomes (
  tenant_id uuid not null,
  job_id uuid not null,
  -- The row of the file: 1 has the headings.
  row integer not null,
  outcome text not null check (outcome in ('created', 'updated', 'skipped', 'unsure', 'failed')),
  reason text not null,
  -- The property that the row created, updated or is the same as.
  property_id uuid,
  -- What the row says, as far as it could be read.
  address text,
  owner_name text,
  -- Why the row was unsure, its point, and the properties that it may mean. It stays when the row is decided.
  unsure jsonb,
  -- What was decided about an unsure row, about which property, and by which job, which may not have run yet.
  decision text check (decision in ('same', 'new', 'skip')),
  decided_property_id uuid,
  decided_by uuid,
  primary key (tenant_id, job_id, row),
  foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade
);
`

const grants = `
grant select, insert, update, delete on import_outcomes to porchlight_tenant;
grant select on import_outcomes to porchlight_platform;
grant select, insert, update, delete on import_outcomes to porchlight_maintenance;
`
