import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** Parcels that a company imports for itself: data sets with an owner, and the uploads that become them. */
export class ParcelsOfCompanies extends Migration {
  override up(): void {
    const statements = [datasets, words, wordIndex, imports, oneImport, parts]
    for (const sql of statements) this.addSql(sql)
    this.addSql(restrict('parcel_datasets'))
    for (const table of ['parcel_imports', 'parcel_import_parts']) this.addSql(isolate(table))
    for (const sql of grants) this.addSql(sql)
  }
}

/** Apart from the other table, because one that waits for both could be part of a deadlock. */
export class RowsOfParcels extends Migration {
  override up(): void {
    this.addSql(restrict('parcels'))
  }
}

// Not forced: `npm run parcels:import` connects as the owner of the tables.
const restrict = (table: string) => `alter table ${table} enable row level security`

const datasets = `
alter table parcel_datasets
  -- The company that imported it and alone sees it; null for a data set of all companies.
  add column owner_tenant_id uuid,
  -- Whether its parcels are found. Those that are being checked, or were replaced or undone, are not.
  add column is_live boolean not null default true`

const words = `
-- The words of the streets of one company's data set. Apart from those of all companies, so that no company slows the search of others.
create table company_street_words (
  dataset text not null,
  word text not null,
  street_key text not null,
  constraint company_street_words_pkey primary key (dataset, word, street_key)
)`

const wordIndex = `create index company_street_words_prefix on company_street_words (dataset, word text_pattern_ops)`

const imports = `
create table parcel_imports (
  tenant_id uuid not null,
  id uuid not null,
  -- The data set that it becomes. Publishing replaces the company's earlier one of this name.
  name text not null,
  file_name text not null,
  total_bytes bigint not null,
  received_bytes bigint not null default 0,
  status text not null check (status in ('uploading', 'checking', 'checked', 'failed', 'live', 'replaced', 'undone')),
  job_id uuid,
  -- The key of its parcels in parcel_datasets; null until the check has begun.
  dataset text,
  parcels integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  -- The first reasons why records were left out.
  reasons jsonb not null default '[]',
  error text,
  -- The import that it replaced when it was published.
  replaced_id uuid,
  created_by uuid not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  published_at timestamptz,
  constraint parcel_imports_pkey primary key (tenant_id, id)
)`

const oneImport = `create unique index parcel_imports_open on parcel_imports (tenant_id) where status in ('uploading', 'checking', 'checked')`

const parts = `
create table parcel_import_parts (
  tenant_id uuid not null,
  import_id uuid not null,
  part integer not null,
  bytes bytea not null,
  constraint parcel_import_parts_pkey primary key (tenant_id, import_id, part),
  constraint parcel_import_parts_import_fkey foreign key (tenant_id, import_id) references parcel_imports (tenant_id, id) on delete cascade
)`

const grants = [
  // What is uploaded is compressed already or read once, so compressing it again only takes time.
  'alter table parcel_import_parts alter column bytes set storage external',
  'revoke all on company_street_words from porchlight_tenant, porchlight_platform',
  'grant select on company_street_words to porchlight_public, porchlight_tenant',
  'grant select, insert, update, delete on company_street_words to porchlight_platform, porchlight_maintenance',
  'grant select, insert, update, delete on parcel_imports, parcel_import_parts to porchlight_tenant',
  'grant select on parcel_imports, parcel_import_parts to porchlight_platform',
  'grant select, insert, update, delete on parcel_imports, parcel_import_parts to porchlight_maintenance',
]
