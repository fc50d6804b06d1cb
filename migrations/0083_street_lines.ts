import { Migration } from '@mikro-orm/migrations'

/** The streets of a county, imported as lines, for the map. A long one is in several rows, whose `cell` is that of their middle. */
export class StreetLines extends Migration {
  override up(): void {
    this.addSql(`create table street_lines (
      dataset text not null,
      line_number integer not null,
      name text not null,
      cell bigint not null,
      -- Positions of longitude and latitude, as in GeoJSON.
      line jsonb not null,
      constraint street_lines_pkey primary key (dataset, line_number))`)
    this.addSql('create index street_lines_cell on street_lines (cell)')
    this.addSql('revoke all on street_lines from porchlight_tenant, porchlight_platform')
    this.addSql('grant select on street_lines to porchlight_public, porchlight_platform, porchlight_tenant')
    this.addSql('grant select, insert, update, delete on street_lines to porchlight_maintenance')
  }
}
