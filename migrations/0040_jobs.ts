import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** Jobs: work that takes longer than a request, with their files. */
export class Jobs extends Migration {
  override up(): void {
    for (const sql of [tables, isolate('jobs'), isolate('job_files'), grants]) this.addSql(sql)
  }
}

// The tenant of a job of a global admin without a tenant is the platform, which is not in `tenants`.
const tables = `
create table jobs (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  input jsonb not null,
  created_by uuid not null,
  -- What the request that created the job acted as.
  requester jsonb not null,
  done_count integer not null default 0,
  total_count integer,
  result jsonb,
  error text,
  attempts integer not null default 0,
  -- The process that runs the job holds the lease and extends it; when it ends, another process may run the job.
  lease_id uuid,
  lease_until timestamptz,
  file_name text,
  file_type text,
  file_size bigint,
  file_expires_at timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create index jobs_by_creator on jobs (tenant_id, created_by, created_at desc, id desc);
create index jobs_newest on jobs (tenant_id, created_at desc, id desc);
create index jobs_unfinished on jobs (created_at) where status in ('queued', 'running');
create index jobs_with_file on jobs (file_expires_at) where file_expires_at is not null;

create table job_files (
  tenant_id uuid not null,
  job_id uuid not null,
  part integer not null,
  bytes bytea not null,
  primary key (tenant_id, job_id, part),
  foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade
);
-- Files are compressed already, or are read once.
alter table job_files alter column bytes set storage external;
`

const grants = `
grant select, insert, update, delete on jobs, job_files to porchlight_tenant;
grant select on jobs to porchlight_platform;
grant select, insert, update, delete on jobs, job_files to porchlight_maintenance;
`
