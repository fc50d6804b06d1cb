-- A log with gapless positions and a hash chain, and one projection, appended to by one function: the usual design on
-- PostgreSQL, without roles, permissions and validation.
create table heads (tenant_id uuid primary key, position bigint not null, hash bytea not null);
create table events (
  tenant_id uuid not null,
  position bigint not null,
  event_id uuid not null,
  type text not null,
  data jsonb not null,
  recorded_at timestamptz not null,
  hash bytea not null,
  primary key (tenant_id, position),
  unique (tenant_id, event_id)
);
create table rep_hours (
  tenant_id uuid not null,
  rep_id uuid not null,
  hour timestamptz not null,
  doors integer not null,
  primary key (tenant_id, rep_id, hour)
);
create function append_knock(tenant_id uuid, event_id uuid, property_id uuid, rep_id uuid, outcome text) returns bigint
language plpgsql volatile as $$
declare
  v_head heads;
  v_data jsonb := jsonb_build_object('propertyId', property_id, 'repId', rep_id, 'outcome', outcome);
begin
  perform pg_advisory_xact_lock(hashtextextended(append_knock.tenant_id::text, 0));
  select * into v_head from heads h where h.tenant_id = append_knock.tenant_id;
  v_head.position := coalesce(v_head.position, 0) + 1;
  v_head.hash := sha256(coalesce(v_head.hash, '') || convert_to(v_head.position || 'DoorKnocked' || v_data::text, 'UTF8'));
  insert into events
  values (append_knock.tenant_id, v_head.position, append_knock.event_id, 'DoorKnocked', v_data, clock_timestamp(), v_head.hash);
  insert into heads values (append_knock.tenant_id, v_head.position, v_head.hash)
  on conflict on constraint heads_pkey do update set position = excluded.position, hash = excluded.hash;
  insert into rep_hours as r values (append_knock.tenant_id, append_knock.rep_id, date_trunc('hour', now()), 1)
  on conflict on constraint rep_hours_pkey do update set doors = r.doors + 1;
  return v_head.position;
end $$;
