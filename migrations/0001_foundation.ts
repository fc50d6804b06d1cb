import { Migration } from '@mikro-orm/migrations'

/** The tables whose rows belong to tenants. Each gets row-level security with the same two policies. */
const tenantTables = [
  'properties',
  'property_tags',
  'leads',
  'knocks',
  'knock_sessions',
  'activity_events',
  'activity_heads',
  'rep_hours',
  'rep_tag_hours',
  'usage_hours',
]

/** Application roles, tables for accounts and field work, the activity log with its append function, and the first projections. */
export class Foundation extends Migration {
  override up(): void {
    for (const sql of [roles, accounts, fieldWork, log, projections, publicRecords]) this.addSql(sql)
    for (const table of tenantTables) this.addSql(isolate(table))
    this.addSql(grants)
  }
}

// Roles belong to the whole server, so the migration of another database may have created them.
const roles = `
do $$ begin
  if not exists (select from pg_roles where rolname = 'porchlight_tenant') then create role porchlight_tenant nologin; end if;
  if not exists (select from pg_roles where rolname = 'porchlight_platform') then create role porchlight_platform nologin; end if;
  if not exists (select from pg_roles where rolname = 'porchlight_maintenance') then create role porchlight_maintenance nologin; end if;
  if not exists (select from pg_roles where rolname = 'porchlight_app') then create role porchlight_app login noinherit; end if;
end $$;
grant porchlight_tenant, porchlight_platform to porchlight_app;
grant porchlight_tenant, porchlight_platform, porchlight_maintenance to current_user;
revoke create on schema public from public;
grant usage on schema public to porchlight_tenant, porchlight_platform, porchlight_maintenance;
create function current_tenant() returns uuid language sql stable as
  $$ select nullif(current_setting('app.tenant_id', true), '')::uuid $$;
`

const accounts = `
create table tenants (
  id uuid primary key,
  name text not null,
  company_name text not null,
  time_zone text not null default 'America/Indiana/Indianapolis',
  created_at timestamptz not null default now()
);
create table users (
  id uuid primary key,
  email text not null,
  email_key text not null unique,
  full_name text not null,
  role text not null check (role in ('sales_rep', 'admin', 'owner', 'global_admin')),
  tenant_id uuid references tenants (id),
  phone text,
  password_hash text not null,
  status text not null check (status in ('pending', 'active', 'blocked')),
  must_change_password boolean not null default false,
  demo boolean not null default false,
  created_at timestamptz not null default now()
);
create index users_tenant on users (tenant_id, full_name);
create table sessions (
  token_hash bytea primary key,
  id uuid not null unique,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_user on sessions (user_id);
create table installation (key text primary key, value jsonb not null);
`

const fieldWork = `
create table properties (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  address text not null,
  street_number text not null default '',
  street_name text,
  city text,
  state text,
  zip_code text,
  lat double precision not null,
  lng double precision not null,
  cell bigint not null,
  point5 text not null,
  point6 text not null,
  owner_name text,
  owner_address text,
  owner_source text,
  parcel_id text,
  unconfirmed boolean not null default false,
  neighborhood text,
  notes text,
  priority text not null default 'normal' check (priority in ('normal', 'high')),
  status text not null default 'new' check (status in ('new', 'contacted', 'interested', 'not_interested')),
  assigned_to uuid,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index properties_newest on properties (tenant_id, created_at desc, id desc);
create index properties_assigned on properties (tenant_id, assigned_to, created_at desc, id desc);
create index properties_cell on properties (tenant_id, cell);
create index properties_point5 on properties (tenant_id, point5);
create index properties_point6 on properties (tenant_id, point6);
create table property_tags (
  tenant_id uuid not null,
  property_id uuid not null,
  tag text not null,
  position integer not null,
  primary key (tenant_id, property_id, tag),
  foreign key (tenant_id, property_id) references properties (tenant_id, id) on delete cascade
);
create index property_tags_tag on property_tags (tenant_id, tag, property_id);
create table leads (
  tenant_id uuid not null,
  id uuid not null,
  property_id uuid not null,
  tag text not null,
  priority text not null check (priority in ('normal', 'high')),
  status text not null default 'new' check (status in ('new', 'contacted', 'completed')),
  template_data jsonb not null default '{}',
  rep_id uuid not null,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, property_id) references properties (tenant_id, id) on delete cascade
);
create index leads_newest on leads (tenant_id, created_at desc, id desc);
create index leads_rep on leads (tenant_id, rep_id, created_at desc, id desc);
create index leads_property on leads (tenant_id, property_id);
create index leads_status on leads (tenant_id, status);
create table knock_sessions (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  rep_id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  lat double precision,
  lng double precision,
  primary key (tenant_id, id)
);
create index knock_sessions_rep on knock_sessions (tenant_id, rep_id, started_at desc);
create table knocks (
  tenant_id uuid not null,
  event_id uuid not null,
  property_id uuid not null,
  rep_id uuid not null,
  session_id uuid,
  outcome text not null,
  note text,
  lat double precision,
  lng double precision,
  occurred_at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (tenant_id, event_id),
  foreign key (tenant_id, property_id) references properties (tenant_id, id) on delete cascade
);
create index knocks_property on knocks (tenant_id, property_id, occurred_at desc);
create index knocks_session on knocks (tenant_id, session_id);
`

const log = `
create table activity_events (
  tenant_id uuid not null,
  position bigint not null,
  event_id uuid not null,
  type text not null,
  schema_version smallint not null,
  data jsonb not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  actor_id uuid,
  real_role text,
  acting_role text,
  session_id uuid,
  request_id uuid,
  subject_id uuid,
  fingerprint bytea not null,
  hash bytea not null,
  primary key (tenant_id, position),
  unique (tenant_id, event_id)
);
create index activity_events_subject on activity_events (tenant_id, subject_id, position);
create table activity_heads (
  tenant_id uuid primary key,
  position bigint not null,
  hash bytea not null
);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'activity_events is append-only: % refused', tg_op using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete or truncate on activity_events
  for each statement execute function refuse_change();

-- Stable, so that the planner can inline them instead of calling them for every row.
create function activity_fingerprint(p_type text, p_data jsonb) returns bytea language sql stable as
  $$ select sha256(convert_to(p_type || ' ' || p_data::text, 'UTF8')) $$;
create function activity_digest(e activity_events) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    e.tenant_id, e.position, e.event_id, e.type, e.schema_version, e.data,
    (extract(epoch from e.occurred_at) * 1000000)::bigint, (extract(epoch from e.recorded_at) * 1000000)::bigint,
    e.actor_id, e.real_role, e.acting_role, e.session_id, e.request_id, e.subject_id)::text, 'UTF8')) $$;
create function activity_chain_step(state bytea, head bytea, digest bytea) returns bytea language plpgsql immutable as
  $$ begin return sha256(coalesce(state, head) || digest); end $$;
create aggregate activity_chain(bytea, bytea) (sfunc = activity_chain_step, stype = bytea);

-- The migrator replaces it with a body generated from api/projections.
create function project_activity(p_tenant uuid, p_after bigint, p_upto bigint) returns void language plpgsql as
  $$ begin end $$;

-- Appends the events of p_events that are new, in order, and applies the projections to them. Must be called last before COMMIT.
-- outcome: appended | replayed (the log contains the same event) | conflict (the event_id has another payload).
create function append_activity(p_tenant uuid, p_events jsonb)
returns table (event_id uuid, "position" bigint, recorded_at timestamptz, outcome text)
language plpgsql as $$
declare
  v_start bigint;
  v_hash bytea;
  v_end bigint;
  v_recorded timestamptz;
  v_dictated boolean := current_user = 'porchlight_maintenance';
begin
  perform pg_advisory_xact_lock(hashtextextended(p_tenant::text, 0));
  v_recorded := clock_timestamp();
  select h.position, h.hash into v_start, v_hash from activity_heads h where h.tenant_id = p_tenant;
  if not found then v_start := 0; v_hash := ''; end if;

  with incoming as (
    select i.* from rows from (jsonb_to_recordset(p_events) as (
      event_id uuid, type text, schema_version smallint, data jsonb, occurred_at timestamptz, recorded_at timestamptz,
      actor_id uuid, real_role text, acting_role text, session_id uuid, request_id uuid, subject_id uuid
    )) with ordinality as i (event_id, type, schema_version, data, occurred_at, recorded_at,
      actor_id, real_role, acting_role, session_id, request_id, subject_id, ord)
  ), fresh as (
    select distinct on (i.event_id) i.* from incoming i
    -- LIMIT makes the planner use one index lookup per event instead of a hash join with the whole log.
    left join lateral (select k.position from activity_events k
      where k.tenant_id = p_tenant and k.event_id = i.event_id limit 1) known on true
    where known.position is null
    order by i.event_id, i.ord
  ), numbered as (
    select (p_tenant, v_start + row_number() over (order by f.ord), f.event_id, f.type, f.schema_version, f.data,
      f.occurred_at, case when v_dictated then coalesce(f.recorded_at, v_recorded) else v_recorded end,
      f.actor_id, f.real_role, f.acting_role, f.session_id, f.request_id, f.subject_id,
      activity_fingerprint(f.type, f.data), null::bytea)::activity_events as e
    from fresh f
  )
  insert into activity_events
  select (n.e).tenant_id, (n.e).position, (n.e).event_id, (n.e).type, (n.e).schema_version, (n.e).data,
    (n.e).occurred_at, (n.e).recorded_at, (n.e).actor_id, (n.e).real_role, (n.e).acting_role, (n.e).session_id,
    (n.e).request_id, (n.e).subject_id, (n.e).fingerprint,
    activity_chain(v_hash, activity_digest(n.e)) over (order by (n.e).position)
  from numbered n;

  get diagnostics v_end = row_count;
  if v_end > 0 then
    v_end := v_start + v_end;
    select e.hash into v_hash from activity_events e where e.tenant_id = p_tenant and e.position = v_end;
    perform project_activity(p_tenant, v_start, v_end);
    insert into activity_heads as h values (p_tenant, v_end, v_hash)
    on conflict (tenant_id) do update set position = excluded.position, hash = excluded.hash;
  end if;

  return query
  select i.event_id, e.position, e.recorded_at,
    case when e.fingerprint <> activity_fingerprint(i.type, i.data) then 'conflict'
         when e.position > v_start then 'appended' else 'replayed' end
  from jsonb_to_recordset(p_events) as i (event_id uuid, type text, data jsonb)
  cross join lateral (select k.position, k.recorded_at, k.fingerprint from activity_events k
    where k.tenant_id = p_tenant and k.event_id = i.event_id limit 1) e;
end $$;
`

const projections = `
create table rep_hours (
  tenant_id uuid not null,
  rep_id uuid not null,
  hour timestamptz not null,
  doors integer not null,
  leads integer not null,
  conversions integer not null,
  properties integer not null,
  primary key (tenant_id, hour, rep_id)
);
create table rep_tag_hours (
  tenant_id uuid not null,
  rep_id uuid not null,
  tag text not null,
  hour timestamptz not null,
  leads integer not null,
  primary key (tenant_id, hour, rep_id, tag)
);
create table usage_hours (
  tenant_id uuid not null,
  type text not null,
  hour timestamptz not null,
  events integer not null,
  quantity bigint not null,
  primary key (tenant_id, hour, type)
);
`

// Public records, the same for all tenants, so without tenant_id.
const publicRecords = `
create table parcels (
  dataset text not null,
  parcel_id text not null,
  address text,
  street_number integer,
  street_number_to integer,
  street_key text,
  street_name text,
  city text,
  state text,
  zip_code text,
  neighborhood text,
  owner_name text,
  owner_address text,
  lat double precision not null,
  lng double precision not null,
  cell bigint not null,
  outline jsonb,
  facts jsonb not null default '{}',
  primary key (dataset, parcel_id)
);
create index parcels_street on parcels (street_key, street_number);
create index parcels_cell on parcels (cell);
create index parcels_address on parcels (street_number, street_key text_pattern_ops);
create table parcel_street_words (
  word text not null,
  street_key text not null,
  city text not null default '',
  primary key (word, street_key, city)
);
create index parcel_street_words_prefix on parcel_street_words (word text_pattern_ops);
create table parcel_datasets (
  name text primary key,
  source text not null,
  parcels integer not null,
  imported_at timestamptz not null default now()
);
create table basemap_tiles (
  z smallint not null,
  x integer not null,
  y integer not null,
  tile bytea not null,
  primary key (z, x, y)
);
`

/** SQL that enables row-level security on a table: a tenant reads and writes its own rows, the platform reads all rows. */
export function isolate(table: string): string {
  return `
alter table ${table} enable row level security, force row level security;
create policy own_tenant on ${table} to porchlight_tenant, porchlight_maintenance
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
create policy platform_reads on ${table} for select to porchlight_platform using (true);
`
}

const grants = `
alter table users enable row level security, force row level security;
create policy own_tenant on users to porchlight_tenant
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
create policy platform on users to porchlight_platform, porchlight_maintenance using (true) with check (true);
alter table tenants enable row level security, force row level security;
create policy own_tenant on tenants for select to porchlight_tenant
  using (id = nullif(current_setting('app.tenant_id', true), '')::uuid);
create policy platform on tenants to porchlight_platform, porchlight_maintenance using (true) with check (true);

grant select (id, email, full_name, role, tenant_id, phone, status, created_at) on users to porchlight_tenant;
grant select on tenants to porchlight_tenant;
grant select, insert, update, delete on properties, property_tags, leads, knocks, knock_sessions to porchlight_tenant;
grant select, insert on activity_events to porchlight_tenant;
grant select, insert, update on activity_heads, rep_hours, rep_tag_hours, usage_hours to porchlight_tenant;

grant select, insert, update, delete on users, sessions, tenants, installation to porchlight_platform;
grant select on properties, property_tags, leads, knocks, knock_sessions, activity_events, activity_heads,
  rep_hours, rep_tag_hours, usage_hours to porchlight_platform;

grant select, insert on activity_events to porchlight_maintenance;
grant select, insert, update, delete on tenants, users, installation, properties, property_tags, leads, knocks,
  knock_sessions, activity_heads, rep_hours, rep_tag_hours, usage_hours to porchlight_maintenance;

grant select on parcels, parcel_street_words, parcel_datasets, basemap_tiles
  to porchlight_tenant, porchlight_platform, porchlight_maintenance;
grant insert, update, delete on parcels, parcel_street_words, parcel_datasets, basemap_tiles to porchlight_maintenance;
`
