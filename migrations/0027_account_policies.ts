import { Migration } from '@mikro-orm/migrations'

// What `porchlight_accounts` may see. Every request reads several of these tables, so each is locked in a transaction of its
// own: one that held the first while it waited for the next would stop the requests that hold the next and wait for the first.

/** The accounts. */
export class UserPolicy extends Migration {
  override up(): void {
    this.addSql('create policy accounts on users to porchlight_accounts using (true) with check (true)')
  }
}

/** The tenants, only to read. */
export class TenantPolicy extends Migration {
  override up(): void {
    this.addSql('create policy accounts on tenants for select to porchlight_accounts using (true)')
  }
}

/** The API keys. */
export class ApiKeyPolicy extends Migration {
  override up(): void {
    this.addSql('create policy accounts on api_keys to porchlight_accounts using (true) with check (true)')
  }
}

/** The idempotency keys. */
export class IdempotencyKeyPolicy extends Migration {
  override up(): void {
    this.addSql('create policy accounts on idempotency_keys to porchlight_accounts using (true) with check (true)')
  }
}
