import { Migration } from '@mikro-orm/migrations'

/** Lets the server read which migrations ran, for its readiness check. */
export class Readiness extends Migration {
  override up(): void {
    this.addSql('grant select on schema_migrations to porchlight_platform')
  }
}
