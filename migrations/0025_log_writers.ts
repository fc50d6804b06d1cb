import { Migration } from '@mikro-orm/migrations'

/** The tables of the projections. */
const projectionTables = [
  'rep_hours',
  'rep_tag_hours',
  'rep_neighborhood_hours',
  'neighborhood_hours',
  'rep_leads',
  'lead_letters',
  'usage_hours',
  'usage_days',
]

/**
 * Only the append functions write the log, its heads and the projections: they run with the rights of `porchlight_log`, and
 * the application's roles may only read those tables. Adds a role for public records and one for accounts and sessions.
 */
export class LogWriters extends Migration {
  override up(): void {
    for (const sql of [roles, logTables, ...projectionTables.map(protectProjection), functions, narrowRoles])
      this.addSql(sql)
  }
}

/**
 * SQL after which only the append functions and maintenance can write the table of a projection. Every migration that creates
 * such a table runs it after `isolate`.
 */
export function protectProjection(table: string): string {
  return `
alter policy own_tenant on ${table} to porchlight_tenant, porchlight_maintenance, porchlight_log;
revoke insert, update, delete on ${table} from porchlight_tenant, porchlight_platform;
grant select on ${table} to porchlight_tenant, porchlight_platform;
grant select, insert, update on ${table} to porchlight_log;
grant select, insert, update, delete on ${table} to porchlight_maintenance;
`
}

// Roles belong to the whole server, so the migration of another database may have created them, or create them now.
const roles = `
do $$ declare v_role text;
begin
  foreach v_role in array array['porchlight_log', 'porchlight_public', 'porchlight_accounts'] loop
    if not exists (select from pg_roles where rolname = v_role) then
      begin
        execute format('create role %I nologin', v_role);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
  end loop;
end $$;
grant porchlight_public, porchlight_accounts to porchlight_app;
grant porchlight_log, porchlight_public, porchlight_accounts to current_user;
grant usage on schema public to porchlight_log, porchlight_public, porchlight_accounts;
`

// Locked first, because every append locks it before the tables of the projections: that prevents most deadlocks.
const logTables = `
alter policy own_tenant on activity_events to porchlight_tenant, porchlight_maintenance, porchlight_log;
alter policy own_tenant on activity_heads to porchlight_tenant, porchlight_maintenance, porchlight_log;
revoke insert on activity_events from porchlight_tenant, porchlight_platform;
revoke insert, update, delete on activity_heads from porchlight_tenant, porchlight_platform;
grant select, insert on activity_events to porchlight_log;
grant select, insert, update on activity_heads to porchlight_log;
grant select on cost_rates, cost_rate_spans to porchlight_log;
`

/** The first statement of the functions that the application calls: it may append only to the log of its scope. */
const refuseOtherTenant = `
  if p_tenant is distinct from nullif(current_setting('app.tenant_id', true), '')::uuid then
    raise exception 'Events can be appended only to the log of the tenant in scope' using errcode = 'insufficient_privilege';
  end if;`

/**
 * The function that appends events to the log. `recordedAt` is the recorded time of `v_event`; `check` is the first
 * statement.
 */
function appendFunction(name: string, options: string, check: string, recordedAt: string): string {
  return `
create or replace function ${name}(p_tenant uuid, p_events activity_events[]) returns bigint
language plpgsql ${options}
set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  v_head activity_heads;
  v_events activity_events[];
  v_event activity_events;
  v_start bigint;
begin${check}
  perform pg_advisory_xact_lock(hashtextextended(p_tenant::text, 0)),
    pg_advisory_xact_lock_shared(hashtextextended('porchlight rates', 0));
  select * into v_head from activity_heads h where h.tenant_id = p_tenant;
  v_start := coalesce(v_head.position, 0);
  if coalesce(cardinality(p_events), 0) = 0 then return v_start; end if;
  v_head.position := v_start;
  v_head.hash := coalesce(v_head.hash, '');
  v_head.recorded_at := greatest(clock_timestamp(), v_head.recorded_at);
  foreach v_event in array p_events loop
    v_head.position := v_head.position + 1;
    v_event.tenant_id := p_tenant;
    v_event.position := v_head.position;
    v_event.recorded_at := ${recordedAt};
    v_event.fingerprint := activity_fingerprint(v_event.type, v_event.data);
    v_head.hash := sha256(v_head.hash || activity_digest(v_event));
    v_event.hash := v_head.hash;
    v_events := v_events || v_event;
  end loop;
  insert into activity_events select * from unnest(v_events);
  perform project_activity(v_events);
  insert into activity_heads as h (tenant_id, position, hash, recorded_at)
  values (p_tenant, v_head.position, v_head.hash, v_event.recorded_at)
  on conflict (tenant_id) do update
    set position = excluded.position, hash = excluded.hash, recorded_at = excluded.recorded_at;
  return v_start;
end $$;
`
}

const functions = `
-- Appends events whose ids are not in the tenant's log, in order, and applies the projections to them. Sets their position,
-- recorded_at, fingerprint and hash. Must be called last before COMMIT, because it locks the log until then. Returns the
-- position before the first of them.
${appendFunction('append_new_events', 'security definer', refuseOtherTenant, 'v_head.recorded_at')}
-- The same with the recorded_at that an event has, for maintenance, with the rights of its caller.
${appendFunction('append_dated_events', 'security invoker', '', 'coalesce(v_event.recorded_at, v_head.recorded_at)')}
-- The same for events in the format of append_activity.
create function append_dated_activity(p_tenant uuid, p_events jsonb) returns bigint
language sql set search_path = public, pg_temp as $$
  select append_dated_events(p_tenant, array(
    select (p_tenant, null, i.event_id, i.type, i.schema_version, i.data, i.occurred_at, i.recorded_at, i.actor_id,
      i.real_role, i.acting_role, i.session_id, i.request_id, i.subject_id, null, null)::activity_events
    from jsonb_array_elements(p_events) with ordinality as e (event, ord)
    cross join jsonb_populate_record(null::activity_events, e.event) as i
    order by e.ord)) $$;

-- Appends the events of p_events that are new, in order, and applies the projections to them. Must be called last before COMMIT.
-- outcome: appended | replayed (the log contains the same event) | conflict (the event_id has another payload).
create or replace function append_activity(p_tenant uuid, p_events jsonb)
returns table (event_id uuid, "position" bigint, recorded_at timestamptz, outcome text)
language plpgsql security definer
set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  v_incoming activity_events[];
  v_fresh activity_events[];
  v_start bigint;
begin${refuseOtherTenant}
  -- Before the log is searched for known ids.
  perform pg_advisory_xact_lock(hashtextextended(p_tenant::text, 0));

  select array_agg(row(p_tenant, i.ord, i.event_id, i.type, i.schema_version, i.data, i.occurred_at, null, i.actor_id,
    i.real_role, i.acting_role, i.session_id, i.request_id, i.subject_id, null, null)::activity_events order by i.ord)
  into v_incoming
  from rows from (jsonb_to_recordset(p_events) as (
    event_id uuid, type text, schema_version smallint, data jsonb, occurred_at timestamptz, actor_id uuid,
    real_role text, acting_role text, session_id uuid, request_id uuid, subject_id uuid
  )) with ordinality as i (event_id, type, schema_version, data, occurred_at, actor_id,
    real_role, acting_role, session_id, request_id, subject_id, ord);

  select array_agg(f.event order by (f.event).position) into v_fresh from (
    select distinct on (i.event_id) i as event from unnest(v_incoming) i
    -- LIMIT makes the planner use one index lookup per event instead of a hash join with the whole log.
    left join lateral (select k.position from activity_events k
      where k.tenant_id = p_tenant and k.event_id = i.event_id limit 1) known on true
    where known.position is null
    order by i.event_id, i.position
  ) f;

  v_start := append_new_events(p_tenant, v_fresh);

  return query
  select i.event_id, e.position, e.recorded_at,
    case when e.fingerprint <> activity_fingerprint(i.type, i.data) then 'conflict'
         when e.position > v_start then 'appended' else 'replayed' end
  from unnest(v_incoming) i
  cross join lateral (select k.position, k.recorded_at, k.fingerprint from activity_events k
    where k.tenant_id = p_tenant and k.event_id = i.event_id limit 1) e;
end $$;

revoke execute on function append_new_events(uuid, activity_events[]), append_activity(uuid, jsonb),
  append_dated_events(uuid, activity_events[]), append_dated_activity(uuid, jsonb) from public;
grant execute on function append_new_events(uuid, activity_events[]), append_activity(uuid, jsonb) to porchlight_tenant;
grant execute on function append_dated_events(uuid, activity_events[]), append_dated_activity(uuid, jsonb)
  to porchlight_maintenance;
grant create on schema public to porchlight_log;
alter function append_new_events(uuid, activity_events[]) owner to porchlight_log;
alter function append_activity(uuid, jsonb) owner to porchlight_log;
revoke create on schema public from porchlight_log;
`

// A sign-in changes no account but its password, and registration, which creates accounts, is not for this role.
const narrowRoles = `
grant select on parcels, parcel_street_words, parcel_datasets, basemap_tiles to porchlight_public;

grant select on users, tenants to porchlight_accounts;
grant update (password_hash, must_change_password) on users to porchlight_accounts;
grant select, insert, update, delete on sessions, idempotency_keys to porchlight_accounts;
grant select, insert, update on api_keys to porchlight_accounts;
grant select, insert, delete on sign_in_failures to porchlight_accounts;
`
