import { Migration } from '@mikro-orm/migrations'

/** Adds the API key that created a webhook, with which it ends, and this end as a reason why a webhook is disabled. */
export class WebhooksOfApiKeys extends Migration {
  override up(): void {
    this.addSql('alter table webhooks add column api_key_id uuid')
    this.addSql('alter table webhooks drop constraint webhooks_disabled_reason_check')
    this.addSql(`alter table webhooks add constraint webhooks_disabled_reason_check
      check (disabled_reason in ('manager', 'gone', 'failing', 'key_ended')) not valid`)
    this.addSql('alter table webhooks validate constraint webhooks_disabled_reason_check')
  }
}
