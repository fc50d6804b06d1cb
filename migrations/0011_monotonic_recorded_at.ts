import { Migration } from '@mikro-orm/migrations'

/**
 * Makes recorded_at monotonic within a log, even if the clock is set back, because events are found by a binary search for
 * their time. Appends also take an advisory lock that excludes changes of rates, so that a rate takes effect between events.
 */
export class MonotonicRecordedAt extends Migration {
  override up(): void {
    this.addSql('alter table activity_heads add column recorded_at timestamptz')
    this.addSql(append)
  }
}

// recorded_at of a head is null until the first append after this migration.
const append = `
-- Appends the events of p_events that are new, in order, and applies the projections to them. Must be called last before COMMIT.
-- outcome: appended | replayed (the log contains the same event) | conflict (the event_id has another payload).
create or replace function append_activity(p_tenant uuid, p_events jsonb)
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
  perform pg_advisory_xact_lock_shared(hashtextextended('porchlight rates', 0));
  select h.position, h.hash, h.recorded_at into v_start, v_hash, v_recorded from activity_heads h where h.tenant_id = p_tenant;
  if not found then v_start := 0; v_hash := ''; end if;
  v_recorded := greatest(clock_timestamp(), v_recorded);

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
    select e.hash, e.recorded_at into v_hash, v_recorded from activity_events e
    where e.tenant_id = p_tenant and e.position = v_end;
    perform project_activity(p_tenant, v_start, v_end);
    insert into activity_heads as h (tenant_id, position, hash, recorded_at) values (p_tenant, v_end, v_hash, v_recorded)
    on conflict (tenant_id) do update
      set position = excluded.position, hash = excluded.hash, recorded_at = excluded.recorded_at;
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
