import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** The number of merge fields of each template, and the letters printed for each lead. */
export class PrintedLetters extends Migration {
  override up(): void {
    this.addSql('alter table templates add column merge_field_count integer')
    this.addSql(table)
    this.addSql(isolate('lead_letters'))
    this.addSql(grants)
  }
}

const table = `
create table lead_letters (
  tenant_id uuid not null,
  lead_id uuid not null,
  hour timestamptz not null,
  letters integer not null,
  primary key (tenant_id, lead_id, hour)
);
`

const grants = `
grant select, insert, update on lead_letters to porchlight_tenant;
grant select on lead_letters to porchlight_platform;
grant select, insert, update, delete on lead_letters to porchlight_maintenance;
`
