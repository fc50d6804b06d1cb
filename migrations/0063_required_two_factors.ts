import { Migration } from '@mikro-orm/migrations'

/** The setting of each tenant that decides whether its users must sign in with two factors. */
export class RequiredTwoFactors extends Migration {
  override up(): void {
    this.addSql('alter table tenants add column require_two_factors boolean not null default false')
  }
}
