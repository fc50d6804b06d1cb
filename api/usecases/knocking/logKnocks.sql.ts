import { databaseFunction } from '../../database/databaseObject.ts'

const knockRecords = `jsonb_to_recordset(p_knocks) as (
      event_id uuid, property_id uuid, rep_id uuid, session_id uuid, outcome text, note text, lat double precision,
      lng double precision, occurred_at timestamptz, schema_version smallint, sees_all boolean, real_role text,
      acting_role text, actor_session_id uuid, request_id uuid, photo_id uuid, accuracy_meters double precision,
      come_back_at timestamptz, photo_ids uuid[], outcome_id uuid, outcome_name text, outcome_retired boolean,
      do_not_knock boolean, flags text[]
    )`
const knockColumns = `event_id, property_id, rep_id, session_id, outcome, note, lat, lng, occurred_at,
      schema_version, sees_all, real_role, acting_role, actor_session_id, request_id, photo_id, accuracy_meters,
      come_back_at, photo_ids, outcome_id, outcome_name, outcome_retired,
      do_not_knock, flags`
/** SQL: the photos of the knock `i`. During an upgrade, processes of the previous release still send one as `photo_id`. */
const photoIds = 'coalesce(i.photo_ids, array_remove(array[i.photo_id], null))'

/**
 * Checks and saves knocks with distinct event ids, sets the status of their properties (`property_statuses`) and appends their events. Must be the
 * last statement before COMMIT, and is usually a transaction of its own. Runs with the rights of porchlight_tenant, limited to
 * the rows of p_tenant. p_statuses maps outcomes to the status that a property gets. Returns, in order, the outcome of each
 * knock:
 *   appended; replayed (the log has the same knock); conflict (its event_id was used otherwise); property_not_found;
 *   session_not_found; photo_not_found; outcome_retired; do_not_knock; retry (another transaction saved this event_id meanwhile);
 * and the status of its property after all of them.
 */
export const logKnocks = databaseFunction({
  name: 'log_knocks',
  parameters: 'p_tenant uuid, p_statuses jsonb, p_knocks jsonb',
  owner: 'porchlight_tenant',
  callers: ['porchlight_app', 'porchlight_platform'],
  sql: `returns table (outcome text, property_status text)
language plpgsql security definer
set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  v_scope text := set_config('app.tenant_id', p_tenant::text, true);
  v_refusals text[];
  v_seen uuid[];
  v_neighborhoods text[];
  v_has_photos boolean;
  v_id uuid;
  v_inserted uuid[] := '{}';
  v_outcomes text[];
  v_property_statuses text[];
  v_changed uuid[];
  v_statuses text[];
  v_events activity_events[];
begin
  -- The properties are locked before everything else, in the order of their ids: that prevents deadlocks, and the next
  -- statements see the knocks of the transactions before.
  perform 1 from properties p
  where p.tenant_id = p_tenant
    and p.id = any(array(select (k->>'property_id')::uuid from jsonb_array_elements(p_knocks) k))
  order by p.id for no key update;

  -- No WITH, because a distributed database sends its rows to every node, and a knock would fail while any of them is down.
  select array_agg(c.refusal order by c.ord), array_agg(c.seen_id order by c.ord),
    array_agg(c.neighborhood order by c.ord), array_agg(c.status order by c.ord), bool_or(c.has_photos)
  into v_refusals, v_seen, v_neighborhoods, v_property_statuses, v_has_photos
  from (
    select i.ord, p.id as seen_id, p.neighborhood, coalesce(p.status, p_statuses->>i.outcome, 'new') as status,
      ${photoIds} <> '{}' as has_photos, case
      when known.data @> jsonb_build_object('propertyId', i.property_id, 'repId', i.rep_id, 'outcome', i.outcome,
          'sessionId', i.session_id)
        and known.data->>'outcomeId' is not distinct from i.outcome_id::text
        and (known.note, known.lat, known.lng, known.photo_ids, known.accuracy_meters, known.come_back_at)
          is not distinct from (i.note, i.lat, i.lng, ${photoIds}, i.accuracy_meters, i.come_back_at) then 'replayed'
      when p.id is null then 'property_not_found'
      when i.session_id is not null and not exists (select from knock_sessions s
        where s.tenant_id = p_tenant and s.id = i.session_id and s.rep_id = i.rep_id) then 'session_not_found'
      when known.data is not null then 'conflict'
      when i.outcome_retired then 'outcome_retired'
      when i.do_not_knock then 'do_not_knock'
      when ${photoIds} <> '{}' and cardinality(${photoIds}) > (select count(*) from photos f
        where f.tenant_id = p_tenant and f.id = any(${photoIds}) and f.uploaded_by = i.rep_id) then 'photo_not_found'
    end as refusal
    from rows from (${knockRecords}) with ordinality as i (${knockColumns}, ord)
    join tenants t on t.id = p_tenant
    -- LIMIT makes the planner use one index lookup per knock.
    left join lateral (select p.id, p.neighborhood, p.status from properties p
      where p.tenant_id = p_tenant and p.id = i.property_id
        and (i.sees_all or t.team_doors_visible or p.assigned_to = i.rep_id) limit 1) p on true
    -- The photos of a deleted property are deleted, too.
    left join lateral (select e.data, k.note, k.lat, k.lng, k.accuracy_meters, k.come_back_at,
        case when k.property_id is null then ${photoIds} else array(select f.photo_id from knock_photos f
          where f.tenant_id = p_tenant and f.knock_id = k.event_id order by f.place) end as photo_ids
      from activity_events e
      left join knocks k on k.tenant_id = p_tenant and k.event_id = e.event_id
      where e.tenant_id = p_tenant and e.event_id = i.event_id limit 1) known on true
  ) c;

  for v_id in
    insert into knocks (tenant_id, event_id, property_id, rep_id, session_id, outcome, note, lat, lng, occurred_at,
      accuracy_meters, come_back_at, outcome_id, outcome_name, flags)
    select p_tenant, i.event_id, i.property_id, i.rep_id, i.session_id, i.outcome, i.note, i.lat, i.lng, i.occurred_at,
      i.accuracy_meters, i.come_back_at, i.outcome_id, i.outcome_name, coalesce(i.flags, '{}')
    from rows from (${knockRecords}, unnest(v_refusals)) as i (${knockColumns}, refusal)
    where i.refusal is null order by i.event_id on conflict do nothing
    returning knocks.event_id
  loop
    v_inserted := v_inserted || v_id;
  end loop;
  if v_has_photos then
    insert into knock_photos (tenant_id, knock_id, place, photo_id)
    select p_tenant, i.event_id, f.place, f.id
    from rows from (${knockRecords}) as i (${knockColumns}), unnest(${photoIds}) with ordinality f (id, place)
    where i.event_id = any(v_inserted);
  end if;

  select array_agg(r.result order by r.ord),
    array_agg(r.property_id) filter (where r.result = 'appended' and p_statuses->>r.outcome is not null),
    array_agg(row(p_tenant, null, r.event_id, 'DoorKnocked', r.schema_version, jsonb_build_object(
        'propertyId', r.property_id, 'neighborhood', r.neighborhood, 'repId', r.rep_id, 'outcome', r.outcome,
        'sessionId', r.session_id) || case when r.outcome_id is null then '{}' else jsonb_build_object(
        'outcomeId', r.outcome_id, 'outcomeName', r.outcome_name) end
        || case when coalesce(r.flags, '{}') = '{}' then '{}' else jsonb_build_object('flags', r.flags) end, r.occurred_at, null, r.rep_id, r.real_role, r.acting_role, r.actor_session_id,
        r.request_id, r.property_id, null, null)::activity_events order by r.ord) filter (where r.result = 'appended')
  into v_outcomes, v_changed, v_events
  from (
    select i.*, coalesce(i.refusal, case when i.event_id = any(v_inserted) then 'appended' else 'retry' end) as result
    from rows from (${knockRecords}, unnest(v_refusals), unnest(v_neighborhoods)) with ordinality
      as i (${knockColumns}, refusal, neighborhood, ord)
  ) r;

  if v_changed is not null then
    -- Before the update, because the engine of a distributed database runs no function that reads tenant tables within it.
    select array_agg(l.property_id), array_agg(l.status) into v_changed, v_statuses
    from property_statuses(v_changed, p_statuses) l;
    update properties p set status = l.status, updated_at = now()
    from unnest(v_changed, v_statuses) l (property_id, status) where p.tenant_id = p_tenant and p.id = l.property_id;
    select array_agg(coalesce(l.status, r.status) order by r.ord) into v_property_statuses
    from unnest(v_seen, v_property_statuses) with ordinality as r (seen_id, status, ord)
    left join unnest(v_changed, v_statuses) l (property_id, status) on l.property_id = r.seen_id;
  end if;
  return query select * from unnest(v_outcomes, v_property_statuses);
  if v_events is not null then perform append_new_events(p_tenant, v_events); end if;
end $$`,
})
