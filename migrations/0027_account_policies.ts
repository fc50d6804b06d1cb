import { Migration } from '@mikro-orm/migrations'

// The rows that `porchlight_accounts` may see. Each table has a migration, and so a transaction, of its own: requests read
// several of these tables, and a transaction that locks more than one of them can deadlock with a request.

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
