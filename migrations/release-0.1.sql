-- The tables of release 0.1, for backups of it and of later ones: a restore makes them and runs the migrations that the backup had.
-- Its functions and triggers are not among them, because `migrate` installs those of today.

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
  tenant_id uuid not null, "position" bigint not null, event_id uuid not null, type text not null, schema_version smallint not null,
  data jsonb not null, occurred_at timestamp with time zone not null, recorded_at timestamp with time zone not null, actor_id uuid,
  real_role text, acting_role text, session_id uuid, request_id uuid, subject_id uuid, fingerprint bytea not null, hash bytea not
  null,
  constraint activity_events_pkey PRIMARY KEY (tenant_id, "position"),
  constraint activity_events_tenant_id_event_id_key UNIQUE (tenant_id, event_id)
);
create table activity_heads (
  tenant_id uuid not null, "position" bigint not null, hash bytea not null, recorded_at timestamp with time zone,
  constraint activity_heads_pkey PRIMARY KEY (tenant_id)
) with (fillfactor=50);
create table api_keys (
  id uuid not null, user_id uuid not null, token_hash bytea not null, name text not null, scope text not null, hint text not null,
  created_at timestamp with time zone not null, expires_at timestamp with time zone not null, revoked_at timestamp with time zone,
  last_used_at timestamp with time zone, viewed_role text, viewed_tenant_id uuid,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_token_hash_key UNIQUE (token_hash),
  constraint api_keys_scope_check CHECK ((scope = ANY (ARRAY['read'::text, 'full'::text])))
);
create table basemap_tiles (
  z smallint not null, x integer not null, y integer not null, tile bytea not null,
  constraint basemap_tiles_pkey PRIMARY KEY (z, x, y)
);
create table cost_rates (
  service_type text not null, effective_from timestamp with time zone not null, micros bigint not null, set_by uuid,
  constraint cost_rates_pkey PRIMARY KEY (service_type, effective_from),
  constraint cost_rates_micros_check CHECK ((micros >= 0))
);
create table idempotency_keys (
  user_id uuid not null, key_hash bytea not null, fingerprint bytea not null, claimed_at timestamp with time zone not null,
  expires_at timestamp with time zone not null, status integer, answer text,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key_hash)
);
create table installation (
  key text not null, value jsonb not null,
  constraint installation_pkey PRIMARY KEY (key)
);
create table knock_sessions (
  tenant_id uuid not null, id uuid not null, rep_id uuid not null, started_at timestamp with time zone not null, ended_at timestamp
  with time zone, lat double precision, lng double precision,
  constraint knock_sessions_pkey PRIMARY KEY (tenant_id, id)
);
create table knocks (
  tenant_id uuid not null, event_id uuid not null, property_id uuid, rep_id uuid not null, session_id uuid, outcome text not null,
  note text, lat double precision, lng double precision, occurred_at timestamp with time zone not null, withdrawn_at timestamp with
  time zone,
  constraint knocks_pkey PRIMARY KEY (tenant_id, event_id)
);
create table leads (
  tenant_id uuid not null, id uuid not null, property_id uuid not null, tag text not null, priority text not null, status text
  default 'new'::text not null, template_data jsonb default '{}'::jsonb not null, rep_id uuid not null, created_at timestamp with
  time zone default now() not null, completed_at timestamp with time zone, updated_at timestamp with time zone default now() not
  null, words text collate "C" default ''::text not null,
  constraint leads_pkey PRIMARY KEY (tenant_id, id),
  constraint leads_priority_check CHECK ((priority = ANY (ARRAY['normal'::text, 'high'::text]))),
  constraint leads_status_check CHECK ((status = ANY (ARRAY['new'::text, 'contacted'::text, 'completed'::text])))
);
create table neighborhood_hours (
  tenant_id uuid not null, hour timestamp with time zone not null, neighborhood text not null, city text not null, leads integer not
  null, conversions integer not null,
  constraint neighborhood_hours_pkey PRIMARY KEY (tenant_id, hour, neighborhood, city)
) with (fillfactor=70);
create table parcel_datasets (
  name text not null, source text not null, parcels integer not null, imported_at timestamp with time zone default now() not null,
  constraint parcel_datasets_pkey PRIMARY KEY (name)
);
create table parcel_street_words (
  word text not null, street_key text not null, city text default ''::text not null,
  constraint parcel_street_words_pkey PRIMARY KEY (word, street_key, city)
);
create table parcels (
  dataset text not null, parcel_id text not null, address text, street_number integer, street_number_to integer, street_key text,
  street_name text, city text, state text, zip_code text, neighborhood text, owner_name text, owner_address text, lat double
  precision not null, lng double precision not null, cell bigint not null, outline jsonb, facts jsonb default '{}'::jsonb not null,
  constraint parcels_pkey PRIMARY KEY (dataset, parcel_id)
);
create table properties (
  tenant_id uuid not null, id uuid not null, address text not null, street_number text default ''::text not null, street_name text,
  city text, state text, zip_code text, lat double precision not null, lng double precision not null, cell bigint not null, point5
  text not null, point6 text not null, owner_name text, owner_address text, owner_source text, parcel_id text, unconfirmed boolean
  default false not null, neighborhood text, notes text, priority text default 'normal'::text not null, status text default
  'new'::text not null, assigned_to uuid, created_by uuid not null, created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null, words text collate "C" generated always as (words_of(((((((address ||
  ' '::text) || COALESCE(city, ''::text)) || ' '::text) || COALESCE(zip_code, ''::text)) || ' '::text) || COALESCE(owner_name,
  ''::text)))) stored not null,
  constraint properties_pkey PRIMARY KEY (tenant_id, id),
  constraint properties_priority_check CHECK ((priority = ANY (ARRAY['normal'::text, 'high'::text]))),
  constraint properties_status_check CHECK ((status = ANY (ARRAY['new'::text, 'contacted'::text, 'interested'::text, 'not_interested'::text])))
) with (fillfactor=80);
create table property_cells (
  tenant_id uuid not null, rep_id uuid not null, level smallint not null, square bigint not null, houses integer not null, lat_sum
  bigint not null, lng_sum bigint not null,
  constraint property_cells_pkey PRIMARY KEY (tenant_id, rep_id, level, square)
);
create table property_tags (
  tenant_id uuid not null, property_id uuid not null, tag text not null, "position" integer not null,
  constraint property_tags_pkey PRIMARY KEY (tenant_id, property_id, tag)
);
create table property_words (
  tenant_id uuid not null, word text collate "C" not null, property_id uuid not null,
  constraint property_words_pkey PRIMARY KEY (tenant_id, word, property_id)
);
create table rep_hours (
  tenant_id uuid not null, rep_id uuid not null, hour timestamp with time zone not null, doors integer not null, leads integer not
  null, conversions integer not null, properties integer not null, late integer default 0 not null,
  constraint rep_hours_pkey PRIMARY KEY (tenant_id, hour, rep_id)
) with (fillfactor=70);
create table rep_leads (
  tenant_id uuid not null, rep_id uuid not null, leads integer not null, new_leads integer not null, contacted integer not null,
  completed integer not null,
  constraint rep_leads_pkey PRIMARY KEY (tenant_id, rep_id)
);
create table rep_neighborhood_hours (
  tenant_id uuid not null, rep_id uuid not null, hour timestamp with time zone not null, neighborhood text not null, city text not
  null, leads integer not null, conversions integer not null,
  constraint rep_neighborhood_hours_pkey PRIMARY KEY (tenant_id, rep_id, hour, neighborhood, city)
) with (fillfactor=70);
create table rep_tag_hours (
  tenant_id uuid not null, rep_id uuid not null, tag text not null, hour timestamp with time zone not null, leads integer not null,
  constraint rep_tag_hours_pkey PRIMARY KEY (tenant_id, hour, rep_id, tag)
);
create table schema_migrations (
  id serial not null, name character varying(255) not null, executed_at timestamp(6) with time zone default CURRENT_TIMESTAMP(6) not
  null,
  constraint schema_migrations_pkey PRIMARY KEY (id)
);
create table sessions (
  token_hash bytea not null, id uuid not null, user_id uuid not null, created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null, ended_at timestamp with time zone, viewed_role text, viewed_tenant_id uuid,
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_id_key UNIQUE (id)
);
create table sign_in_failures (
  id uuid not null, account_key bytea not null, address_key bytea not null, at timestamp with time zone not null,
  constraint sign_in_failures_pkey PRIMARY KEY (id)
);
create table targets (
  tenant_id uuid not null, user_id uuid not null, period text not null, metric text not null, value integer not null, set_by uuid
  not null, set_at timestamp with time zone not null,
  constraint targets_pkey PRIMARY KEY (tenant_id, user_id, period, metric),
  constraint targets_metric_check CHECK ((metric = ANY (ARRAY['leads_created'::text, 'leads_converted'::text, 'doors_knocked'::text]))),
  constraint targets_period_check CHECK ((period = ANY (ARRAY['day'::text, 'week'::text, 'month'::text]))),
  constraint targets_value_check CHECK ((value > 0))
);
create table templates (
  tenant_id uuid not null, id uuid not null, filename text not null, filename_key text not null, tag text, size integer not null,
  content bytea not null, uploaded_by uuid not null, created_at timestamp with time zone default now() not null, modified_at
  timestamp with time zone default now() not null,
  constraint templates_pkey PRIMARY KEY (tenant_id, id),
  constraint templates_tenant_id_filename_key_key UNIQUE (tenant_id, filename_key)
);
alter table templates alter column content set storage external;
create table tenants (
  id uuid not null, name text not null, company_name text not null, time_zone text default 'America/Indiana/Indianapolis'::text not
  null, created_at timestamp with time zone default now() not null,
  constraint tenants_pkey PRIMARY KEY (id)
);
create table usage_days (
  tenant_id uuid not null, day date not null, api_calls bigint not null, map_loads bigint not null, regrid_lookups bigint not null,
  cost_micros bigint not null,
  constraint usage_days_pkey PRIMARY KEY (tenant_id, day)
) with (fillfactor=70);
create table usage_hours (
  tenant_id uuid not null, type text not null, hour timestamp with time zone not null, events integer not null, quantity bigint not
  null, cost_micros bigint default 0 not null, call_micros bigint default 0 not null,
  constraint usage_hours_pkey PRIMARY KEY (tenant_id, hour, type)
) with (fillfactor=70);
create table usage_reports (
  tenant_id uuid not null, id uuid not null, service_type text not null, quantity integer not null, note text, reported_by uuid not
  null, reported_at timestamp with time zone not null,
  constraint usage_reports_pkey PRIMARY KEY (tenant_id, id)
);
create table users (
  id uuid not null, email text not null, email_key text not null, full_name text not null, role text not null, tenant_id uuid, phone
  text, password_hash text not null, status text not null, must_change_password boolean default false not null, demo boolean default
  false not null, created_at timestamp with time zone default now() not null, deleted_at timestamp with time zone,
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

-- Policies

do $$ declare v_table text;
begin
  for v_table in select regexp_split_to_table('activity_events, activity_heads, knock_sessions, knocks, leads, neighborhood_hours, properties,
    property_cells, property_tags, property_words, rep_hours, rep_leads, rep_neighborhood_hours, rep_tag_hours,
    targets, templates, usage_days, usage_hours, usage_reports', ',\s+') loop
    execute format('alter table %1$s enable row level security, force row level security;
      create policy own_tenant on %1$s to porchlight_maintenance, porchlight_tenant
        using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)
        with check (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid);
      create policy platform_reads on %1$s for select to porchlight_platform using (true)', v_table);
  end loop;
end $$;
alter table api_keys enable row level security, force row level security;
create policy platform on api_keys to porchlight_platform using (true) with check (true);
alter table idempotency_keys enable row level security, force row level security;
create policy platform on idempotency_keys to porchlight_platform using (true) with check (true);
alter table tenants enable row level security, force row level security;
create policy own_tenant on tenants for select to porchlight_tenant using ((id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform on tenants to porchlight_maintenance, porchlight_platform using (true) with check (true);
alter table users enable row level security, force row level security;
create policy own_tenant on users to porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform on users to porchlight_maintenance, porchlight_platform using (true) with check (true);

-- Privileges

revoke create on schema public from public;
grant usage on schema public to porchlight_maintenance, porchlight_platform, porchlight_tenant;

-- Privileges of tables

grant insert, select on activity_events to porchlight_maintenance, porchlight_tenant;
grant select on activity_events, activity_heads, knock_sessions, knocks, leads, neighborhood_hours, properties, property_cells,
  property_tags, property_words, rep_hours, rep_leads, rep_neighborhood_hours, rep_tag_hours, schema_migrations, targets,
  templates, usage_days, usage_hours, usage_reports to porchlight_platform;
grant delete, insert, select, update on activity_heads, basemap_tiles, neighborhood_hours, parcel_datasets, parcel_street_words,
  parcels, rep_hours, rep_leads, rep_neighborhood_hours, rep_tag_hours, usage_days, usage_hours to porchlight_maintenance;
grant insert, select, update on activity_heads, neighborhood_hours, rep_hours, rep_leads, rep_neighborhood_hours, rep_tag_hours,
  usage_days, usage_hours to porchlight_tenant;
grant insert, select, update on api_keys, cost_rates to porchlight_platform;
grant select on basemap_tiles, parcel_datasets, parcel_street_words, parcels to porchlight_platform, porchlight_tenant;
grant select on cost_rates to porchlight_maintenance, porchlight_tenant;
grant delete, insert, select, update on idempotency_keys, sessions to porchlight_platform;
grant delete, insert, select, update on installation, tenants, users to porchlight_maintenance, porchlight_platform;
grant delete, insert, select, update on knock_sessions, knocks, leads, properties, property_cells, property_tags, property_words,
  targets, templates, usage_reports to porchlight_maintenance, porchlight_tenant;
grant delete, insert, select on sign_in_failures to porchlight_platform;
grant select on tenants to porchlight_tenant;
grant select (id, email, full_name, role, tenant_id, phone, status, must_change_password, created_at, deleted_at) on users to
  porchlight_tenant;

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
