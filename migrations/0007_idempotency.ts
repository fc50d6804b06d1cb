import { Migration } from '@mikro-orm/migrations'

/** The stored responses of requests with an idempotency key. */
export class Idempotency extends Migration {
  override up(): void {
    for (const sql of [idempotencyKeys, sessionExpiry]) this.addSql(sql)
  }
}

// Responses belong to an account, which may have no tenant, so the tenant role has no access to the table. Keys and requests
// are stored as hashes, so that a copy of the table does not reveal them.
const idempotencyKeys = `
create table idempotency_keys (
  user_id uuid not null references users (id) on delete cascade,
  key_hash bytea not null,
  fingerprint bytea not null,
  claimed_at timestamptz not null,
  expires_at timestamptz not null,
  status integer,
  answer text,
  primary key (user_id, key_hash)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);
alter table idempotency_keys enable row level security, force row level security;
create policy platform on idempotency_keys to porchlight_platform using (true) with check (true);
grant select, insert, update, delete on idempotency_keys to porchlight_platform;
`

const sessionExpiry = `
create index sessions_expiry on sessions (expires_at);
grant delete on sessions to porchlight_platform;
`
