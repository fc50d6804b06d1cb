import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** What is known about the work on a lead, its notes, and which leads were merged into it. */
export class LeadWork extends Migration {
  override up(): void {
    for (const sql of [columns, notes, isolate('lead_notes'), merges, isolate('lead_merges'), grants]) this.addSql(sql)
  }
}

// The new columns are null in every row, so the foreign key needs no validation of older rows.
const columns = `
alter table leads add column stage_id uuid, add column assigned_to uuid, add column follow_up_at timestamptz,
  add column value_cents integer, add column source text, add column contact_name text, add column contact_phone text,
  add column contact_email text;
alter table leads add constraint leads_stage foreign key (tenant_id, stage_id) references lead_stages (tenant_id, id) not valid;
`

const notes = `
create table lead_notes (
  tenant_id uuid not null,
  id uuid not null,
  lead_id uuid not null,
  author_id uuid not null,
  text text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, lead_id) references leads (tenant_id, id) on delete cascade
);
create index lead_notes_newest on lead_notes (tenant_id, lead_id, created_at desc, id desc);
`

// The log keeps the events of a merged lead under its own id and the property that it had.
const merges = `
create table lead_merges (
  tenant_id uuid not null,
  merged_lead_id uuid not null,
  lead_id uuid not null,
  property_id uuid not null,
  primary key (tenant_id, merged_lead_id),
  foreign key (tenant_id, lead_id) references leads (tenant_id, id) on delete cascade
);
create index lead_merges_lead on lead_merges (tenant_id, lead_id);
`

const grants = `
grant select, insert, update, delete on lead_notes, lead_merges to porchlight_tenant, porchlight_maintenance;
grant select on lead_notes, lead_merges to porchlight_platform;
`
