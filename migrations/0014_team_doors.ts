import { Migration } from '@mikro-orm/migrations'

/** The setting of each tenant that decides whether its reps see the properties of their colleagues on the map. */
export class TeamDoors extends Migration {
  override up(): void {
    this.addSql('alter table tenants add column team_doors_visible boolean not null default true')
  }
}
