import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** The devices on which somebody has signed in before, which a lock of the account for others does not lock out. */
export class SignInDevices extends Migration {
  override up(): void {
    for (const sql of [devices, failuresOfDevices]) this.addSql(sql)
  }
}

// Only the hash of a device's token is stored. A device is one row for each account that uses it.
const devices = `
create table sign_in_devices (
  user_id uuid not null,
  token_hash bytea not null,
  -- Whether the device has sent its token since it got it, which programs without a cookie store never do.
  has_returned boolean not null default false,
  expires_at timestamptz not null,
  primary key (user_id, token_hash)
);
create index sign_in_devices_token on sign_in_devices (token_hash);
create index sign_in_devices_expiry on sign_in_devices (expires_at);
${isolate('sign_in_devices')};
grant select, insert, update, delete on sign_in_devices to porchlight_accounts;
grant select, delete on sign_in_devices to porchlight_platform;
`

const failuresOfDevices = 'alter table sign_in_failures add column device_key bytea'
