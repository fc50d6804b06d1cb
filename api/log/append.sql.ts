import { databaseFunction, type DatabaseObject } from '../database/databaseObject.ts'

/**
 * Makes every other append to the tenant's log wait until the transaction ends. Returns the head; at position 0 if the log is
 * empty.
 */
const lockLog = databaseFunction({
  name: 'lock_log',
  parameters: 'p_tenant uuid',
  callers: ['porchlight_log', 'porchlight_maintenance'],
  sql: `returns activity_heads
language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  v_head activity_heads;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_tenant::text, 0)),
    pg_advisory_xact_lock_shared(hashtextextended('porchlight rates', 0));
  select * into v_head from activity_heads h where h.tenant_id = p_tenant for update;
  if not found then
    insert into activity_heads as h (tenant_id, position, hash, recorded_at) values (p_tenant, 0, '', '-infinity')
    on conflict do nothing;
    select * into v_head from activity_heads h where h.tenant_id = p_tenant for update;
  end if;
  return v_head;
end $$`,
})

/** The first statement of the functions that the application calls: it may append only to the log of its scope. */
const refuseOtherTenant = `
  if p_tenant is distinct from nullif(current_setting('app.tenant_id', true), '')::uuid then
    raise exception 'Events can be appended only to the log of the tenant in scope' using errcode = 'insufficient_privilege';
  end if;`

/** What follows the parameters. `check` is the first statement, and `recordedAt` the recorded time of `v_event`. */
const appendSql = (rights: string, check: string, recordedAt: string) => `returns bigint
language plpgsql ${rights}
set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  v_head activity_heads;
  v_events activity_events[];
  v_event activity_events;
  v_start bigint;
begin${check}
  v_head := lock_log(p_tenant);
  v_start := v_head.position;
  if coalesce(cardinality(p_events), 0) = 0 then return v_start; end if;
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
  -- One row is inserted with its values: a node cannot copy rows of a selection to another node under row-level security.
  if cardinality(v_events) = 1 then
    insert into activity_events values ((v_events[1]).*);
  else
    insert into activity_events select * from unnest(v_events);
  end if;
  perform project_activity(v_events);
  update activity_heads h set position = v_head.position, hash = v_head.hash, recorded_at = v_event.recorded_at
  where h.tenant_id = p_tenant;
  return v_start;
end $$`

/**
 * Appends events whose ids are not in the tenant's log, in order, and applies the projections to them. Sets their position,
 * recorded_at, fingerprint and hash. Must be called last before COMMIT, because it locks the log until then. Returns the
 * position before the first of them.
 */
const appendNewEvents = databaseFunction({
  name: 'append_new_events',
  parameters: 'p_tenant uuid, p_events activity_events[]',
  owner: 'porchlight_log',
  callers: ['porchlight_tenant'],
  sql: appendSql('security definer', refuseOtherTenant, 'v_head.recorded_at'),
})

/** The same with the recorded_at that an event has, for maintenance, with the rights of its caller. */
const appendDatedEvents = databaseFunction({
  name: 'append_dated_events',
  parameters: 'p_tenant uuid, p_events activity_events[]',
  callers: ['porchlight_maintenance'],
  sql: appendSql('security invoker', '', 'coalesce(v_event.recorded_at, v_head.recorded_at)'),
})

/** The same for events in the format of append_activity. */
const appendDatedActivity = databaseFunction({
  name: 'append_dated_activity',
  parameters: 'p_tenant uuid, p_events jsonb',
  callers: ['porchlight_maintenance'],
  sql: `returns bigint
language sql set search_path = public, pg_temp as $$
  select append_dated_events(p_tenant, array(
    select (p_tenant, null, i.event_id, i.type, i.schema_version, i.data, i.occurred_at, i.recorded_at, i.actor_id,
      i.real_role, i.acting_role, i.session_id, i.request_id, i.subject_id, null, null)::activity_events
    from jsonb_array_elements(p_events) with ordinality as e (event, ord)
    cross join jsonb_populate_record(null::activity_events, e.event) as i
    order by e.ord)) $$`,
})

/**
 * Appends the events of p_events that are new, in order, and applies the projections to them. Must be called last before COMMIT.
 * outcome: appended | replayed (the log contains the same event) | conflict (the event_id has another payload).
 */
const appendActivity = databaseFunction({
  name: 'append_activity',
  parameters: 'p_tenant uuid, p_events jsonb',
  owner: 'porchlight_log',
  callers: ['porchlight_tenant'],
  sql: `returns table (event_id uuid, "position" bigint, recorded_at timestamptz, outcome text)
language plpgsql security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  v_incoming activity_events[];
  v_fresh activity_events[];
  v_start bigint;
begin${refuseOtherTenant}
  -- Before the log is searched for known ids.
  perform lock_log(p_tenant);

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
end $$`,
})

/** The functions that write the log. */
export const appendFunctions: DatabaseObject[] = [
  lockLog,
  appendNewEvents,
  appendDatedEvents,
  appendDatedActivity,
  appendActivity,
]
