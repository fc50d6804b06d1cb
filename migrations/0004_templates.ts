import { Migration } from '@mikro-orm/migrations'
import { isolate } from './0001_foundation.ts'

/** Templates with their files, and indexes for paging through filtered leads. */
export class Templates extends Migration {
  override up(): void {
    this.addSql(templates)
    this.addSql(isolate('templates'))
    this.addSql(grants)
    this.addSql(indexes)
  }
}

const templates = `
create table templates (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  filename text not null,
  filename_key text not null,
  tag text,
  size integer not null,
  content bytea not null,
  uploaded_by uuid not null,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, filename_key)
);
-- A .docx file is already compressed.
alter table templates alter column content set storage external;
create index templates_tag on templates (tenant_id, tag, modified_at desc);
`

const grants = `
grant select, insert, update, delete on templates to porchlight_tenant, porchlight_maintenance;
grant select on templates to porchlight_platform;
`

const indexes = `
drop index leads_status;
create index leads_status_newest on leads (tenant_id, status, created_at desc, id desc);
create index leads_tag_newest on leads (tenant_id, tag, created_at desc, id desc);
create index leads_priority_newest on leads (tenant_id, priority, created_at desc, id desc);
`
