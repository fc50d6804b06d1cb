import { Migration } from '@mikro-orm/migrations'
import { isolate } from './0001_foundation.ts'

/** Neighbourhoods of a team and of each rep, each for itself, so that the team's are few rows however many reps it has. */
export class Neighborhoods extends Migration {
  override up(): void {
    this.addSql(tables)
    for (const table of ['neighborhood_hours', 'rep_neighborhood_hours']) this.addSql(isolate(table))
    this.addSql(grants)
  }
}

// Whatever was counted is counted again: the migrator rebuilds when projections change.
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
