import { Migration } from '@mikro-orm/migrations'

/** The server may see which migrations were run, to know whether requests may come. */
export class Readiness extends Migration {
  override up(): void {
    this.addSql('grant select on schema_migrations to porchlight_platform')
  }
}
