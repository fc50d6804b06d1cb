import { Migration } from '@mikro-orm/migrations'

/** Personal API keys. Only the hash of a key is stored, with a name and a hint by which its owner recognizes it. */
export class ApiKeys extends Migration {
  override up(): void {
    for (const sql of [keys, nameLookup]) this.addSql(sql)
  }
}

// A key belongs to an account, which can change tenants, so the tenant role has no access to the table.
const keys = `
create table api_keys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token_hash bytea not null unique,
  name text not null,
  scope text not null check (scope in ('read', 'full')),
  hint text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  viewed_role text,
  viewed_tenant_id uuid
);
create index api_keys_user on api_keys (user_id, created_at desc);
alter table api_keys enable row level security, force row level security;
create policy platform on api_keys to porchlight_platform using (true) with check (true);
grant select, insert, update on api_keys to porchlight_platform;
`

// A reader of an event may see the name of the API key that was used, and nothing else of the key.
const nameLookup = `
create function api_keys_named(p_ids uuid[]) returns table (id uuid, name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, k.name from api_keys k where k.id = any(p_ids)
$$;
revoke execute on function api_keys_named(uuid[]) from public;
grant execute on function api_keys_named(uuid[]) to porchlight_tenant, porchlight_platform;
grant create on schema public to porchlight_platform;
alter function api_keys_named(uuid[]) owner to porchlight_platform;
revoke create on schema public from porchlight_platform;
`
