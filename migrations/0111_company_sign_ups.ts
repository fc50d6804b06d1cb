import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** Companies whose owners have yet to open the link in a mail. Of its token only the hash is stored. */
export class CompanySignUps extends Migration {
  override up(): void {
    for (const sql of [table, isolate('company_sign_ups'), grants, grantOfAccounts]) this.addSql(sql)
  }
}

const table = `
create table company_sign_ups (
  token_hash bytea primary key,
  company_name text not null,
  time_zone text not null,
  full_name text not null,
  email text not null,
  password_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
)`

const grants = 'grant select, insert, update, delete on company_sign_ups to porchlight_platform'
// Expired ones are deleted with expired sign-ins.
const grantOfAccounts = 'grant select, delete on company_sign_ups to porchlight_accounts'
