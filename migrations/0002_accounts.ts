import { Migration } from '@mikro-orm/migrations'

/** Deleted accounts that keep their name, the view-as state of sessions, failed sign-ins, and a log searchable by type and time. */
export class Accounts extends Migration {
  override up(): void {
    for (const sql of [accounts, nameLookup, signInFailures, logSearch]) this.addSql(sql)
  }
}

// The row of a deleted account remains for its name; its email address, phone and password are erased.
const accounts = `
alter table users add column deleted_at timestamptz;
create index users_newest on users (created_at desc, id desc);
grant select (must_change_password, deleted_at) on users to porchlight_tenant;
alter table sessions add column viewed_role text, add column viewed_tenant_id uuid;
`

// A tenant needs the names of people who left it, were deleted or belong to the platform, but the policies on users hide
// those rows. The function returns the email address only to the account's own tenant and to the platform.
const nameLookup = `
create function people_named(p_ids uuid[]) returns table (id uuid, full_name text, email text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.full_name,
    case when u.deleted_at is null and (current_tenant() is null or u.tenant_id = current_tenant()) then u.email else '' end
  from users u where u.id = any(p_ids)
$$;
revoke execute on function people_named(uuid[]) from public;
grant execute on function people_named(uuid[]) to porchlight_tenant, porchlight_platform;
grant create on schema public to porchlight_platform;
alter function people_named(uuid[]) owner to porchlight_platform;
revoke create on schema public from porchlight_platform;
`

// The keys are hashes, because people type passwords into the email field, and other people's addresses are personal data.
const signInFailures = `
create table sign_in_failures (
  id uuid primary key,
  account_key bytea not null,
  address_key bytea not null,
  at timestamptz not null
);
create index sign_in_failures_account on sign_in_failures (account_key, at);
create index sign_in_failures_address on sign_in_failures (address_key, at);
create index sign_in_failures_at on sign_in_failures (at);
grant select, insert, delete on sign_in_failures to porchlight_platform;
`

// The partial index covers only rare types: frequent ones are found quickly by a scan from the end of the log. Recorded
// times never decrease and positions have no gaps, so the function can find a time by binary search.
const logSearch = `
create index activity_events_rare on activity_events (tenant_id, type, position)
  where type not in ('DoorKnocked', 'MapLoaded', 'ParcelLookedUp', 'AddressGeocoded', 'ParcelCallReported');
create function activity_position_from(p_tenant uuid, p_at timestamptz) returns bigint language plpgsql stable as $$
declare
  v_low bigint := 1;
  v_high bigint;
  v_middle bigint;
  v_at timestamptz;
begin
  select position + 1 into v_high from activity_heads where tenant_id = p_tenant;
  if not found then return 1; end if;
  while v_low < v_high loop
    v_middle := (v_low + v_high) / 2;
    select recorded_at into v_at from activity_events where tenant_id = p_tenant and position = v_middle;
    if v_at < p_at then v_low := v_middle + 1; else v_high := v_middle; end if;
  end loop;
  return v_low;
end $$;
`
