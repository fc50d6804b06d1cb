import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** Links with which somebody who has forgotten their password chooses another one. Of the token only its hash is stored. */
export class PasswordLinks extends Migration {
  override up(): void {
    for (const sql of [table, ...indexes, isolate('password_links'), grants]) this.addSql(sql)
  }
}

const table = `
create table password_links (
  token_hash bytea primary key,
  -- Null if no account has the address: a request for it does the same work as any other.
  user_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When it was used or ended by another password.
  ended_at timestamptz
)`

const indexes = [
  'create index password_links_user on password_links (user_id, created_at)',
  'create index password_links_expiry on password_links (expires_at)',
]

const grants = 'grant select, insert, update, delete on password_links to porchlight_accounts, porchlight_platform'
