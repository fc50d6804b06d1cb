import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** Imports: the uploaded files, and what each import created and changed, so that it can be undone for a day. */
export class Imports extends Migration {
  override up(): void {
    for (const sql of [tables, isolate('import_files'), isolate('import_rows'), grants]) this.addSql(sql)
  }
}

const tables = `
-- The file of an import in parts. Later jobs with the same file name the job that it was uploaded for.
create table import_files (
  tenant_id uuid not null,
  job_id uuid not null,
  part integer not null,
  bytes bytea not null,
  primary key (tenant_id, job_id, part),
  foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade
);

create table import_rows (
  tenant_id uuid not null,
  job_id uuid not null,
  kind text not null check (kind in ('property', 'lead', 'user')),
  record_id uuid not null,
  -- The row of the file: 1 has the headings.
  row integer not null,
  -- The version that the import left; null for a user.
  version integer,
  -- What the import changed, as it was before; null for a record that it created.
  previous jsonb,
  primary key (tenant_id, job_id, kind, record_id),
  foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade
);
`

const grants = `
grant select, insert, update, delete on import_files, import_rows to porchlight_tenant;
grant select on import_files, import_rows to porchlight_platform;
grant select, insert, update, delete on import_files, import_rows to porchlight_maintenance;
`
