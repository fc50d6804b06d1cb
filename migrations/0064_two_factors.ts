import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** The second factors of accounts: the secret of an authenticator app, and recovery codes. */
export class TwoFactors extends Migration {
  override up(): void {
    for (const sql of [tables, ...['two_factors', 'recovery_codes'].map(protect)]) this.addSql(sql)
  }
}

const tables = `
create table two_factors (
  user_id uuid primary key references users (id) on delete cascade,
  -- Codes are computed from it, so it cannot be stored as a hash.
  secret bytea not null,
  recovery_salt bytea not null,
  created_at timestamptz not null,
  -- Null until the first code was entered: until then signing in needs no code.
  confirmed_at timestamptz,
  -- The time step of the last code that was accepted. Codes of this step and of earlier ones are refused.
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
`

// Accounts change tenants, so the tenant role has no access. The platform reads all for backups and deletes for resets.
const protect = (table: string) => `
${isolate(table)};
grant select, delete on ${table} to porchlight_platform;
grant select, insert, update, delete on ${table} to porchlight_accounts;
`
