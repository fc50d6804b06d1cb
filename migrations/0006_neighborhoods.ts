import { Migration } from '@mikro-orm/migrations'
import { isolate } from './0001_foundation.ts'

/** Separate projections for the neighborhoods of a team and of each rep, so that the team's has few rows with any number of reps. */
export class Neighborhoods extends Migration {
  override up(): void {
    this.addSql(tables)
    for (const table of ['neighborhood_hours', 'rep_neighborhood_hours']) this.addSql(isolate(table))
    this.addSql(grants)
  }
}

// The counts are not copied: `migrate` rebuilds the projections when they change.
const tables = `
drop table neighborhood_hours;
create table neighborhood_hours (
  tenant_id uuid not null,
  hour timestamptz not null,
  neighborhood text not null,
  city text not null,
  leads integer not null,
  conversions integer not null,
  primary key (tenant_id, hour, neighborhood, city)
);
create table rep_neighborhood_hours (
  tenant_id uuid not null,
  rep_id uuid not null,
  hour timestamptz not null,
  neighborhood text not null,
  city text not null,
  leads integer not null,
  conversions integer not null,
  primary key (tenant_id, rep_id, hour, neighborhood, city)
);
`

const grants = `
grant select, insert, update on neighborhood_hours, rep_neighborhood_hours to porchlight_tenant;
grant select on neighborhood_hours, rep_neighborhood_hours to porchlight_platform;
grant select, insert, update, delete on neighborhood_hours, rep_neighborhood_hours to porchlight_maintenance;
`
