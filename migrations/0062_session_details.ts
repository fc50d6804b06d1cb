import { Migration } from '@mikro-orm/migrations'

/**
 * What a person sees of their sessions, and when the password was last confirmed. All are null for a session of the release
 * before: its last use and its confirmation are its sign-in.
 */
export class SessionDetails extends Migration {
  override up(): void {
    this
      .addSql(`alter table sessions add column device text, add column address text, add column last_used_at timestamptz,
      add column confirmed_at timestamptz`)
  }
}
