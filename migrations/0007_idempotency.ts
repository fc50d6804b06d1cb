import { Migration } from '@mikro-orm/migrations'

/** What was answered to a request that its sender may have to send again, for a day. */
export class Idempotency extends Migration {
  override up(): void {
    for (const sql of [kept, expiry]) this.addSql(sql)
  }
}

// An account may have no tenant, and answers are its own: the role of a tenant cannot reach the table at all. The key
// is kept as its hash and the request under it, so that neither can be read back or guessed from a copy of the table.
const kept = `
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

const expiry = `
create index sessions_expiry on sessions (expires_at);
grant delete on sessions to porchlight_platform;
`
