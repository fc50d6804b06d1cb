import { Migration } from '@mikro-orm/migrations'

/** The function of the projections gets other parameters. `migrate` installs it. */
export class KnocksInOneCall extends Migration {
  override up(): void {
    this.addSql('drop function if exists project_activity(uuid, bigint, bigint)')
    this
      .addSql(`create or replace function project_activity(p_events activity_events[]) returns void language plpgsql as
      $$ begin end $$`)
  }
}
