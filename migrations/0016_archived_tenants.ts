import { Migration } from '@mikro-orm/migrations'

/**
 * Tenants can be archived: their users cannot sign in and nothing is written, but all data stays. Sessions and API keys
 * record whom a global admin views the app as, in addition to the role.
 */
export class ArchivedTenants extends Migration {
  override up(): void {
    this.addSql('alter table tenants add column archived_at timestamptz')
    this.addSql('alter table sessions add column viewed_user_id uuid')
    this.addSql('alter table api_keys add column viewed_user_id uuid')
  }
}
