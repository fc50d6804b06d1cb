-- The schema of release 0.1, printed from a database that it made.

-- Types

create type house_change as (tenant_id uuid, rep_id uuid, cell bigint, lat double precision, lng double precision, houses integer);

-- Functions of columns

CREATE OR REPLACE FUNCTION public.words_of(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select ' ' || btrim(regexp_replace(regexp_replace(lower(normalize(p_text, NFKD)),
    '[\u0300-\u036f''’.]', '', 'g'), '[^[:alnum:]]+', ' ', 'g')) || ' ' $function$
;

-- Tables

create table activity_events (
  tenant_id uuid not null,
  "position" bigint not null,
  event_id uuid not null,
  type text not null,
  schema_version smallint not null,
  data jsonb not null,
  occurred_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  actor_id uuid,
  real_role text,
  acting_role text,
  session_id uuid,
  request_id uuid,
  subject_id uuid,
  fingerprint bytea not null,
  hash bytea not null,
  constraint activity_events_pkey PRIMARY KEY (tenant_id, "position"),
  constraint activity_events_tenant_id_event_id_key UNIQUE (tenant_id, event_id)
);
create table activity_heads (
  tenant_id uuid not null,
  "position" bigint not null,
  hash bytea not null,
  recorded_at timestamp with time zone,
  constraint activity_heads_pkey PRIMARY KEY (tenant_id)
) with (fillfactor=50);
create table api_keys (
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  name text not null,
  scope text not null,
  hint text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  viewed_role text,
  viewed_tenant_id uuid,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_token_hash_key UNIQUE (token_hash),
  constraint api_keys_scope_check CHECK ((scope = ANY (ARRAY['read'::text, 'full'::text])))
);
create table basemap_tiles (
  z smallint not null,
  x integer not null,
  y integer not null,
  tile bytea not null,
  constraint basemap_tiles_pkey PRIMARY KEY (z, x, y)
);
create table cost_rates (
  service_type text not null,
  effective_from timestamp with time zone not null,
  micros bigint not null,
  set_by uuid,
  constraint cost_rates_pkey PRIMARY KEY (service_type, effective_from),
  constraint cost_rates_micros_check CHECK ((micros >= 0))
);
create table idempotency_keys (
  user_id uuid not null,
  key_hash bytea not null,
  fingerprint bytea not null,
  claimed_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  status integer,
  answer text,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key_hash)
);
create table installation (
  key text not null,
  value jsonb not null,
  constraint installation_pkey PRIMARY KEY (key)
);
create table knock_sessions (
  tenant_id uuid not null,
  id uuid not null,
  rep_id uuid not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  lat double precision,
  lng double precision,
  constraint knock_sessions_pkey PRIMARY KEY (tenant_id, id)
);
create table knocks (
  tenant_id uuid not null,
  event_id uuid not null,
  property_id uuid,
  rep_id uuid not null,
  session_id uuid,
  outcome text not null,
  note text,
  lat double precision,
  lng double precision,
  occurred_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  constraint knocks_pkey PRIMARY KEY (tenant_id, event_id)
);
create table leads (
  tenant_id uuid not null,
  id uuid not null,
  property_id uuid not null,
  tag text not null,
  priority text not null,
  status text default 'new'::text not null,
  template_data jsonb default '{}'::jsonb not null,
  rep_id uuid not null,
  created_at timestamp with time zone default now() not null,
  completed_at timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  words text collate "C" default ''::text not null,
  constraint leads_pkey PRIMARY KEY (tenant_id, id),
  constraint leads_priority_check CHECK ((priority = ANY (ARRAY['normal'::text, 'high'::text]))),
  constraint leads_status_check CHECK ((status = ANY (ARRAY['new'::text, 'contacted'::text, 'completed'::text])))
);
create table neighborhood_hours (
  tenant_id uuid not null,
  hour timestamp with time zone not null,
  neighborhood text not null,
  city text not null,
  leads integer not null,
  conversions integer not null,
  constraint neighborhood_hours_pkey PRIMARY KEY (tenant_id, hour, neighborhood, city)
) with (fillfactor=70);
create table parcel_datasets (
  name text not null,
  source text not null,
  parcels integer not null,
  imported_at timestamp with time zone default now() not null,
  constraint parcel_datasets_pkey PRIMARY KEY (name)
);
create table parcel_street_words (
  word text not null,
  street_key text not null,
  city text default ''::text not null,
  constraint parcel_street_words_pkey PRIMARY KEY (word, street_key, city)
);
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
  facts jsonb default '{}'::jsonb not null,
  constraint parcels_pkey PRIMARY KEY (dataset, parcel_id)
);
create table properties (
  tenant_id uuid not null,
  id uuid not null,
  address text not null,
  street_number text default ''::text not null,
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
  unconfirmed boolean default false not null,
  neighborhood text,
  notes text,
  priority text default 'normal'::text not null,
  status text default 'new'::text not null,
  assigned_to uuid,
  created_by uuid not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  words text collate "C" generated always as (words_of(((((((address || ' '::text) || COALESCE(city, ''::text)) || ' '::text) || COALESCE(zip_code, ''::text)) || ' '::text) || COALESCE(owner_name, ''::text)))) stored not null,
  constraint properties_pkey PRIMARY KEY (tenant_id, id),
  constraint properties_priority_check CHECK ((priority = ANY (ARRAY['normal'::text, 'high'::text]))),
  constraint properties_status_check CHECK ((status = ANY (ARRAY['new'::text, 'contacted'::text, 'interested'::text, 'not_interested'::text])))
) with (fillfactor=80);
create table property_cells (
  tenant_id uuid not null,
  rep_id uuid not null,
  level smallint not null,
  square bigint not null,
  houses integer not null,
  lat_sum bigint not null,
  lng_sum bigint not null,
  constraint property_cells_pkey PRIMARY KEY (tenant_id, rep_id, level, square)
);
create table property_tags (
  tenant_id uuid not null,
  property_id uuid not null,
  tag text not null,
  "position" integer not null,
  constraint property_tags_pkey PRIMARY KEY (tenant_id, property_id, tag)
);
create table property_words (
  tenant_id uuid not null,
  word text collate "C" not null,
  property_id uuid not null,
  constraint property_words_pkey PRIMARY KEY (tenant_id, word, property_id)
);
create table rep_hours (
  tenant_id uuid not null,
  rep_id uuid not null,
  hour timestamp with time zone not null,
  doors integer not null,
  leads integer not null,
  conversions integer not null,
  properties integer not null,
  late integer default 0 not null,
  constraint rep_hours_pkey PRIMARY KEY (tenant_id, hour, rep_id)
) with (fillfactor=70);
create table rep_leads (
  tenant_id uuid not null,
  rep_id uuid not null,
  leads integer not null,
  new_leads integer not null,
  contacted integer not null,
  completed integer not null,
  constraint rep_leads_pkey PRIMARY KEY (tenant_id, rep_id)
);
create table rep_neighborhood_hours (
  tenant_id uuid not null,
  rep_id uuid not null,
  hour timestamp with time zone not null,
  neighborhood text not null,
  city text not null,
  leads integer not null,
  conversions integer not null,
  constraint rep_neighborhood_hours_pkey PRIMARY KEY (tenant_id, rep_id, hour, neighborhood, city)
) with (fillfactor=70);
create table rep_tag_hours (
  tenant_id uuid not null,
  rep_id uuid not null,
  tag text not null,
  hour timestamp with time zone not null,
  leads integer not null,
  constraint rep_tag_hours_pkey PRIMARY KEY (tenant_id, hour, rep_id, tag)
);
create table schema_migrations (
  id serial not null,
  name character varying(255) not null,
  executed_at timestamp(6) with time zone default CURRENT_TIMESTAMP(6) not null,
  constraint schema_migrations_pkey PRIMARY KEY (id)
);
create table sessions (
  token_hash bytea not null,
  id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  viewed_role text,
  viewed_tenant_id uuid,
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_id_key UNIQUE (id)
);
create table sign_in_failures (
  id uuid not null,
  account_key bytea not null,
  address_key bytea not null,
  at timestamp with time zone not null,
  constraint sign_in_failures_pkey PRIMARY KEY (id)
);
create table targets (
  tenant_id uuid not null,
  user_id uuid not null,
  period text not null,
  metric text not null,
  value integer not null,
  set_by uuid not null,
  set_at timestamp with time zone not null,
  constraint targets_pkey PRIMARY KEY (tenant_id, user_id, period, metric),
  constraint targets_metric_check CHECK ((metric = ANY (ARRAY['leads_created'::text, 'leads_converted'::text, 'doors_knocked'::text]))),
  constraint targets_period_check CHECK ((period = ANY (ARRAY['day'::text, 'week'::text, 'month'::text]))),
  constraint targets_value_check CHECK ((value > 0))
);
create table templates (
  tenant_id uuid not null,
  id uuid not null,
  filename text not null,
  filename_key text not null,
  tag text,
  size integer not null,
  content bytea not null,
  uploaded_by uuid not null,
  created_at timestamp with time zone default now() not null,
  modified_at timestamp with time zone default now() not null,
  constraint templates_pkey PRIMARY KEY (tenant_id, id),
  constraint templates_tenant_id_filename_key_key UNIQUE (tenant_id, filename_key)
);
alter table templates alter column content set storage external;
create table tenants (
  id uuid not null,
  name text not null,
  company_name text not null,
  time_zone text default 'America/Indiana/Indianapolis'::text not null,
  created_at timestamp with time zone default now() not null,
  constraint tenants_pkey PRIMARY KEY (id)
);
create table usage_days (
  tenant_id uuid not null,
  day date not null,
  api_calls bigint not null,
  map_loads bigint not null,
  regrid_lookups bigint not null,
  cost_micros bigint not null,
  constraint usage_days_pkey PRIMARY KEY (tenant_id, day)
) with (fillfactor=70);
create table usage_hours (
  tenant_id uuid not null,
  type text not null,
  hour timestamp with time zone not null,
  events integer not null,
  quantity bigint not null,
  cost_micros bigint default 0 not null,
  call_micros bigint default 0 not null,
  constraint usage_hours_pkey PRIMARY KEY (tenant_id, hour, type)
) with (fillfactor=70);
create table usage_reports (
  tenant_id uuid not null,
  id uuid not null,
  service_type text not null,
  quantity integer not null,
  note text,
  reported_by uuid not null,
  reported_at timestamp with time zone not null,
  constraint usage_reports_pkey PRIMARY KEY (tenant_id, id)
);
create table users (
  id uuid not null,
  email text not null,
  email_key text not null,
  full_name text not null,
  role text not null,
  tenant_id uuid,
  phone text,
  password_hash text not null,
  status text not null,
  must_change_password boolean default false not null,
  demo boolean default false not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key_key UNIQUE (email_key),
  constraint users_role_check CHECK ((role = ANY (ARRAY['sales_rep'::text, 'admin'::text, 'owner'::text, 'global_admin'::text]))),
  constraint users_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'blocked'::text])))
);

-- Constraints

alter table api_keys add constraint api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table idempotency_keys add constraint idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table knock_sessions add constraint knock_sessions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table knocks add constraint knocks_tenant_id_property_id_fkey FOREIGN KEY (tenant_id, property_id) REFERENCES properties(tenant_id, id) ON DELETE SET NULL (property_id);
alter table leads add constraint leads_tenant_id_property_id_fkey FOREIGN KEY (tenant_id, property_id) REFERENCES properties(tenant_id, id);
alter table properties add constraint properties_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table property_tags add constraint property_tags_tenant_id_property_id_fkey FOREIGN KEY (tenant_id, property_id) REFERENCES properties(tenant_id, id) ON DELETE CASCADE;
alter table sessions add constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table targets add constraint targets_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table templates add constraint templates_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table usage_reports add constraint usage_reports_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table users add constraint users_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);

-- Indexes

CREATE INDEX activity_events_actor ON activity_events USING btree (tenant_id, actor_id, "position");
CREATE INDEX activity_events_rare ON activity_events USING btree (tenant_id, type, "position") WHERE (type <> ALL (ARRAY['DoorKnocked'::text, 'MapLoaded'::text, 'ParcelLookedUp'::text, 'AddressGeocoded'::text, 'ParcelCallReported'::text]));
CREATE INDEX activity_events_subject ON activity_events USING btree (tenant_id, subject_id, "position");
CREATE INDEX api_keys_user ON api_keys USING btree (user_id, created_at DESC);
CREATE INDEX idempotency_keys_expiry ON idempotency_keys USING btree (expires_at);
CREATE INDEX knock_sessions_rep ON knock_sessions USING btree (tenant_id, rep_id, started_at DESC);
CREATE INDEX knocks_property ON knocks USING btree (tenant_id, property_id, occurred_at DESC);
CREATE INDEX knocks_session ON knocks USING btree (tenant_id, session_id);
CREATE INDEX leads_id ON leads USING btree (id);
CREATE INDEX leads_newest ON leads USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX leads_newest_of_all ON leads USING btree (created_at DESC, id DESC);
CREATE INDEX leads_priority_newest ON leads USING btree (tenant_id, priority, created_at DESC, id DESC);
CREATE INDEX leads_property ON leads USING btree (tenant_id, property_id);
CREATE INDEX leads_rep ON leads USING btree (tenant_id, rep_id, created_at DESC, id DESC);
CREATE INDEX leads_status_newest ON leads USING btree (tenant_id, status, created_at DESC, id DESC);
CREATE INDEX leads_tag_newest ON leads USING btree (tenant_id, tag, created_at DESC, id DESC);
CREATE INDEX parcel_street_words_prefix ON parcel_street_words USING btree (word text_pattern_ops);
CREATE INDEX parcels_address ON parcels USING btree (street_number, street_key text_pattern_ops);
CREATE INDEX parcels_cell ON parcels USING btree (cell);
CREATE INDEX parcels_street ON parcels USING btree (street_key, street_number);
CREATE INDEX properties_assigned ON properties USING btree (tenant_id, assigned_to, created_at DESC, id DESC);
CREATE INDEX properties_assigned_cell ON properties USING btree (tenant_id, assigned_to, cell);
CREATE INDEX properties_cell ON properties USING btree (tenant_id, cell);
CREATE INDEX properties_id ON properties USING btree (id);
CREATE INDEX properties_newest ON properties USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX properties_newest_of_all ON properties USING btree (created_at DESC, id DESC);
CREATE INDEX properties_point5 ON properties USING btree (tenant_id, point5);
CREATE INDEX properties_point6 ON properties USING btree (tenant_id, point6);
CREATE INDEX property_tags_tag ON property_tags USING btree (tenant_id, tag, property_id);
CREATE INDEX sessions_expiry ON sessions USING btree (expires_at);
CREATE INDEX sessions_user ON sessions USING btree (user_id);
CREATE INDEX sign_in_failures_account ON sign_in_failures USING btree (account_key, at);
CREATE INDEX sign_in_failures_address ON sign_in_failures USING btree (address_key, at);
CREATE INDEX sign_in_failures_at ON sign_in_failures USING btree (at);
CREATE INDEX templates_tag ON templates USING btree (tenant_id, tag, modified_at DESC);
CREATE INDEX users_newest ON users USING btree (created_at DESC, id DESC);
CREATE INDEX users_tenant ON users USING btree (tenant_id, full_name);

-- Views

create view cost_rate_spans with (security_invoker=true) as
 SELECT service_type,
    micros,
    effective_from,
    lead(effective_from, 1, 'infinity'::timestamp with time zone) OVER (PARTITION BY service_type ORDER BY effective_from) AS effective_until
   FROM cost_rates;

-- Functions

CREATE OR REPLACE FUNCTION public.activity_chain_step(state bytea, head bytea, digest bytea)
 RETURNS bytea
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$ begin return sha256(coalesce(state, head) || digest); end $function$
;
CREATE OR REPLACE FUNCTION public.activity_position_from(p_tenant uuid, p_at timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
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
end $function$
;
CREATE OR REPLACE FUNCTION public.append_activity(p_tenant uuid, p_events jsonb)
 RETURNS TABLE(event_id uuid, "position" bigint, recorded_at timestamp with time zone, outcome text)
 LANGUAGE plpgsql
AS $function$
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
    -- LIMIT keeps the planner to one index look-up an event; a hash of the whole log is what it would guess.
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
end $function$
;
CREATE OR REPLACE FUNCTION public.last_standing_knocks(p_houses uuid[], p_statuses jsonb)
 RETURNS TABLE(property_id uuid, status text)
 LANGUAGE plpgsql
 ROWS 5
AS $function$
begin
  return query
  select h.id, p_statuses->>o.outcome from unnest(p_houses) as h (id)
  -- LIMIT keeps the planner to one index look-up a house; a scan of the knocks is what it guesses while they are few.
  cross join lateral (select k.outcome from knocks k
    where k.property_id = h.id and k.withdrawn_at is null and p_statuses->>k.outcome is not null
    order by k.occurred_at desc, k.event_id desc limit 1) o;
end $function$
;
CREATE OR REPLACE FUNCTION public.lead_words_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update leads set words = new.words where tenant_id = new.tenant_id and property_id = new.id;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.lead_words_set()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- FOR SHARE: whoever renames the house at this moment is waited for.
  select p.words into new.words from properties p where p.tenant_id = new.tenant_id and p.id = new.property_id for share;
  new.words := coalesce(new.words, '');
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.project_activity(p_tenant uuid, p_after bigint, p_upto bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_types text[] := array(select distinct e.type from (select * from activity_events where tenant_id = p_tenant and position > p_after and position <= p_upto) e);
begin
if v_types && array['DoorKnocked', 'KnockWithdrawn', 'LeadCreated', 'LeadDeleted', 'LeadStatusChanged', 'ParcelLookedUp'] then
insert into rep_hours as t (tenant_id, hour, rep_id, doors, leads, conversions, properties, late)
select tenant_id, hour, rep_id, sum(doors), sum(leads), sum(conversions), sum(properties), sum(late)
from (
select c.*, date_bin('1 hour', c.at, '2000-01-01 00:00:00+00'::timestamptz) as hour,
  case when c.late_by > interval '1 hour' and c.doors + c.leads + c.conversions + c.properties > 0 then 1 else 0 end as late
from (
  select e.tenant_id, e.position, e.subject_id, (e.data->>'repId')::uuid as rep_id, e.recorded_at - e.occurred_at as late_by,
    case e.type when 'DoorKnocked' then e.event_id when 'ParcelLookedUp' then e.event_id
      when 'KnockWithdrawn' then (e.data->>'knockId')::uuid else (e.data->>'leadId')::uuid end as thing,
    case when e.type in ('KnockWithdrawn', 'LeadDeleted') then (e.data->>'countedAt')::timestamptz else e.occurred_at end as at,
    case e.type when 'DoorKnocked' then 1 when 'KnockWithdrawn' then -1 else 0 end as doors,
    case e.type when 'LeadCreated' then 1 when 'LeadDeleted' then -1 else 0 end as leads,
    case e.type when 'LeadStatusChanged' then 1 else 0 end as conversions,
    case e.type when 'ParcelLookedUp' then 1 else 0 end as properties
  from (select * from activity_events where tenant_id = p_tenant and position > p_after and position <= p_upto) e
  where e.type in ('DoorKnocked', 'KnockWithdrawn', 'LeadCreated', 'LeadDeleted')
    or e.type = 'ParcelLookedUp' and (e.data->>'found')::boolean
    or e.type = 'LeadStatusChanged' and e.data->>'to' = 'completed'
  union all
  select e.tenant_id, e.position, e.subject_id, (e.data->>'repId')::uuid, e.recorded_at - e.occurred_at,
    (e.data->>'leadId')::uuid, (e.data->>(case e.type when 'LeadDeleted' then 'convertedAt' else 'countedAt' end))::timestamptz,
    0, 0, -1, 0
  from (select * from activity_events where tenant_id = p_tenant and position > p_after and position <= p_upto) e
  where e.type = 'LeadStatusChanged' and e.data->>'from' = 'completed'
    or e.type = 'LeadDeleted' and e.data->>'convertedAt' is not null
) c) counted
group by tenant_id, hour, rep_id
order by tenant_id, hour, rep_id
on conflict (tenant_id, hour, rep_id) do update set
  doors = t.doors + excluded.doors,
  leads = t.leads + excluded.leads,
  conversions = t.conversions + excluded.conversions,
  properties = t.properties + excluded.properties,
  late = t.late + excluded.late;
end if;
if v_types && array['LeadCreated', 'LeadDeleted', 'LeadRetagged'] then
insert into rep_tag_hours as t (tenant_id, hour, rep_id, tag, leads)
select tenant_id, hour, rep_id, tag, sum(leads)
from (
select e.tenant_id, e.position, e.subject_id, (e.data->>'leadId')::uuid as thing, c.at,
  (e.data->>'repId')::uuid as rep_id, c.tag, date_bin('1 hour', c.at, '2000-01-01 00:00:00+00'::timestamptz) as hour, c.leads
from (select * from activity_events where tenant_id = p_tenant and position > p_after and position <= p_upto) e
cross join lateral (
  select e.data->>'tag', e.occurred_at, 1 where e.type = 'LeadCreated'
  union all select e.data->>'tag', (e.data->>'countedAt')::timestamptz, -1 where e.type = 'LeadDeleted'
  union all select e.data->>'from', (e.data->>'countedAt')::timestamptz, -1 where e.type = 'LeadRetagged'
  union all select e.data->>'tag', (e.data->>'countedAt')::timestamptz, 1 where e.type = 'LeadRetagged'
) as c (tag, at, leads)
where e.type in ('LeadCreated', 'LeadDeleted', 'LeadRetagged')) counted
group by tenant_id, hour, rep_id, tag
order by tenant_id, hour, rep_id, tag
on conflict (tenant_id, hour, rep_id, tag) do update set
  leads = t.leads + excluded.leads;
end if;
if v_types && array['LeadCreated', 'LeadDeleted', 'LeadStatusChanged'] then
insert into neighborhood_hours as t (tenant_id, hour, neighborhood, city, leads, conversions)
select tenant_id, hour, neighborhood, city, sum(leads), sum(conversions)
from (
select e.tenant_id, e.position, e.subject_id, (e.data->>'leadId')::uuid as thing, c.at,
  (e.data->>'repId')::uuid as rep_id, coalesce(e.data->>'neighborhood', '') as neighborhood,
  coalesce(e.data->>'city', '') as city, date_bin('1 hour', c.at, '2000-01-01 00:00:00+00'::timestamptz) as hour, c.leads, c.conversions
from (select * from activity_events where tenant_id = p_tenant and position > p_after and position <= p_upto) e
cross join lateral (
  select e.occurred_at, 1, 0 where e.type = 'LeadCreated'
  union all select (e.data->>'countedAt')::timestamptz, -1, 0 where e.type = 'LeadDeleted'
  union all select e.occurred_at, 0, 1 where e.type = 'LeadStatusChanged' and e.data->>'to' = 'completed'
  union all select (e.data->>'countedAt')::timestamptz, 0, -1
    where e.type = 'LeadStatusChanged' and e.data->>'from' = 'completed'
  union all select (e.data->>'convertedAt')::timestamptz, 0, -1
    where e.type = 'LeadDeleted' and e.data->>'convertedAt' is not null
) as c (at, leads, conversions)
where e.type in ('LeadCreated', 'LeadDeleted', 'LeadStatusChanged')) counted
group by tenant_id, hour, neighborhood, city
order by tenant_id, hour, neighborhood, city
on conflict (tenant_id, hour, neighborhood, city) do update set
  leads = t.leads + excluded.leads,
  conversions = t.conversions + excluded.conversions;
end if;
if v_types && array['LeadCreated', 'LeadDeleted', 'LeadStatusChanged'] then
insert into rep_neighborhood_hours as t (tenant_id, rep_id, hour, neighborhood, city, leads, conversions)
select tenant_id, rep_id, hour, neighborhood, city, sum(leads), sum(conversions)
from (
select e.tenant_id, e.position, e.subject_id, (e.data->>'leadId')::uuid as thing, c.at,
  (e.data->>'repId')::uuid as rep_id, coalesce(e.data->>'neighborhood', '') as neighborhood,
  coalesce(e.data->>'city', '') as city, date_bin('1 hour', c.at, '2000-01-01 00:00:00+00'::timestamptz) as hour, c.leads, c.conversions
from (select * from activity_events where tenant_id = p_tenant and position > p_after and position <= p_upto) e
cross join lateral (
  select e.occurred_at, 1, 0 where e.type = 'LeadCreated'
  union all select (e.data->>'countedAt')::timestamptz, -1, 0 where e.type = 'LeadDeleted'
  union all select e.occurred_at, 0, 1 where e.type = 'LeadStatusChanged' and e.data->>'to' = 'completed'
  union all select (e.data->>'countedAt')::timestamptz, 0, -1
    where e.type = 'LeadStatusChanged' and e.data->>'from' = 'completed'
  union all select (e.data->>'convertedAt')::timestamptz, 0, -1
    where e.type = 'LeadDeleted' and e.data->>'convertedAt' is not null
) as c (at, leads, conversions)
where e.type in ('LeadCreated', 'LeadDeleted', 'LeadStatusChanged')) counted
group by tenant_id, rep_id, hour, neighborhood, city
order by tenant_id, rep_id, hour, neighborhood, city
on conflict (tenant_id, rep_id, hour, neighborhood, city) do update set
  leads = t.leads + excluded.leads,
  conversions = t.conversions + excluded.conversions;
end if;
if v_types && array['LeadCreated', 'LeadDeleted', 'LeadStatusChanged'] then
insert into rep_leads as t (tenant_id, rep_id, leads, new_leads, contacted, completed)
select tenant_id, rep_id, sum(leads), sum(new_leads), sum(contacted), sum(completed)
from (
select e.tenant_id, e.position, e.subject_id, (e.data->>'leadId')::uuid as thing, e.occurred_at as at,
  (e.data->>'repId')::uuid as rep_id, c.leads, case c.status when 'new' then c.n else 0 end as new_leads,
  case c.status when 'contacted' then c.n else 0 end as contacted,
  case c.status when 'completed' then c.n else 0 end as completed
from (select * from activity_events where tenant_id = p_tenant and position > p_after and position <= p_upto) e
cross join lateral (
  select 1, 'new', 1 where e.type = 'LeadCreated'
  union all select 0, e.data->>'from', -1 where e.type = 'LeadStatusChanged'
  union all select 0, e.data->>'to', 1 where e.type = 'LeadStatusChanged'
  union all select -1, coalesce(e.data->>'status', case when e.data->>'convertedAt' is null then 'new' else 'completed' end), -1
    where e.type = 'LeadDeleted'
) as c (leads, status, n)
where e.type in ('LeadCreated', 'LeadDeleted', 'LeadStatusChanged')) counted
group by tenant_id, rep_id
order by tenant_id, rep_id
on conflict (tenant_id, rep_id) do update set
  leads = t.leads + excluded.leads,
  new_leads = t.new_leads + excluded.new_leads,
  contacted = t.contacted + excluded.contacted,
  completed = t.completed + excluded.completed;
end if;
insert into usage_hours as t (tenant_id, hour, type, events, quantity, cost_micros, call_micros)
select tenant_id, hour, type, sum(events), sum(quantity), sum(cost_micros), sum(call_micros)
from (
select p.*, date_bin('1 hour', p.at, '2000-01-01 00:00:00+00'::timestamptz) as hour, 1 as events from (
select e.tenant_id, e.position, e.subject_id, e.event_id as thing, e.type, e.actor_id, e.occurred_at as at,
  case e.type when 'ParcelLookedUp' then 'regrid_lookups' when 'MapLoaded' then 'map_loads' when 'AddressGeocoded' then 'geocoding' when 'LettersPrinted' then 'document_printing' else null end as service, case e.type when 'ParcelLookedUp' then (e.data->>'records')::bigint when 'MapLoaded' then 1 when 'AddressGeocoded' then 1 when 'LettersPrinted' then (e.data->>'count')::bigint else 0 end as quantity,
  case e.type when 'ParcelLookedUp' then (e.data->>'records')::bigint * (select array_agg(micros order by effective_from) from cost_rates where service_type = 'regrid_lookups')[width_bucket(e.priced_at,
    (select array_agg(effective_from order by effective_from) from cost_rates where service_type = 'regrid_lookups'))] when 'MapLoaded' then 1 * (select array_agg(micros order by effective_from) from cost_rates where service_type = 'map_loads')[width_bucket(e.priced_at,
    (select array_agg(effective_from order by effective_from) from cost_rates where service_type = 'map_loads'))] when 'AddressGeocoded' then 1 * (select array_agg(micros order by effective_from) from cost_rates where service_type = 'geocoding')[width_bucket(e.priced_at,
    (select array_agg(effective_from order by effective_from) from cost_rates where service_type = 'geocoding'))] when 'LettersPrinted' then (e.data->>'count')::bigint * (select array_agg(micros order by effective_from) from cost_rates where service_type = 'document_printing')[width_bucket(e.priced_at,
    (select array_agg(effective_from order by effective_from) from cost_rates where service_type = 'document_printing'))] else 0 end as cost_micros, (select array_agg(micros order by effective_from) from cost_rates where service_type = 'api_calls')[width_bucket(e.priced_at,
    (select array_agg(effective_from order by effective_from) from cost_rates where service_type = 'api_calls'))] as call_micros
from (select *, least(occurred_at, recorded_at) as priced_at from (select * from activity_events where tenant_id = p_tenant and position > p_after and position <= p_upto) s) e) p) counted
group by tenant_id, hour, type
order by tenant_id, hour, type
on conflict (tenant_id, hour, type) do update set
  events = t.events + excluded.events,
  quantity = t.quantity + excluded.quantity,
  cost_micros = t.cost_micros + excluded.cost_micros,
  call_micros = t.call_micros + excluded.call_micros;
insert into usage_days as t (tenant_id, day, api_calls, map_loads, regrid_lookups, cost_micros)
select tenant_id, day, sum(api_calls), sum(map_loads), sum(regrid_lookups), sum(cost_micros)
from (
select p.tenant_id, p.position, p.subject_id, p.thing, p.at, (p.at at time zone 'UTC')::date as day, 1 as api_calls,
  case p.service when 'map_loads' then p.quantity else 0 end as map_loads,
  case p.service when 'regrid_lookups' then p.quantity else 0 end as regrid_lookups,
  p.cost_micros + p.call_micros as cost_micros
from (
select e.tenant_id, e.position, e.subject_id, e.event_id as thing, e.type, e.actor_id, e.occurred_at as at,
  case e.type when 'ParcelLookedUp' then 'regrid_lookups' when 'MapLoaded' then 'map_loads' when 'AddressGeocoded' then 'geocoding' when 'LettersPrinted' then 'document_printing' else null end as service, case e.type when 'ParcelLookedUp' then (e.data->>'records')::bigint when 'MapLoaded' then 1 when 'AddressGeocoded' then 1 when 'LettersPrinted' then (e.data->>'count')::bigint else 0 end as quantity,
  case e.type when 'ParcelLookedUp' then (e.data->>'records')::bigint * (select array_agg(micros order by effective_from) from cost_rates where service_type = 'regrid_lookups')[width_bucket(e.priced_at,
    (select array_agg(effective_from order by effective_from) from cost_rates where service_type = 'regrid_lookups'))] when 'MapLoaded' then 1 * (select array_agg(micros order by effective_from) from cost_rates where service_type = 'map_loads')[width_bucket(e.priced_at,
    (select array_agg(effective_from order by effective_from) from cost_rates where service_type = 'map_loads'))] when 'AddressGeocoded' then 1 * (select array_agg(micros order by effective_from) from cost_rates where service_type = 'geocoding')[width_bucket(e.priced_at,
    (select array_agg(effective_from order by effective_from) from cost_rates where service_type = 'geocoding'))] when 'LettersPrinted' then (e.data->>'count')::bigint * (select array_agg(micros order by effective_from) from cost_rates where service_type = 'document_printing')[width_bucket(e.priced_at,
    (select array_agg(effective_from order by effective_from) from cost_rates where service_type = 'document_printing'))] else 0 end as cost_micros, (select array_agg(micros order by effective_from) from cost_rates where service_type = 'api_calls')[width_bucket(e.priced_at,
    (select array_agg(effective_from order by effective_from) from cost_rates where service_type = 'api_calls'))] as call_micros
from (select *, least(occurred_at, recorded_at) as priced_at from (select * from activity_events where tenant_id = p_tenant and position > p_after and position <= p_upto) s) e) p) counted
group by tenant_id, day
order by tenant_id, day
on conflict (tenant_id, day) do update set
  api_calls = t.api_calls + excluded.api_calls,
  map_loads = t.map_loads + excluded.map_loads,
  regrid_lookups = t.regrid_lookups + excluded.regrid_lookups,
  cost_micros = t.cost_micros + excluded.cost_micros;
end $function$
;
CREATE OR REPLACE FUNCTION public.properties_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform count_houses(array_agg((p.tenant_id, p.assigned_to, p.cell, p.lat, p.lng,
    case tg_op when 'INSERT' then 1 else -1 end)::house_change)) from touched p;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.properties_words_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into property_words
  select distinct p.tenant_id, w.word, p.id from added p cross join string_to_table(btrim(p.words), ' ') w (word)
  where w.word <> '';
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.properties_words_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from property_words w where w.tenant_id = old.tenant_id and w.property_id = old.id
    and w.word in (select string_to_table(btrim(old.words), ' '));
  insert into property_words
  select distinct new.tenant_id, w.word, new.id from string_to_table(btrim(new.words), ' ') w (word) where w.word <> '';
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.properties_words_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from property_words w
  using (select p.tenant_id, p.id, string_to_table(btrim(p.words), ' ') as word from removed p) gone
  where w.tenant_id = gone.tenant_id and w.word = gone.word and w.property_id = gone.id;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.property_recounted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform count_houses(array[(old.tenant_id, old.assigned_to, old.cell, old.lat, old.lng, -1)::house_change,
    (new.tenant_id, new.assigned_to, new.cell, new.lat, new.lng, 1)::house_change]);
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'activity_events is append-only: % refused', tg_op using errcode = 'insufficient_privilege';
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_past_rates()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'cost_rates is append-only: % refused', tg_op using errcode = 'insufficient_privilege';
end $function$
;
CREATE OR REPLACE FUNCTION public.activity_digest(e activity_events)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select sha256(convert_to(jsonb_build_array(
    e.tenant_id, e.position, e.event_id, e.type, e.schema_version, e.data,
    (extract(epoch from e.occurred_at) * 1000000)::bigint, (extract(epoch from e.recorded_at) * 1000000)::bigint,
    e.actor_id, e.real_role, e.acting_role, e.session_id, e.request_id, e.subject_id)::text, 'UTF8')) $function$
;
CREATE OR REPLACE FUNCTION public.activity_fingerprint(p_type text, p_data jsonb)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$ select sha256(convert_to(p_type || ' ' || p_data::text, 'UTF8')) $function$
;
CREATE OR REPLACE FUNCTION public.api_keys_named(p_ids uuid[])
 RETURNS TABLE(id uuid, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select k.id, k.name from api_keys k where k.id = any(p_ids)
$function$
;
grant create on schema public to porchlight_platform;
alter function api_keys_named(uuid[]) owner to porchlight_platform;
revoke create on schema public from porchlight_platform;
revoke execute on function api_keys_named(uuid[]) from public;
grant execute on function api_keys_named(uuid[]) to porchlight_tenant;
CREATE OR REPLACE FUNCTION public.count_houses(p_changes house_change[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into property_cells as c (tenant_id, rep_id, level, square, houses, lat_sum, lng_sum)
  select h.tenant_id, rep.id, level, h.cell >> (44 - 2 * level), sum(h.houses),
    sum(h.houses * round(h.lat * 1e6)), sum(h.houses * round(h.lng * 1e6))
  from unnest(p_changes) h
  cross join lateral (values ('00000000-0000-0000-0000-000000000000'::uuid), (h.rep_id)) rep (id)
  cross join generate_series(0, 18, 2) level
  where rep.id is not null
  group by h.tenant_id, rep.id, level, h.cell >> (44 - 2 * level)
  -- Whoever saves a house at the same time locks the same rows in the same order.
  order by 1, 2, 3, 4
  on conflict (tenant_id, rep_id, level, square) do update set houses = c.houses + excluded.houses,
    lat_sum = c.lat_sum + excluded.lat_sum, lng_sum = c.lng_sum + excluded.lng_sum $function$
;
CREATE OR REPLACE FUNCTION public.current_tenant()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$ select nullif(current_setting('app.tenant_id', true), '')::uuid $function$
;
CREATE OR REPLACE FUNCTION public.people_named(p_ids uuid[])
 RETURNS TABLE(id uuid, full_name text, email text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.id, u.full_name,
    case when u.deleted_at is null and (current_tenant() is null or u.tenant_id = current_tenant()) then u.email else '' end
  from users u where u.id = any(p_ids)
$function$
;
grant create on schema public to porchlight_platform;
alter function people_named(uuid[]) owner to porchlight_platform;
revoke create on schema public from porchlight_platform;
revoke execute on function people_named(uuid[]) from public;
grant execute on function people_named(uuid[]) to porchlight_tenant;

-- Aggregates

create aggregate activity_chain(bytea,bytea) (sfunc = activity_chain_step, stype = bytea);

-- Triggers

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON activity_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON cost_rates FOR EACH STATEMENT EXECUTE FUNCTION refuse_past_rates();
CREATE TRIGGER words_set BEFORE INSERT ON leads FOR EACH ROW EXECUTE FUNCTION lead_words_set();
CREATE TRIGGER houses_added AFTER INSERT ON properties REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION properties_counted();
CREATE TRIGGER houses_moved AFTER UPDATE OF assigned_to, cell, lat, lng ON properties FOR EACH ROW WHEN (((old.assigned_to IS DISTINCT FROM new.assigned_to) OR (old.cell <> new.cell) OR (old.lat <> new.lat) OR (old.lng <> new.lng))) EXECUTE FUNCTION property_recounted();
CREATE TRIGGER houses_removed AFTER DELETE ON properties REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION properties_counted();
CREATE TRIGGER lead_words_follow AFTER UPDATE OF address, city, zip_code, owner_name ON properties FOR EACH ROW WHEN ((old.words IS DISTINCT FROM new.words)) EXECUTE FUNCTION lead_words_follow();
CREATE TRIGGER words_added AFTER INSERT ON properties REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION properties_words_added();
CREATE TRIGGER words_changed AFTER UPDATE OF address, city, zip_code, owner_name ON properties FOR EACH ROW WHEN ((old.words IS DISTINCT FROM new.words)) EXECUTE FUNCTION properties_words_changed();
CREATE TRIGGER words_removed AFTER DELETE ON properties REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION properties_words_removed();

-- Policies

alter table activity_events enable row level security, force row level security;
create policy own_tenant on activity_events to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on activity_events for select to porchlight_platform using (true);
alter table activity_heads enable row level security, force row level security;
create policy own_tenant on activity_heads to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on activity_heads for select to porchlight_platform using (true);
alter table api_keys enable row level security, force row level security;
create policy platform on api_keys to porchlight_platform using (true) with check (true);
alter table idempotency_keys enable row level security, force row level security;
create policy platform on idempotency_keys to porchlight_platform using (true) with check (true);
alter table knock_sessions enable row level security, force row level security;
create policy own_tenant on knock_sessions to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on knock_sessions for select to porchlight_platform using (true);
alter table knocks enable row level security, force row level security;
create policy own_tenant on knocks to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on knocks for select to porchlight_platform using (true);
alter table leads enable row level security, force row level security;
create policy own_tenant on leads to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on leads for select to porchlight_platform using (true);
alter table neighborhood_hours enable row level security, force row level security;
create policy own_tenant on neighborhood_hours to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on neighborhood_hours for select to porchlight_platform using (true);
alter table properties enable row level security, force row level security;
create policy own_tenant on properties to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on properties for select to porchlight_platform using (true);
alter table property_cells enable row level security, force row level security;
create policy own_tenant on property_cells to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on property_cells for select to porchlight_platform using (true);
alter table property_tags enable row level security, force row level security;
create policy own_tenant on property_tags to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on property_tags for select to porchlight_platform using (true);
alter table property_words enable row level security, force row level security;
create policy own_tenant on property_words to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on property_words for select to porchlight_platform using (true);
alter table rep_hours enable row level security, force row level security;
create policy own_tenant on rep_hours to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on rep_hours for select to porchlight_platform using (true);
alter table rep_leads enable row level security, force row level security;
create policy own_tenant on rep_leads to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on rep_leads for select to porchlight_platform using (true);
alter table rep_neighborhood_hours enable row level security, force row level security;
create policy own_tenant on rep_neighborhood_hours to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on rep_neighborhood_hours for select to porchlight_platform using (true);
alter table rep_tag_hours enable row level security, force row level security;
create policy own_tenant on rep_tag_hours to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on rep_tag_hours for select to porchlight_platform using (true);
alter table targets enable row level security, force row level security;
create policy own_tenant on targets to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on targets for select to porchlight_platform using (true);
alter table templates enable row level security, force row level security;
create policy own_tenant on templates to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on templates for select to porchlight_platform using (true);
alter table tenants enable row level security, force row level security;
create policy own_tenant on tenants for select to porchlight_tenant using ((id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform on tenants to porchlight_maintenance, porchlight_platform using (true) with check (true);
alter table usage_days enable row level security, force row level security;
create policy own_tenant on usage_days to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on usage_days for select to porchlight_platform using (true);
alter table usage_hours enable row level security, force row level security;
create policy own_tenant on usage_hours to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on usage_hours for select to porchlight_platform using (true);
alter table usage_reports enable row level security, force row level security;
create policy own_tenant on usage_reports to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on usage_reports for select to porchlight_platform using (true);
alter table users enable row level security, force row level security;
create policy own_tenant on users to porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform on users to porchlight_maintenance, porchlight_platform using (true) with check (true);

-- Privileges

revoke create on schema public from public;
grant usage on schema public to porchlight_maintenance, porchlight_platform, porchlight_tenant;

-- Privileges of tables

grant insert, select on activity_events to porchlight_maintenance, porchlight_tenant;
grant select on activity_events to porchlight_platform;
grant delete, insert, select, update on activity_heads to porchlight_maintenance;
grant insert, select, update on activity_heads to porchlight_tenant;
grant select on activity_heads to porchlight_platform;
grant insert, select, update on api_keys to porchlight_platform;
grant delete, insert, select, update on basemap_tiles to porchlight_maintenance;
grant select on basemap_tiles to porchlight_platform, porchlight_tenant;
grant select on cost_rate_spans to porchlight_maintenance, porchlight_platform, porchlight_tenant;
grant insert, select, update on cost_rates to porchlight_platform;
grant select on cost_rates to porchlight_maintenance, porchlight_tenant;
grant delete, insert, select, update on idempotency_keys to porchlight_platform;
grant delete, insert, select, update on installation to porchlight_maintenance, porchlight_platform;
grant delete, insert, select, update on knock_sessions to porchlight_maintenance, porchlight_tenant;
grant select on knock_sessions to porchlight_platform;
grant delete, insert, select, update on knocks to porchlight_maintenance, porchlight_tenant;
grant select on knocks to porchlight_platform;
grant delete, insert, select, update on leads to porchlight_maintenance, porchlight_tenant;
grant select on leads to porchlight_platform;
grant delete, insert, select, update on neighborhood_hours to porchlight_maintenance;
grant insert, select, update on neighborhood_hours to porchlight_tenant;
grant select on neighborhood_hours to porchlight_platform;
grant delete, insert, select, update on parcel_datasets to porchlight_maintenance;
grant select on parcel_datasets to porchlight_platform, porchlight_tenant;
grant delete, insert, select, update on parcel_street_words to porchlight_maintenance;
grant select on parcel_street_words to porchlight_platform, porchlight_tenant;
grant delete, insert, select, update on parcels to porchlight_maintenance;
grant select on parcels to porchlight_platform, porchlight_tenant;
grant delete, insert, select, update on properties to porchlight_maintenance, porchlight_tenant;
grant select on properties to porchlight_platform;
grant delete, insert, select, update on property_cells to porchlight_maintenance, porchlight_tenant;
grant select on property_cells to porchlight_platform;
grant delete, insert, select, update on property_tags to porchlight_maintenance, porchlight_tenant;
grant select on property_tags to porchlight_platform;
grant delete, insert, select, update on property_words to porchlight_maintenance, porchlight_tenant;
grant select on property_words to porchlight_platform;
grant delete, insert, select, update on rep_hours to porchlight_maintenance;
grant insert, select, update on rep_hours to porchlight_tenant;
grant select on rep_hours to porchlight_platform;
grant delete, insert, select, update on rep_leads to porchlight_maintenance;
grant insert, select, update on rep_leads to porchlight_tenant;
grant select on rep_leads to porchlight_platform;
grant delete, insert, select, update on rep_neighborhood_hours to porchlight_maintenance;
grant insert, select, update on rep_neighborhood_hours to porchlight_tenant;
grant select on rep_neighborhood_hours to porchlight_platform;
grant delete, insert, select, update on rep_tag_hours to porchlight_maintenance;
grant insert, select, update on rep_tag_hours to porchlight_tenant;
grant select on rep_tag_hours to porchlight_platform;
grant select on schema_migrations to porchlight_platform;
grant delete, insert, select, update on sessions to porchlight_platform;
grant delete, insert, select on sign_in_failures to porchlight_platform;
grant delete, insert, select, update on targets to porchlight_maintenance, porchlight_tenant;
grant select on targets to porchlight_platform;
grant delete, insert, select, update on templates to porchlight_maintenance, porchlight_tenant;
grant select on templates to porchlight_platform;
grant delete, insert, select, update on tenants to porchlight_maintenance, porchlight_platform;
grant select on tenants to porchlight_tenant;
grant delete, insert, select, update on usage_days to porchlight_maintenance;
grant insert, select, update on usage_days to porchlight_tenant;
grant select on usage_days to porchlight_platform;
grant delete, insert, select, update on usage_hours to porchlight_maintenance;
grant insert, select, update on usage_hours to porchlight_tenant;
grant select on usage_hours to porchlight_platform;
grant delete, insert, select, update on usage_reports to porchlight_maintenance, porchlight_tenant;
grant select on usage_reports to porchlight_platform;
grant delete, insert, select, update on users to porchlight_maintenance, porchlight_platform;
grant select (id, email, full_name, role, tenant_id, phone, status, must_change_password, created_at, deleted_at) on users to porchlight_tenant;

-- Rates

insert into cost_rates (service_type, effective_from, micros) values ('api_calls', '-infinity', 100);
insert into cost_rates (service_type, effective_from, micros) values ('document_printing', '-infinity', 10000);
insert into cost_rates (service_type, effective_from, micros) values ('geocoding', '-infinity', 5000);
insert into cost_rates (service_type, effective_from, micros) values ('map_loads', '-infinity', 7000);
insert into cost_rates (service_type, effective_from, micros) values ('regrid_lookups', '-infinity', 100000);

-- Executed migrations

insert into schema_migrations (name) values ('0001_foundation');
insert into schema_migrations (name) values ('0002_accounts');
insert into schema_migrations (name) values ('0003_property_search');
insert into schema_migrations (name) values ('0004_templates');
insert into schema_migrations (name) values ('0005_cost');
insert into schema_migrations (name) values ('0006_neighborhoods');
insert into schema_migrations (name) values ('0004b_lead_words');
insert into schema_migrations (name) values ('0008_api_keys');
insert into schema_migrations (name) values ('0009_readiness');
insert into schema_migrations (name) values ('0007_idempotency');
insert into schema_migrations (name) values ('0010_room_for_changes');
insert into schema_migrations (name) values ('0011_order_in_time');
insert into schema_migrations (name) values ('0013_houses_held_first');
insert into schema_migrations (name) values ('0012_actors_and_all_tenants');

-- Installed functions, triggers, views and policies

insert into installation (key, value) values ('project_activity', E'"create or replace function project_activity(p_tenant uuid, p_after bigint, p_upto bigint)\\nreturns void language plpgsql as $body$\\ndeclare\\n  v_types text[] := array(select distinct e.type from (select * from activity_events where tenant_id = p_tenant and position > p_after and position <= p_upto) e);\\nbegin\\nif v_types && array[''DoorKnocked'', ''KnockWithdrawn'', ''LeadCreated'', ''LeadDeleted'', ''LeadStatusChanged'', ''ParcelLookedUp''] then\\ninsert into rep_hours as t (tenant_id, hour, rep_id, doors, leads, conversions, properties, late)\\nselect tenant_id, hour, rep_id, sum(doors), sum(leads), sum(conversions), sum(properties), sum(late)\\nfrom (\\nselect c.*, date_bin(''1 hour'', c.at, ''2000-01-01 00:00:00+00''::timestamptz) as hour,\\n  case when c.late_by > interval ''1 hour'' and c.doors + c.leads + c.conversions + c.properties > 0 then 1 else 0 end as late\\nfrom (\\n  select e.tenant_id, e.position, e.subject_id, (e.data->>''repId'')::uuid as rep_id, e.recorded_at - e.occurred_at as late_by,\\n    case e.type when ''DoorKnocked'' then e.event_id when ''ParcelLookedUp'' then e.event_id\\n      when ''KnockWithdrawn'' then (e.data->>''knockId'')::uuid else (e.data->>''leadId'')::uuid end as thing,\\n    case when e.type in (''KnockWithdrawn'', ''LeadDeleted'') then (e.data->>''countedAt'')::timestamptz else e.occurred_at end as at,\\n    case e.type when ''DoorKnocked'' then 1 when ''KnockWithdrawn'' then -1 else 0 end as doors,\\n    case e.type when ''LeadCreated'' then 1 when ''LeadDeleted'' then -1 else 0 end as leads,\\n    case e.type when ''LeadStatusChanged'' then 1 else 0 end as conversions,\\n    case e.type when ''ParcelLookedUp'' then 1 else 0 end as properties\\n  from (select * from activity_events where tenant_id = p_tenant and position > p_after and position <= p_upto) e\\n  where e.type in (''DoorKnocked'', ''KnockWithdrawn'', ''LeadCreated'', ''LeadDeleted'')\\n    or e.type = ''ParcelLookedUp'' and (e.data->>''found'')::boolean\\n    or e.type = ''LeadStatusChanged'' and e.data->>''to'' = ''completed''\\n  union all\\n  select e.tenant_id, e.position, e.subject_id, (e.data->>''repId'')::uuid, e.recorded_at - e.occurred_at,\\n    (e.data->>''leadId'')::uuid, (e.data->>(case e.type when ''LeadDeleted'' then ''convertedAt'' else ''countedAt'' end))::timestamptz,\\n    0, 0, -1, 0\\n  from (select * from activity_events where tenant_id = p_tenant and position > p_after and position <= p_upto) e\\n  where e.type = ''LeadStatusChanged'' and e.data->>''from'' = ''completed''\\n    or e.type = ''LeadDeleted'' and e.data->>''convertedAt'' is not null\\n) c) counted\\ngroup by tenant_id, hour, rep_id\\norder by tenant_id, hour, rep_id\\non conflict (tenant_id, hour, rep_id) do update set\\n  doors = t.doors + excluded.doors,\\n  leads = t.leads + excluded.leads,\\n  conversions = t.conversions + excluded.conversions,\\n  properties = t.properties + excluded.properties,\\n  late = t.late + excluded.late;\\nend if;\\nif v_types && array[''LeadCreated'', ''LeadDeleted'', ''LeadRetagged''] then\\ninsert into rep_tag_hours as t (tenant_id, hour, rep_id, tag, leads)\\nselect tenant_id, hour, rep_id, tag, sum(leads)\\nfrom (\\nselect e.tenant_id, e.position, e.subject_id, (e.data->>''leadId'')::uuid as thing, c.at,\\n  (e.data->>''repId'')::uuid as rep_id, c.tag, date_bin(''1 hour'', c.at, ''2000-01-01 00:00:00+00''::timestamptz) as hour, c.leads\\nfrom (select * from activity_events where tenant_id = p_tenant and position > p_after and position <= p_upto) e\\ncross join lateral (\\n  select e.data->>''tag'', e.occurred_at, 1 where e.type = ''LeadCreated''\\n  union all select e.data->>''tag'', (e.data->>''countedAt'')::timestamptz, -1 where e.type = ''LeadDeleted''\\n  union all select e.data->>''from'', (e.data->>''countedAt'')::timestamptz, -1 where e.type = ''LeadRetagged''\\n  union all select e.data->>''tag'', (e.data->>''countedAt'')::timestamptz, 1 where e.type = ''LeadRetagged''\\n) as c (tag, at, leads)\\nwhere e.type in (''LeadCreated'', ''LeadDeleted'', ''LeadRetagged'')) counted\\ngroup by tenant_id, hour, rep_id, tag\\norder by tenant_id, hour, rep_id, tag\\non conflict (tenant_id, hour, rep_id, tag) do update set\\n  leads = t.leads + excluded.leads;\\nend if;\\nif v_types && array[''LeadCreated'', ''LeadDeleted'', ''LeadStatusChanged''] then\\ninsert into neighborhood_hours as t (tenant_id, hour, neighborhood, city, leads, conversions)\\nselect tenant_id, hour, neighborhood, city, sum(leads), sum(conversions)\\nfrom (\\nselect e.tenant_id, e.position, e.subject_id, (e.data->>''leadId'')::uuid as thing, c.at,\\n  (e.data->>''repId'')::uuid as rep_id, coalesce(e.data->>''neighborhood'', '''') as neighborhood,\\n  coalesce(e.data->>''city'', '''') as city, date_bin(''1 hour'', c.at, ''2000-01-01 00:00:00+00''::timestamptz) as hour, c.leads, c.conversions\\nfrom (select * from activity_events where tenant_id = p_tenant and position > p_after and position <= p_upto) e\\ncross join lateral (\\n  select e.occurred_at, 1, 0 where e.type = ''LeadCreated''\\n  union all select (e.data->>''countedAt'')::timestamptz, -1, 0 where e.type = ''LeadDeleted''\\n  union all select e.occurred_at, 0, 1 where e.type = ''LeadStatusChanged'' and e.data->>''to'' = ''completed''\\n  union all select (e.data->>''countedAt'')::timestamptz, 0, -1\\n    where e.type = ''LeadStatusChanged'' and e.data->>''from'' = ''completed''\\n  union all select (e.data->>''convertedAt'')::timestamptz, 0, -1\\n    where e.type = ''LeadDeleted'' and e.data->>''convertedAt'' is not null\\n) as c (at, leads, conversions)\\nwhere e.type in (''LeadCreated'', ''LeadDeleted'', ''LeadStatusChanged'')) counted\\ngroup by tenant_id, hour, neighborhood, city\\norder by tenant_id, hour, neighborhood, city\\non conflict (tenant_id, hour, neighborhood, city) do update set\\n  leads = t.leads + excluded.leads,\\n  conversions = t.conversions + excluded.conversions;\\nend if;\\nif v_types && array[''LeadCreated'', ''LeadDeleted'', ''LeadStatusChanged''] then\\ninsert into rep_neighborhood_hours as t (tenant_id, rep_id, hour, neighborhood, city, leads, conversions)\\nselect tenant_id, rep_id, hour, neighborhood, city, sum(leads), sum(conversions)\\nfrom (\\nselect e.tenant_id, e.position, e.subject_id, (e.data->>''leadId'')::uuid as thing, c.at,\\n  (e.data->>''repId'')::uuid as rep_id, coalesce(e.data->>''neighborhood'', '''') as neighborhood,\\n  coalesce(e.data->>''city'', '''') as city, date_bin(''1 hour'', c.at, ''2000-01-01 00:00:00+00''::timestamptz) as hour, c.leads, c.conversions\\nfrom (select * from activity_events where tenant_id = p_tenant and position > p_after and position <= p_upto) e\\ncross join lateral (\\n  select e.occurred_at, 1, 0 where e.type = ''LeadCreated''\\n  union all select (e.data->>''countedAt'')::timestamptz, -1, 0 where e.type = ''LeadDeleted''\\n  union all select e.occurred_at, 0, 1 where e.type = ''LeadStatusChanged'' and e.data->>''to'' = ''completed''\\n  union all select (e.data->>''countedAt'')::timestamptz, 0, -1\\n    where e.type = ''LeadStatusChanged'' and e.data->>''from'' = ''completed''\\n  union all select (e.data->>''convertedAt'')::timestamptz, 0, -1\\n    where e.type = ''LeadDeleted'' and e.data->>''convertedAt'' is not null\\n) as c (at, leads, conversions)\\nwhere e.type in (''LeadCreated'', ''LeadDeleted'', ''LeadStatusChanged'')) counted\\ngroup by tenant_id, rep_id, hour, neighborhood, city\\norder by tenant_id, rep_id, hour, neighborhood, city\\non conflict (tenant_id, rep_id, hour, neighborhood, city) do update set\\n  leads = t.leads + excluded.leads,\\n  conversions = t.conversions + excluded.conversions;\\nend if;\\nif v_types && array[''LeadCreated'', ''LeadDeleted'', ''LeadStatusChanged''] then\\ninsert into rep_leads as t (tenant_id, rep_id, leads, new_leads, contacted, completed)\\nselect tenant_id, rep_id, sum(leads), sum(new_leads), sum(contacted), sum(completed)\\nfrom (\\nselect e.tenant_id, e.position, e.subject_id, (e.data->>''leadId'')::uuid as thing, e.occurred_at as at,\\n  (e.data->>''repId'')::uuid as rep_id, c.leads, case c.status when ''new'' then c.n else 0 end as new_leads,\\n  case c.status when ''contacted'' then c.n else 0 end as contacted,\\n  case c.status when ''completed'' then c.n else 0 end as completed\\nfrom (select * from activity_events where tenant_id = p_tenant and position > p_after and position <= p_upto) e\\ncross join lateral (\\n  select 1, ''new'', 1 where e.type = ''LeadCreated''\\n  union all select 0, e.data->>''from'', -1 where e.type = ''LeadStatusChanged''\\n  union all select 0, e.data->>''to'', 1 where e.type = ''LeadStatusChanged''\\n  union all select -1, coalesce(e.data->>''status'', case when e.data->>''convertedAt'' is null then ''new'' else ''completed'' end), -1\\n    where e.type = ''LeadDeleted''\\n) as c (leads, status, n)\\nwhere e.type in (''LeadCreated'', ''LeadDeleted'', ''LeadStatusChanged'')) counted\\ngroup by tenant_id, rep_id\\norder by tenant_id, rep_id\\non conflict (tenant_id, rep_id) do update set\\n  leads = t.leads + excluded.leads,\\n  new_leads = t.new_leads + excluded.new_leads,\\n  contacted = t.contacted + excluded.contacted,\\n  completed = t.completed + excluded.completed;\\nend if;\\ninsert into usage_hours as t (tenant_id, hour, type, events, quantity, cost_micros, call_micros)\\nselect tenant_id, hour, type, sum(events), sum(quantity), sum(cost_micros), sum(call_micros)\\nfrom (\\nselect p.*, date_bin(''1 hour'', p.at, ''2000-01-01 00:00:00+00''::timestamptz) as hour, 1 as events from (\\nselect e.tenant_id, e.position, e.subject_id, e.event_id as thing, e.type, e.actor_id, e.occurred_at as at,\\n  case e.type when ''ParcelLookedUp'' then ''regrid_lookups'' when ''MapLoaded'' then ''map_loads'' when ''AddressGeocoded'' then ''geocoding'' when ''LettersPrinted'' then ''document_printing'' else null end as service, case e.type when ''ParcelLookedUp'' then (e.data->>''records'')::bigint when ''MapLoaded'' then 1 when ''AddressGeocoded'' then 1 when ''LettersPrinted'' then (e.data->>''count'')::bigint else 0 end as quantity,\\n  case e.type when ''ParcelLookedUp'' then (e.data->>''records'')::bigint * (select array_agg(micros order by effective_from) from cost_rates where service_type = ''regrid_lookups'')[width_bucket(e.priced_at,\\n    (select array_agg(effective_from order by effective_from) from cost_rates where service_type = ''regrid_lookups''))] when ''MapLoaded'' then 1 * (select array_agg(micros order by effective_from) from cost_rates where service_type = ''map_loads'')[width_bucket(e.priced_at,\\n    (select array_agg(effective_from order by effective_from) from cost_rates where service_type = ''map_loads''))] when ''AddressGeocoded'' then 1 * (select array_agg(micros order by effective_from) from cost_rates where service_type = ''geocoding'')[width_bucket(e.priced_at,\\n    (select array_agg(effective_from order by effective_from) from cost_rates where service_type = ''geocoding''))] when ''LettersPrinted'' then (e.data->>''count'')::bigint * (select array_agg(micros order by effective_from) from cost_rates where service_type = ''document_printing'')[width_bucket(e.priced_at,\\n    (select array_agg(effective_from order by effective_from) from cost_rates where service_type = ''document_printing''))] else 0 end as cost_micros, (select array_agg(micros order by effective_from) from cost_rates where service_type = ''api_calls'')[width_bucket(e.priced_at,\\n    (select array_agg(effective_from order by effective_from) from cost_rates where service_type = ''api_calls''))] as call_micros\\nfrom (select *, least(occurred_at, recorded_at) as priced_at from (select * from activity_events where tenant_id = p_tenant and position > p_after and position <= p_upto) s) e) p) counted\\ngroup by tenant_id, hour, type\\norder by tenant_id, hour, type\\non conflict (tenant_id, hour, type) do update set\\n  events = t.events + excluded.events,\\n  quantity = t.quantity + excluded.quantity,\\n  cost_micros = t.cost_micros + excluded.cost_micros,\\n  call_micros = t.call_micros + excluded.call_micros;\\ninsert into usage_days as t (tenant_id, day, api_calls, map_loads, regrid_lookups, cost_micros)\\nselect tenant_id, day, sum(api_calls), sum(map_loads), sum(regrid_lookups), sum(cost_micros)\\nfrom (\\nselect p.tenant_id, p.position, p.subject_id, p.thing, p.at, (p.at at time zone ''UTC'')::date as day, 1 as api_calls,\\n  case p.service when ''map_loads'' then p.quantity else 0 end as map_loads,\\n  case p.service when ''regrid_lookups'' then p.quantity else 0 end as regrid_lookups,\\n  p.cost_micros + p.call_micros as cost_micros\\nfrom (\\nselect e.tenant_id, e.position, e.subject_id, e.event_id as thing, e.type, e.actor_id, e.occurred_at as at,\\n  case e.type when ''ParcelLookedUp'' then ''regrid_lookups'' when ''MapLoaded'' then ''map_loads'' when ''AddressGeocoded'' then ''geocoding'' when ''LettersPrinted'' then ''document_printing'' else null end as service, case e.type when ''ParcelLookedUp'' then (e.data->>''records'')::bigint when ''MapLoaded'' then 1 when ''AddressGeocoded'' then 1 when ''LettersPrinted'' then (e.data->>''count'')::bigint else 0 end as quantity,\\n  case e.type when ''ParcelLookedUp'' then (e.data->>''records'')::bigint * (select array_agg(micros order by effective_from) from cost_rates where service_type = ''regrid_lookups'')[width_bucket(e.priced_at,\\n    (select array_agg(effective_from order by effective_from) from cost_rates where service_type = ''regrid_lookups''))] when ''MapLoaded'' then 1 * (select array_agg(micros order by effective_from) from cost_rates where service_type = ''map_loads'')[width_bucket(e.priced_at,\\n    (select array_agg(effective_from order by effective_from) from cost_rates where service_type = ''map_loads''))] when ''AddressGeocoded'' then 1 * (select array_agg(micros order by effective_from) from cost_rates where service_type = ''geocoding'')[width_bucket(e.priced_at,\\n    (select array_agg(effective_from order by effective_from) from cost_rates where service_type = ''geocoding''))] when ''LettersPrinted'' then (e.data->>''count'')::bigint * (select array_agg(micros order by effective_from) from cost_rates where service_type = ''document_printing'')[width_bucket(e.priced_at,\\n    (select array_agg(effective_from order by effective_from) from cost_rates where service_type = ''document_printing''))] else 0 end as cost_micros, (select array_agg(micros order by effective_from) from cost_rates where service_type = ''api_calls'')[width_bucket(e.priced_at,\\n    (select array_agg(effective_from order by effective_from) from cost_rates where service_type = ''api_calls''))] as call_micros\\nfrom (select *, least(occurred_at, recorded_at) as priced_at from (select * from activity_events where tenant_id = p_tenant and position > p_after and position <= p_upto) s) e) p) counted\\ngroup by tenant_id, day\\norder by tenant_id, day\\non conflict (tenant_id, day) do update set\\n  api_calls = t.api_calls + excluded.api_calls,\\n  map_loads = t.map_loads + excluded.map_loads,\\n  regrid_lookups = t.regrid_lookups + excluded.regrid_lookups,\\n  cost_micros = t.cost_micros + excluded.cost_micros;\\nend $body$;"');
