-- The schema of release 0.3, printed from a database that it made.

-- Schemas

create schema if not exists graphile_worker authorization porchlight_jobs;

-- Types

create type house_change as (tenant_id uuid, rep_id uuid, cell bigint, lat double precision, lng double precision, houses integer);

-- Functions of columns

CREATE OR REPLACE FUNCTION public.city_key(city text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(nullif(lower(btrim(city)), ''), chr(1114109))
$function$
;
CREATE OR REPLACE FUNCTION public.lead_address_key(address text, street_number text, street_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select lower(
    coalesce(nullif(btrim(street_name), ''), regexp_replace(address, '^\s*\d+\S*\s*', ''))
    || ' ' || lpad(left(coalesce(substring(street_number from '\d+'), substring(address from '^\s*(\d+)'), ''), 12), 12, '0')
    || ' ' || address)
$function$
;
CREATE OR REPLACE FUNCTION public.lead_owner_key(owner_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(nullif(lower(btrim(owner_name)), ''), chr(1114109))
$function$
;
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
  viewed_user_id uuid,
  tenant_id uuid,
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
create table client_actions (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null,
  actor_id uuid not null,
  content_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint client_actions_pkey PRIMARY KEY (tenant_id, id)
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
create table import_files (
  tenant_id uuid not null,
  job_id uuid not null,
  part integer not null,
  bytes bytea not null,
  constraint import_files_pkey PRIMARY KEY (tenant_id, job_id, part)
);
create table import_outcomes (
  tenant_id uuid not null,
  job_id uuid not null,
  "row" integer not null,
  outcome text not null,
  reason text not null,
  property_id uuid,
  address text,
  owner_name text,
  unsure jsonb,
  decision text,
  decided_property_id uuid,
  decided_by uuid,
  constraint import_outcomes_pkey PRIMARY KEY (tenant_id, job_id, "row"),
  constraint import_outcomes_decision_check CHECK ((decision = ANY (ARRAY['same'::text, 'new'::text, 'skip'::text]))),
  constraint import_outcomes_outcome_check CHECK ((outcome = ANY (ARRAY['created'::text, 'updated'::text, 'skipped'::text, 'unsure'::text, 'failed'::text])))
);
create table import_rows (
  tenant_id uuid not null,
  job_id uuid not null,
  kind text not null,
  record_id uuid not null,
  "row" integer not null,
  version integer,
  previous jsonb,
  constraint import_rows_pkey PRIMARY KEY (tenant_id, job_id, kind, record_id)
);
create table installation (
  key text not null,
  value jsonb not null,
  constraint installation_pkey PRIMARY KEY (key)
);
create table job_files (
  tenant_id uuid not null,
  job_id uuid not null,
  part integer not null,
  bytes bytea not null,
  constraint job_files_pkey PRIMARY KEY (tenant_id, job_id, part)
);
alter table job_files alter column bytes set storage external;
create table jobs (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null,
  status text default 'queued'::text not null,
  input jsonb not null,
  created_by uuid not null,
  requester jsonb not null,
  done_count integer default 0 not null,
  total_count integer,
  result jsonb,
  error text,
  attempts integer default 0 not null,
  lease_id uuid,
  lease_until timestamp with time zone,
  file_name text,
  file_type text,
  file_size bigint,
  file_expires_at timestamp with time zone,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint jobs_pkey PRIMARY KEY (tenant_id, id),
  constraint jobs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text])))
);
create table knock_sessions (
  tenant_id uuid not null,
  id uuid not null,
  rep_id uuid not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  lat double precision,
  lng double precision,
  paused_at timestamp with time zone,
  pauses tstzmultirange default '{}'::tstzmultirange not null,
  ended_automatically boolean default false not null,
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
  photo_id uuid,
  accuracy_meters double precision,
  constraint knocks_pkey PRIMARY KEY (tenant_id, event_id)
) with (autovacuum_vacuum_insert_scale_factor=0.02);
create table lead_letters (
  tenant_id uuid not null,
  lead_id uuid not null,
  hour timestamp with time zone not null,
  letters integer not null,
  constraint lead_letters_pkey PRIMARY KEY (tenant_id, lead_id, hour)
);
create table lead_merges (
  tenant_id uuid not null,
  merged_lead_id uuid not null,
  lead_id uuid not null,
  property_id uuid not null,
  constraint lead_merges_pkey PRIMARY KEY (tenant_id, merged_lead_id)
);
create table lead_notes (
  tenant_id uuid not null,
  id uuid not null,
  lead_id uuid not null,
  author_id uuid not null,
  text text not null,
  created_at timestamp with time zone default now() not null,
  constraint lead_notes_pkey PRIMARY KEY (tenant_id, id)
);
create table lead_stages (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  color text not null,
  "position" integer not null,
  created_at timestamp with time zone default now() not null,
  constraint lead_stages_pkey PRIMARY KEY (tenant_id, id)
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
  address_key text collate "C" default ''::text not null,
  owner_key text collate "C" default ''::text not null,
  version integer default 1 not null,
  stage_id uuid,
  assigned_to uuid,
  follow_up_at timestamp with time zone,
  value_cents integer,
  source text,
  contact_name text,
  contact_phone text,
  contact_email text,
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
  key_version integer default 1 not null,
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
create table photos (
  tenant_id uuid not null,
  id uuid not null,
  content_type text not null,
  content bytea not null,
  uploaded_by uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint photos_pkey PRIMARY KEY (tenant_id, id),
  constraint photos_content_type_check CHECK ((content_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text])))
);
alter table photos alter column content set storage external;
create table projection_upgrades (
  tenant_id uuid not null,
  function_name text not null,
  constraint projection_upgrades_pkey PRIMARY KEY (tenant_id)
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
  owner_phone text,
  owner_email text,
  version integer default 1 not null,
  address_key text collate "C" default ''::text not null,
  owner_key text collate "C" default ''::text not null,
  city_key text collate "C" default ''::text not null,
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
create table quota_uses (
  tenant_id uuid not null,
  quota text not null,
  day date not null,
  used integer not null,
  constraint quota_uses_pkey PRIMARY KEY (tenant_id, quota)
) with (fillfactor=50);
create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash)
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
  talks integer default 0 not null,
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
create table replaced_owners (
  tenant_id uuid not null,
  id uuid not null,
  property_id uuid not null,
  owner_name text,
  owner_address text,
  owner_source text,
  parcel_id text,
  new_owner_name text,
  new_owner_address text,
  new_owner_source text,
  new_parcel_id text,
  replaced_at timestamp with time zone not null,
  replaced_by uuid not null,
  constraint replaced_owners_pkey PRIMARY KEY (tenant_id, id)
);
create table saved_views (
  tenant_id uuid not null,
  id uuid not null,
  list text not null,
  name text not null,
  query text not null,
  owner_id uuid not null,
  shared boolean default false not null,
  "position" integer not null,
  created_at timestamp with time zone default now() not null,
  constraint saved_views_pkey PRIMARY KEY (tenant_id, id)
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
  viewed_user_id uuid,
  device text,
  address text,
  last_used_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_id_key UNIQUE (id)
);
create table sign_in_devices (
  user_id uuid not null,
  token_hash bytea not null,
  has_returned boolean default false not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_devices_pkey PRIMARY KEY (user_id, token_hash)
);
create table sign_in_failures (
  id uuid not null,
  account_key bytea not null,
  address_key bytea not null,
  at timestamp with time zone not null,
  device_key bytea,
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
  merge_field_count integer,
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
  team_doors_visible boolean default true not null,
  archived_at timestamp with time zone,
  require_two_factors boolean default false not null,
  constraint tenants_pkey PRIMARY KEY (id)
);
create table two_factors (
  user_id uuid not null,
  secret bytea not null,
  recovery_salt bytea not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step bigint default 0 not null,
  constraint two_factors_pkey PRIMARY KEY (user_id)
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
create table webhook_deliveries (
  tenant_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  "position" bigint not null,
  type text not null,
  property_id uuid,
  order_key uuid not null,
  status text default 'waiting'::text not null,
  is_resend boolean default false not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone,
  lease_id uuid,
  lease_until timestamp with time zone,
  last_status integer,
  last_error text,
  last_answer text,
  last_duration_ms integer,
  last_attempt_at timestamp with time zone,
  tries jsonb default '[]'::jsonb not null,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint webhook_deliveries_pkey PRIMARY KEY (tenant_id, id),
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'retrying'::text, 'delivered'::text, 'failed'::text])))
);
create table webhook_hours (
  tenant_id uuid not null,
  webhook_id uuid not null,
  hour timestamp with time zone not null,
  delivered integer not null,
  failed integer not null,
  constraint webhook_hours_pkey PRIMARY KEY (tenant_id, webhook_id, hour)
);
create table webhooks (
  tenant_id uuid not null,
  id uuid not null,
  url text not null,
  types text[] not null,
  secret text not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  "position" bigint not null,
  disabled_at timestamp with time zone,
  disabled_reason text,
  failing_since timestamp with time zone,
  constraint webhooks_pkey PRIMARY KEY (tenant_id, id),
  constraint webhooks_check CHECK (((disabled_at IS NULL) = (disabled_reason IS NULL))),
  constraint webhooks_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['manager'::text, 'gone'::text, 'failing'::text])))
);
create table word_parts (
  tenant_id uuid not null,
  part text collate "C" not null,
  word text collate "C" not null,
  constraint word_parts_pkey PRIMARY KEY (tenant_id, part, word)
);

-- Constraints

alter table api_keys add constraint api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table client_actions add constraint client_actions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table idempotency_keys add constraint idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table import_files add constraint import_files_tenant_id_job_id_fkey FOREIGN KEY (tenant_id, job_id) REFERENCES jobs(tenant_id, id) ON DELETE CASCADE;
alter table import_outcomes add constraint import_outcomes_tenant_id_job_id_fkey FOREIGN KEY (tenant_id, job_id) REFERENCES jobs(tenant_id, id) ON DELETE CASCADE;
alter table import_rows add constraint import_rows_kind_check CHECK ((kind = ANY (ARRAY['property'::text, 'lead'::text, 'user'::text, 'parcel'::text]))) NOT VALID;
alter table import_rows add constraint import_rows_tenant_id_job_id_fkey FOREIGN KEY (tenant_id, job_id) REFERENCES jobs(tenant_id, id) ON DELETE CASCADE;
alter table job_files add constraint job_files_tenant_id_job_id_fkey FOREIGN KEY (tenant_id, job_id) REFERENCES jobs(tenant_id, id) ON DELETE CASCADE;
alter table knock_sessions add constraint knock_sessions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table knocks add constraint knocks_tenant_id_photo_id_fkey FOREIGN KEY (tenant_id, photo_id) REFERENCES photos(tenant_id, id) ON DELETE SET NULL (photo_id);
alter table knocks add constraint knocks_tenant_id_property_id_fkey FOREIGN KEY (tenant_id, property_id) REFERENCES properties(tenant_id, id) ON DELETE SET NULL (property_id);
alter table lead_merges add constraint lead_merges_tenant_id_lead_id_fkey FOREIGN KEY (tenant_id, lead_id) REFERENCES leads(tenant_id, id) ON DELETE CASCADE;
alter table lead_notes add constraint lead_notes_tenant_id_lead_id_fkey FOREIGN KEY (tenant_id, lead_id) REFERENCES leads(tenant_id, id) ON DELETE CASCADE;
alter table lead_stages add constraint lead_stages_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table leads add constraint leads_stage FOREIGN KEY (tenant_id, stage_id) REFERENCES lead_stages(tenant_id, id) NOT VALID;
alter table leads add constraint leads_tenant_id_property_id_fkey FOREIGN KEY (tenant_id, property_id) REFERENCES properties(tenant_id, id);
alter table photos add constraint photos_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table properties add constraint properties_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table property_tags add constraint property_tags_tenant_id_property_id_fkey FOREIGN KEY (tenant_id, property_id) REFERENCES properties(tenant_id, id) ON DELETE CASCADE;
alter table recovery_codes add constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table replaced_owners add constraint replaced_owners_tenant_id_property_id_fkey FOREIGN KEY (tenant_id, property_id) REFERENCES properties(tenant_id, id) ON DELETE CASCADE;
alter table saved_views add constraint saved_views_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table sessions add constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table targets add constraint targets_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table templates add constraint templates_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table two_factors add constraint two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table usage_reports add constraint usage_reports_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table users add constraint users_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);
alter table webhook_deliveries add constraint webhook_deliveries_tenant_id_webhook_id_fkey FOREIGN KEY (tenant_id, webhook_id) REFERENCES webhooks(tenant_id, id) ON DELETE CASCADE;
alter table webhook_hours add constraint webhook_hours_tenant_id_webhook_id_fkey FOREIGN KEY (tenant_id, webhook_id) REFERENCES webhooks(tenant_id, id) ON DELETE CASCADE;
alter table webhooks add constraint webhooks_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id);

-- Indexes

CREATE INDEX activity_events_actor ON activity_events USING btree (tenant_id, actor_id, "position");
CREATE INDEX activity_events_rare ON activity_events USING btree (tenant_id, type, "position") WHERE (type <> ALL (ARRAY['DoorKnocked'::text, 'MapLoaded'::text, 'ParcelLookedUp'::text, 'AddressGeocoded'::text, 'ParcelCallReported'::text]));
CREATE INDEX activity_events_subject ON activity_events USING btree (tenant_id, subject_id, "position");
CREATE INDEX api_keys_user ON api_keys USING btree (user_id, created_at DESC);
CREATE INDEX idempotency_keys_expiry ON idempotency_keys USING btree (expires_at);
CREATE INDEX jobs_by_creator ON jobs USING btree (tenant_id, created_by, created_at DESC, id DESC);
CREATE INDEX jobs_newest ON jobs USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX jobs_unfinished ON jobs USING btree (created_at) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX jobs_with_file ON jobs USING btree (file_expires_at) WHERE (file_expires_at IS NOT NULL);
CREATE INDEX knock_sessions_open ON knock_sessions USING btree (tenant_id, rep_id) WHERE (ended_at IS NULL);
CREATE INDEX knock_sessions_rep ON knock_sessions USING btree (tenant_id, rep_id, started_at DESC);
CREATE INDEX knocks_photo ON knocks USING btree (tenant_id, photo_id) WHERE (photo_id IS NOT NULL);
CREATE INDEX knocks_property ON knocks USING btree (tenant_id, property_id, occurred_at DESC);
CREATE INDEX knocks_rep_outcome ON knocks USING btree (tenant_id, rep_id, occurred_at DESC) INCLUDE (outcome) WHERE (withdrawn_at IS NULL);
CREATE INDEX knocks_session_outcome ON knocks USING btree (tenant_id, session_id) INCLUDE (occurred_at, outcome, withdrawn_at);
CREATE INDEX lead_merges_lead ON lead_merges USING btree (tenant_id, lead_id);
CREATE INDEX lead_notes_newest ON lead_notes USING btree (tenant_id, lead_id, created_at DESC, id DESC);
CREATE INDEX leads_address ON leads USING btree (tenant_id, address_key, id);
CREATE INDEX leads_assigned ON leads USING btree (tenant_id, assigned_to, created_at DESC, id DESC);
CREATE INDEX leads_assignee ON leads USING btree (tenant_id, (
CASE
    WHEN (assigned_to IS NULL) THEN '00000000-0000-0000-0000-000000000000'::uuid
    ELSE assigned_to
END), id);
CREATE INDEX leads_follow_up ON leads USING btree (tenant_id, (
CASE
    WHEN (follow_up_at IS NULL) THEN 'infinity'::timestamp with time zone
    ELSE follow_up_at
END), id);
CREATE INDEX leads_id ON leads USING btree (id);
CREATE INDEX leads_newest ON leads USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX leads_newest_of_all ON leads USING btree (created_at DESC, id DESC);
CREATE INDEX leads_owner ON leads USING btree (tenant_id, owner_key, id);
CREATE INDEX leads_priority ON leads USING btree (tenant_id, (
CASE priority
    WHEN 'normal'::text THEN 0
    ELSE 1
END), id);
CREATE INDEX leads_priority_newest ON leads USING btree (tenant_id, priority, created_at DESC, id DESC);
CREATE INDEX leads_property ON leads USING btree (tenant_id, property_id);
CREATE INDEX leads_rep ON leads USING btree (tenant_id, rep_id, created_at DESC, id DESC);
CREATE INDEX leads_rep_id ON leads USING btree (tenant_id, rep_id, id);
CREATE INDEX leads_stage_newest ON leads USING btree (tenant_id, stage_id, created_at DESC, id DESC);
CREATE INDEX leads_status ON leads USING btree (tenant_id, (
CASE status
    WHEN 'new'::text THEN 0
    WHEN 'contacted'::text THEN 1
    ELSE 2
END), id);
CREATE INDEX leads_status_newest ON leads USING btree (tenant_id, status, created_at DESC, id DESC);
CREATE INDEX leads_tag ON leads USING btree (tenant_id, tag, id);
CREATE INDEX leads_tag_newest ON leads USING btree (tenant_id, tag, created_at DESC, id DESC);
CREATE INDEX leads_updated ON leads USING btree (tenant_id, updated_at, id);
CREATE INDEX leads_value ON leads USING btree (tenant_id, (
CASE
    WHEN (value_cents IS NULL) THEN '-1'::integer
    ELSE value_cents
END), id);
CREATE INDEX parcel_street_words_prefix ON parcel_street_words USING btree (word text_pattern_ops);
CREATE INDEX parcels_address ON parcels USING btree (street_number, street_key text_pattern_ops);
CREATE INDEX parcels_cell ON parcels USING btree (cell);
CREATE INDEX parcels_street ON parcels USING btree (street_key, street_number);
CREATE INDEX properties_address ON properties USING btree (tenant_id, address_key, id);
CREATE INDEX properties_assigned ON properties USING btree (tenant_id, assigned_to, created_at DESC, id DESC);
CREATE INDEX properties_assigned_cell ON properties USING btree (tenant_id, assigned_to, cell);
CREATE INDEX properties_assignee ON properties USING btree (tenant_id, (
CASE
    WHEN (assigned_to IS NULL) THEN '00000000-0000-0000-0000-000000000000'::uuid
    ELSE assigned_to
END), id);
CREATE INDEX properties_cell ON properties USING btree (tenant_id, cell);
CREATE INDEX properties_city ON properties USING btree (tenant_id, city_key, id);
CREATE INDEX properties_id ON properties USING btree (id);
CREATE INDEX properties_neighborhood ON properties USING btree (tenant_id, neighborhood);
CREATE INDEX properties_newest ON properties USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX properties_newest_of_all ON properties USING btree (created_at DESC, id DESC);
CREATE INDEX properties_number ON properties USING btree (tenant_id, street_number) WHERE (street_number <> ''::text);
CREATE INDEX properties_owner ON properties USING btree (tenant_id, owner_key, id);
CREATE INDEX properties_parcel ON properties USING btree (tenant_id, parcel_id COLLATE "C");
CREATE INDEX properties_point5 ON properties USING btree (tenant_id, point5);
CREATE INDEX properties_point6 ON properties USING btree (tenant_id, point6);
CREATE INDEX properties_priority ON properties USING btree (tenant_id, (
CASE priority
    WHEN 'normal'::text THEN 0
    ELSE 1
END), id);
CREATE INDEX properties_status ON properties USING btree (tenant_id, (
CASE status
    WHEN 'new'::text THEN 0
    WHEN 'contacted'::text THEN 1
    WHEN 'interested'::text THEN 2
    ELSE 3
END), id);
CREATE INDEX properties_updated ON properties USING btree (tenant_id, updated_at, id);
CREATE INDEX property_tags_tag ON property_tags USING btree (tenant_id, tag, property_id);
CREATE INDEX rep_hours_rep ON rep_hours USING btree (tenant_id, rep_id, hour);
CREATE INDEX replaced_owners_newest ON replaced_owners USING btree (tenant_id, property_id, replaced_at DESC, id DESC);
CREATE INDEX saved_views_list ON saved_views USING btree (tenant_id, list, "position");
CREATE INDEX sessions_expiry ON sessions USING btree (expires_at);
CREATE INDEX sessions_user ON sessions USING btree (user_id);
CREATE INDEX sign_in_devices_expiry ON sign_in_devices USING btree (expires_at);
CREATE INDEX sign_in_devices_token ON sign_in_devices USING btree (token_hash);
CREATE INDEX sign_in_failures_account ON sign_in_failures USING btree (account_key, at);
CREATE INDEX sign_in_failures_address ON sign_in_failures USING btree (address_key, at);
CREATE INDEX sign_in_failures_at ON sign_in_failures USING btree (at);
CREATE INDEX templates_tag ON templates USING btree (tenant_id, tag, modified_at DESC);
CREATE INDEX users_newest ON users USING btree (created_at DESC, id DESC);
CREATE INDEX users_tenant ON users USING btree (tenant_id, full_name);
CREATE UNIQUE INDEX webhook_deliveries_by_position ON webhook_deliveries USING btree (tenant_id, webhook_id, "position");
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (next_attempt_at) WHERE (status = ANY (ARRAY['waiting'::text, 'retrying'::text]));
CREATE INDEX webhook_deliveries_finished ON webhook_deliveries USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX webhook_deliveries_in_order ON webhook_deliveries USING btree (tenant_id, webhook_id, order_key, "position") WHERE (status = ANY (ARRAY['waiting'::text, 'retrying'::text]));
CREATE INDEX webhook_deliveries_not_delivered ON webhook_deliveries USING btree (tenant_id, webhook_id, status, "position") WHERE (status <> 'delivered'::text);
CREATE INDEX webhook_deliveries_open ON webhook_deliveries USING btree (tenant_id, webhook_id, "position") WHERE (status = ANY (ARRAY['waiting'::text, 'retrying'::text]));

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
CREATE OR REPLACE FUNCTION public.add_word_parts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_tenant uuid;
  v_words text[];
begin
  for v_tenant, v_words in select a.tenant_id, array_agg(distinct a.word) from added a group by 1 order by 1 loop
    -- LIMIT makes the planner use one index lookup per word.
    v_words := array(select w.word from unnest(v_words) w (word)
      left join lateral (select true as known from word_parts d
        where d.tenant_id = v_tenant and d.part = left(w.word, 60) and d.word = w.word limit 1) d on true
      where d.known is null);
    insert into word_parts
    select v_tenant, substr(w.word, i, 60), w.word from unnest(v_words) w (word)
    cross join lateral generate_series(1, length(w.word)) i
    order by 1, 2, 3
    on conflict do nothing;
  end loop;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.append_activity(p_tenant uuid, p_events jsonb)
 RETURNS TABLE(event_id uuid, "position" bigint, recorded_at timestamp with time zone, outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_incoming activity_events[];
  v_fresh activity_events[];
  v_start bigint;
begin
  if p_tenant is distinct from nullif(current_setting('app.tenant_id', true), '')::uuid then
    raise exception 'Events can be appended only to the log of the tenant in scope' using errcode = 'insufficient_privilege';
  end if;
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
end $function$
;
grant create on schema public to porchlight_log;
alter function append_activity(uuid,jsonb) owner to porchlight_log;
revoke create on schema public from porchlight_log;
revoke execute on function append_activity(uuid,jsonb) from public;
grant execute on function append_activity(uuid,jsonb) to porchlight_tenant;
CREATE OR REPLACE FUNCTION public.append_dated_events(p_tenant uuid, p_events activity_events[])
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_head activity_heads;
  v_events activity_events[];
  v_event activity_events;
  v_start bigint;
begin
  v_head := lock_log(p_tenant);
  v_start := v_head.position;
  if coalesce(cardinality(p_events), 0) = 0 then return v_start; end if;
  v_head.recorded_at := greatest(clock_timestamp(), v_head.recorded_at);
  foreach v_event in array p_events loop
    v_head.position := v_head.position + 1;
    v_event.tenant_id := p_tenant;
    v_event.position := v_head.position;
    v_event.recorded_at := coalesce(v_event.recorded_at, v_head.recorded_at);
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
end $function$
;
revoke execute on function append_dated_events(uuid,activity_events[]) from public;
grant execute on function append_dated_events(uuid,activity_events[]) to porchlight_maintenance;
CREATE OR REPLACE FUNCTION public.append_new_events(p_tenant uuid, p_events activity_events[])
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_head activity_heads;
  v_events activity_events[];
  v_event activity_events;
  v_start bigint;
begin
  if p_tenant is distinct from nullif(current_setting('app.tenant_id', true), '')::uuid then
    raise exception 'Events can be appended only to the log of the tenant in scope' using errcode = 'insufficient_privilege';
  end if;
  v_head := lock_log(p_tenant);
  v_start := v_head.position;
  if coalesce(cardinality(p_events), 0) = 0 then return v_start; end if;
  v_head.recorded_at := greatest(clock_timestamp(), v_head.recorded_at);
  foreach v_event in array p_events loop
    v_head.position := v_head.position + 1;
    v_event.tenant_id := p_tenant;
    v_event.position := v_head.position;
    v_event.recorded_at := v_head.recorded_at;
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
end $function$
;
grant create on schema public to porchlight_log;
alter function append_new_events(uuid,activity_events[]) owner to porchlight_log;
revoke create on schema public from porchlight_log;
revoke execute on function append_new_events(uuid,activity_events[]) from public;
grant execute on function append_new_events(uuid,activity_events[]) to porchlight_tenant;
CREATE OR REPLACE FUNCTION public.count_houses(p_changes house_change[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into property_cells as c (tenant_id, rep_id, level, square, houses, lat_sum, lng_sum)
  select h.tenant_id, rep.id, level, h.cell >> (44 - 2 * level), sum(h.houses),
    sum(h.houses * round(h.lat * 1e6)), sum(h.houses * round(h.lng * 1e6))
  from unnest(p_changes) h
  cross join lateral (values ('00000000-0000-0000-0000-000000000000'::uuid), (h.rep_id)) rep (id)
  cross join generate_series(0, 18, 2) level
  where rep.id is not null
  group by h.tenant_id, rep.id, level, h.cell >> (44 - 2 * level)
  -- The same order in every transaction, so that concurrent saves cannot deadlock.
  order by 1, 2, 3, 4
  on conflict (tenant_id, rep_id, level, square) do update set houses = c.houses + excluded.houses,
    lat_sum = c.lat_sum + excluded.lat_sum, lng_sum = c.lng_sum + excluded.lng_sum;
end $function$
;
CREATE OR REPLACE FUNCTION public.knock_outcome(p_tenant uuid, p_knock uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (select k.data->>'outcome' from activity_events k where k.tenant_id = p_tenant and k.event_id = p_knock);
end $function$
;
CREATE OR REPLACE FUNCTION public.last_standing_knocks(p_houses uuid[], p_statuses jsonb)
 RETURNS TABLE(property_id uuid, status text)
 LANGUAGE plpgsql
 ROWS 5
AS $function$
declare
  v_tenant uuid := current_tenant();
begin
  return query
  select h.id, p_statuses->>o.outcome from unnest(p_houses) as h (id)
  -- LIMIT makes the planner use one index lookup per property, even while few knocks make a scan look cheaper.
  cross join lateral (select k.outcome from knocks k
    where k.tenant_id = v_tenant and k.property_id = h.id and k.withdrawn_at is null
      and p_statuses->>k.outcome is not null
    order by k.occurred_at desc, k.event_id desc limit 1) o;
end $function$
;
CREATE OR REPLACE FUNCTION public.lead_keys_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update leads set address_key = lead_address_key(new.address, new.street_number, new.street_name),
    owner_key = lead_owner_key(new.owner_name)
  where tenant_id = new.tenant_id and property_id = new.id;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.lead_keys_set()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- FOR SHARE waits for a concurrent change of the property's address or owner.
  select lead_address_key(p.address, p.street_number, p.street_name), lead_owner_key(p.owner_name)
  into new.address_key, new.owner_key
  from properties p where p.tenant_id = new.tenant_id and p.id = new.property_id for share;
  new.address_key := coalesce(new.address_key, '');
  new.owner_key := coalesce(new.owner_key, '');
  return new;
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
  -- FOR SHARE waits for a concurrent change of the property's address or owner.
  select p.words into new.words from properties p where p.tenant_id = new.tenant_id and p.id = new.property_id for share;
  new.words := coalesce(new.words, '');
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.lock_log(p_tenant uuid)
 RETURNS activity_heads
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;
revoke execute on function lock_log(uuid) from public;
grant execute on function lock_log(uuid) to porchlight_log, porchlight_maintenance;
CREATE OR REPLACE FUNCTION public.log_knocks(p_tenant uuid, p_statuses jsonb, p_knocks jsonb)
 RETURNS TABLE(outcome text, property_status text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v_scope text := set_config('app.tenant_id', p_tenant::text, true);
  v_outcomes text[];
  v_seen uuid[];
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

  with checked as materialized (
    select i.*, p.id as seen_id, p.neighborhood, coalesce(p.status, p_statuses->>i.outcome, 'new') as status, case
      when known.data @> jsonb_build_object('propertyId', i.property_id, 'repId', i.rep_id, 'outcome', i.outcome,
          'sessionId', i.session_id)
        and (known.note, known.lat, known.lng, known.photo_id, known.accuracy_meters)
          is not distinct from (i.note, i.lat, i.lng, i.photo_id, i.accuracy_meters) then 'replayed'
      when p.id is null then 'property_not_found'
      when i.session_id is not null and not exists (select from knock_sessions s
        where s.tenant_id = p_tenant and s.id = i.session_id and s.rep_id = i.rep_id) then 'session_not_found'
      when known.data is not null then 'conflict'
      when i.photo_id is not null and not exists (select from photos f
        where f.tenant_id = p_tenant and f.id = i.photo_id and f.uploaded_by = i.rep_id) then 'photo_not_found'
    end as refusal
    from rows from (jsonb_to_recordset(p_knocks) as (
      event_id uuid, property_id uuid, rep_id uuid, session_id uuid, outcome text, note text, lat double precision,
      lng double precision, occurred_at timestamptz, schema_version smallint, sees_all boolean, real_role text,
      acting_role text, actor_session_id uuid, request_id uuid, photo_id uuid, accuracy_meters double precision
    )) with ordinality as i (event_id, property_id, rep_id, session_id, outcome, note, lat, lng, occurred_at,
      schema_version, sees_all, real_role, acting_role, actor_session_id, request_id, photo_id, accuracy_meters, ord)
    join tenants t on t.id = p_tenant
    -- LIMIT makes the planner use one index lookup per knock.
    left join lateral (select p.id, p.neighborhood, p.status from properties p
      where p.tenant_id = p_tenant and p.id = i.property_id
        and (i.sees_all or t.team_doors_visible or p.assigned_to = i.rep_id) limit 1) p on true
    -- The photos of a deleted property are deleted, too.
    left join lateral (select e.data, k.note, k.lat, k.lng, k.accuracy_meters,
        case when k.property_id is null then i.photo_id else k.photo_id end as photo_id
      from activity_events e
      left join knocks k on k.tenant_id = p_tenant and k.event_id = e.event_id
      where e.tenant_id = p_tenant and e.event_id = i.event_id limit 1) known on true
  ), inserted as (
    insert into knocks (tenant_id, event_id, property_id, rep_id, session_id, outcome, note, lat, lng, occurred_at,
      photo_id, accuracy_meters)
    select p_tenant, c.event_id, c.property_id, c.rep_id, c.session_id, c.outcome, c.note, c.lat, c.lng, c.occurred_at,
      c.photo_id, c.accuracy_meters
    from checked c where c.refusal is null order by c.event_id on conflict do nothing
    returning knocks.event_id
  ), results as (
    select c.*, coalesce(c.refusal, case when i.event_id is null then 'retry' else 'appended' end) as result
    from checked c left join inserted i on i.event_id = c.event_id
  )
  select array_agg(r.result order by r.ord), array_agg(r.seen_id order by r.ord), array_agg(r.status order by r.ord),
    array_agg(r.property_id) filter (where r.result = 'appended' and p_statuses->>r.outcome is not null),
    array_agg(row(p_tenant, null, r.event_id, 'DoorKnocked', r.schema_version, jsonb_build_object(
        'propertyId', r.property_id, 'neighborhood', r.neighborhood, 'repId', r.rep_id, 'outcome', r.outcome,
        'sessionId', r.session_id), r.occurred_at, null, r.rep_id, r.real_role, r.acting_role, r.actor_session_id,
        r.request_id, r.property_id, null, null)::activity_events order by r.ord) filter (where r.result = 'appended')
  into v_outcomes, v_seen, v_property_statuses, v_changed, v_events
  from results r;

  if v_changed is not null then
    -- Before the update, because the engine of a distributed database runs no function that reads tenant tables within it.
    select array_agg(l.property_id), array_agg(l.status) into v_changed, v_statuses
    from last_standing_knocks(v_changed, p_statuses) l;
    update properties p set status = l.status, updated_at = now()
    from unnest(v_changed, v_statuses) l (property_id, status) where p.tenant_id = p_tenant and p.id = l.property_id;
    select array_agg(coalesce(l.status, r.status) order by r.ord) into v_property_statuses
    from unnest(v_seen, v_property_statuses) with ordinality as r (seen_id, status, ord)
    left join unnest(v_changed, v_statuses) l (property_id, status) on l.property_id = r.seen_id;
  end if;
  return query select * from unnest(v_outcomes, v_property_statuses);
  if v_events is not null then perform append_new_events(p_tenant, v_events); end if;
end $function$
;
grant create on schema public to porchlight_tenant;
alter function log_knocks(uuid,jsonb,jsonb) owner to porchlight_tenant;
revoke create on schema public from porchlight_tenant;
revoke execute on function log_knocks(uuid,jsonb,jsonb) from public;
grant execute on function log_knocks(uuid,jsonb,jsonb) to porchlight_app, porchlight_platform;
CREATE OR REPLACE FUNCTION public.project_activity(p_events activity_events[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_earlier text := (select u.function_name from projection_upgrades u where u.tenant_id = (p_events[1]).tenant_id);
begin
  if v_earlier is null then
    perform project_activity_3_dcc65410(p_events);
  else
    execute format('select %I($1)', v_earlier) using p_events;
  end if;
end $function$
;
CREATE OR REPLACE FUNCTION public.project_activity_3_dcc65410(p_events activity_events[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_types text[] := array(select e.type from unnest(p_events) e);
begin
if v_types && array['DoorKnocked', 'KnockWithdrawn', 'LeadCreated', 'LeadDeleted', 'LeadStatusChanged', 'ParcelLookedUp'] then
insert into rep_hours as t (tenant_id, hour, rep_id, doors, talks, leads, conversions, properties, late)
select tenant_id, hour, rep_id, sum(doors) as doors, sum(talks) as talks, sum(leads) as leads, sum(conversions) as conversions, sum(properties) as properties, sum(late) as late
from (
select c.*, date_bin('1 hour', c.at, '2000-01-01 00:00:00+00'::timestamptz) as hour,
  case when c.late_by > interval '1 hour' and c.doors + c.leads + c.conversions + c.properties > 0 then 1 else 0 end as late
from (
  select e.tenant_id, e.position, e.subject_id, (e.data->>'repId')::uuid as rep_id, e.recorded_at - e.occurred_at as late_by,
    case when e.type in ('DoorKnocked', 'ParcelLookedUp') then e.event_id
      when e.type = 'KnockWithdrawn' then (e.data->>'knockId')::uuid else (e.data->>'leadId')::uuid end as thing,
    case when e.type in ('KnockWithdrawn', 'LeadDeleted') then (e.data->>'countedAt')::timestamptz else e.occurred_at end as at,
    case when e.type = 'DoorKnocked' then 1 when e.type = 'KnockWithdrawn' then -1 else 0 end as doors,
    case when e.type = 'DoorKnocked' and e.data->>'outcome' in ('talked', 'interested', 'not_interested') then 1
      when e.type = 'KnockWithdrawn' and knock_outcome(e.tenant_id, (e.data->>'knockId')::uuid) in ('talked', 'interested', 'not_interested') then -1 else 0 end as talks,
    case when e.type = 'LeadCreated' then 1 when e.type = 'LeadDeleted' then -1 else 0 end as leads,
    case when e.type = 'LeadStatusChanged' then 1 else 0 end as conversions,
    case when e.type = 'ParcelLookedUp' then 1 else 0 end as properties
  from (select * from unnest(p_events)) e
  where e.type in ('DoorKnocked', 'KnockWithdrawn', 'LeadCreated', 'LeadDeleted')
    or e.type = 'ParcelLookedUp' and (e.data->>'found')::boolean
    or e.type = 'LeadStatusChanged' and e.data->>'to' = 'completed'
  union all
  select e.tenant_id, e.position, e.subject_id, (e.data->>'repId')::uuid, e.recorded_at - e.occurred_at,
    (e.data->>'leadId')::uuid, (e.data->>(case when e.type = 'LeadDeleted' then 'convertedAt' else 'countedAt' end))::timestamptz,
    0, 0, 0, -1, 0
  from (select * from unnest(p_events)) e
  where e.type = 'LeadStatusChanged' and e.data->>'from' = 'completed' and e.data->>'countedAt' is not null
    or e.type = 'LeadDeleted' and e.data->>'convertedAt' is not null
) c) counted
group by tenant_id, hour, rep_id
order by tenant_id, hour, rep_id
on conflict (tenant_id, hour, rep_id) do update set
  doors = t.doors + excluded.doors,
  talks = t.talks + excluded.talks,
  leads = t.leads + excluded.leads,
  conversions = t.conversions + excluded.conversions,
  properties = t.properties + excluded.properties,
  late = t.late + excluded.late;
end if;
if v_types && array['LeadCreated', 'LeadDeleted', 'LeadRetagged'] then
insert into rep_tag_hours as t (tenant_id, hour, rep_id, tag, leads)
select tenant_id, hour, rep_id, tag, sum(leads) as leads
from (
select e.tenant_id, e.position, e.subject_id, (e.data->>'leadId')::uuid as thing, c.at,
  (e.data->>'repId')::uuid as rep_id, c.tag, date_bin('1 hour', c.at, '2000-01-01 00:00:00+00'::timestamptz) as hour, c.leads
from (select * from unnest(p_events)) e
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
with counts as materialized (
select tenant_id, rep_id, hour, neighborhood, city, sum(leads) as leads, sum(conversions) as conversions
from (
select e.tenant_id, e.position, e.subject_id, (e.data->>'leadId')::uuid as thing, c.at,
  (e.data->>'repId')::uuid as rep_id, coalesce(e.data->>'neighborhood', '') as neighborhood,
  coalesce(e.data->>'city', '') as city, date_bin('1 hour', c.at, '2000-01-01 00:00:00+00'::timestamptz) as hour, c.leads, c.conversions
from (select * from unnest(p_events)) e
cross join lateral (
  select e.occurred_at, 1, 0 where e.type = 'LeadCreated'
  union all select (e.data->>'countedAt')::timestamptz, -1, 0 where e.type = 'LeadDeleted'
  union all select e.occurred_at, 0, 1 where e.type = 'LeadStatusChanged' and e.data->>'to' = 'completed'
  union all select (e.data->>'countedAt')::timestamptz, 0, -1
    where e.type = 'LeadStatusChanged' and e.data->>'from' = 'completed' and e.data->>'countedAt' is not null
  union all select (e.data->>'convertedAt')::timestamptz, 0, -1
    where e.type = 'LeadDeleted' and e.data->>'convertedAt' is not null
) as c (at, leads, conversions)
where e.type in ('LeadCreated', 'LeadDeleted', 'LeadStatusChanged')) counted
group by tenant_id, rep_id, hour, neighborhood, city
), rolled_up as (
insert into neighborhood_hours as t (tenant_id, hour, neighborhood, city, leads, conversions)
select tenant_id, hour, neighborhood, city, sum(leads) as leads, sum(conversions) as conversions
from (select * from counts) counted
group by tenant_id, hour, neighborhood, city
order by tenant_id, hour, neighborhood, city
on conflict (tenant_id, hour, neighborhood, city) do update set
  leads = t.leads + excluded.leads,
  conversions = t.conversions + excluded.conversions
)
insert into rep_neighborhood_hours as t (tenant_id, rep_id, hour, neighborhood, city, leads, conversions)
select * from counts
order by tenant_id, rep_id, hour, neighborhood, city
on conflict (tenant_id, rep_id, hour, neighborhood, city) do update set
  leads = t.leads + excluded.leads,
  conversions = t.conversions + excluded.conversions;
end if;
if v_types && array['LeadCreated', 'LeadDeleted', 'LeadStatusChanged'] then
insert into rep_leads as t (tenant_id, rep_id, leads, new_leads, contacted, completed)
select tenant_id, rep_id, sum(leads) as leads, sum(new_leads) as new_leads, sum(contacted) as contacted, sum(completed) as completed
from (
select e.tenant_id, e.position, e.subject_id, (e.data->>'leadId')::uuid as thing, e.occurred_at as at,
  (e.data->>'repId')::uuid as rep_id, c.leads, case when c.status = 'new' then c.n else 0 end as new_leads,
  case when c.status = 'contacted' then c.n else 0 end as contacted,
  case when c.status = 'completed' then c.n else 0 end as completed
from (select * from unnest(p_events)) e
cross join lateral (
  select 1, 'new', 1 where e.type = 'LeadCreated'
  union all select 0, e.data->>'from', -1
    where e.type = 'LeadStatusChanged' and e.data->>'from' <> 'completed' or e.type = 'LeadStatusChanged' and e.data->>'from' = 'completed' and e.data->>'countedAt' is not null
  union all select 0, e.data->>'to', 1 where e.type = 'LeadStatusChanged'
  union all select -1, e.data->>'status', -1 where e.type = 'LeadDeleted'
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
if v_types && array['LettersPrinted'] then
insert into lead_letters as t (tenant_id, lead_id, hour, letters)
select tenant_id, lead_id, hour, sum(letters) as letters
from (
select e.tenant_id, e.position, e.subject_id, l.lead_id as thing, e.occurred_at as at, l.lead_id,
  date_bin('1 hour', e.occurred_at, '2000-01-01 00:00:00+00'::timestamptz) as hour, l.letters
from (select * from unnest(p_events)) e
cross join lateral (
  select id::uuid as lead_id, 1 as letters from jsonb_array_elements_text(nullif(e.data->'leadIds', 'null')) as printed (id)
  union all select '00000000-0000-0000-0000-000000000000'::uuid, (e.data->>'count')::integer where e.data->'leadIds' = 'null'
) l
where e.type = 'LettersPrinted') counted
group by tenant_id, lead_id, hour
order by tenant_id, lead_id, hour
on conflict (tenant_id, lead_id, hour) do update set
  letters = t.letters + excluded.letters;
end if;
with counts as materialized (
select tenant_id, hour, type, sum(events) as events, sum(quantity) as quantity, sum(cost_micros) as cost_micros, sum(call_micros) as call_micros
from (
select p.*, date_bin('1 hour', p.at, '2000-01-01 00:00:00+00'::timestamptz) as hour, 1 as events from (
select e.tenant_id, e.position, e.subject_id, e.event_id as thing, e.type, e.actor_id, e.occurred_at as at,
  case when e.type = 'ParcelLookedUp' then 'regrid_lookups' when e.type = 'MapLoaded' then 'map_loads' when e.type = 'AddressGeocoded' then 'geocoding' when e.type = 'LettersPrinted' then 'document_printing' else null end as service, case when e.type = 'ParcelLookedUp' then (e.data->>'records')::bigint when e.type = 'MapLoaded' then 1 when e.type = 'AddressGeocoded' then 1 when e.type = 'LettersPrinted' then (e.data->>'count')::bigint else 0 end as quantity,
  case when e.type = 'ParcelLookedUp' then (e.data->>'records')::bigint * r.regrid_lookups_micros[width_bucket(e.priced_at, r.regrid_lookups_from)] when e.type = 'MapLoaded' then 1 * r.map_loads_micros[width_bucket(e.priced_at, r.map_loads_from)] when e.type = 'AddressGeocoded' then 1 * r.geocoding_micros[width_bucket(e.priced_at, r.geocoding_from)] when e.type = 'LettersPrinted' then (e.data->>'count')::bigint * r.document_printing_micros[width_bucket(e.priced_at, r.document_printing_from)] else 0 end as cost_micros, r.api_calls_micros[width_bucket(e.priced_at, r.api_calls_from)] as call_micros
from (select *, least(occurred_at, recorded_at) as priced_at from (select * from unnest(p_events)) s) e cross join (select array_agg(micros order by effective_from) filter (where service_type = 'api_calls') as api_calls_micros, array_agg(effective_from order by effective_from) filter (where service_type = 'api_calls') as api_calls_from, array_agg(micros order by effective_from) filter (where service_type = 'regrid_lookups') as regrid_lookups_micros, array_agg(effective_from order by effective_from) filter (where service_type = 'regrid_lookups') as regrid_lookups_from, array_agg(micros order by effective_from) filter (where service_type = 'map_loads') as map_loads_micros, array_agg(effective_from order by effective_from) filter (where service_type = 'map_loads') as map_loads_from, array_agg(micros order by effective_from) filter (where service_type = 'geocoding') as geocoding_micros, array_agg(effective_from order by effective_from) filter (where service_type = 'geocoding') as geocoding_from, array_agg(micros order by effective_from) filter (where service_type = 'document_printing') as document_printing_micros, array_agg(effective_from order by effective_from) filter (where service_type = 'document_printing') as document_printing_from from cost_rates) r) p) counted
group by tenant_id, hour, type
), rolled_up as (
insert into usage_days as t (tenant_id, day, api_calls, map_loads, regrid_lookups, cost_micros)
select tenant_id, day, sum(api_calls) as api_calls, sum(map_loads) as map_loads, sum(regrid_lookups) as regrid_lookups, sum(cost_micros) as cost_micros
from (
select tenant_id, (hour at time zone 'UTC')::date as day, events as api_calls,
  case when type = 'MapLoaded' then quantity else 0 end as map_loads,
  case when type = 'ParcelLookedUp' then quantity else 0 end as regrid_lookups, cost_micros + call_micros as cost_micros
from counts) counted
group by tenant_id, day
order by tenant_id, day
on conflict (tenant_id, day) do update set
  api_calls = t.api_calls + excluded.api_calls,
  map_loads = t.map_loads + excluded.map_loads,
  regrid_lookups = t.regrid_lookups + excluded.regrid_lookups,
  cost_micros = t.cost_micros + excluded.cost_micros
)
insert into usage_hours as t (tenant_id, hour, type, events, quantity, cost_micros, call_micros)
select * from counts
order by tenant_id, hour, type
on conflict (tenant_id, hour, type) do update set
  events = t.events + excluded.events,
  quantity = t.quantity + excluded.quantity,
  cost_micros = t.cost_micros + excluded.cost_micros,
  call_micros = t.call_micros + excluded.call_micros;
end
$function$
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
declare
  v_words property_words[] := (select array_agg(distinct (p.tenant_id, w.word, p.id)::property_words)
    from added p cross join string_to_table(btrim(p.words), ' ') w (word) where w.word <> '');
begin
  insert into property_words select * from unnest(v_words);
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.properties_words_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_words text[] := array(select distinct w.word from string_to_table(btrim(new.words), ' ') w (word) where w.word <> '');
begin
  delete from property_words w where w.tenant_id = old.tenant_id and w.property_id = old.id
    and w.word = any(string_to_array(btrim(old.words), ' '));
  insert into property_words select new.tenant_id, w, new.id from unnest(v_words) w;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.properties_words_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_tenant uuid;
  v_ids uuid[];
begin
  for v_tenant, v_ids in select p.tenant_id, array_agg(p.id) from removed p group by 1 order by 1 loop
    delete from property_words w where w.tenant_id = v_tenant and w.property_id = any(v_ids);
  end loop;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.property_keys_set()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.address_key := lead_address_key(new.address, new.street_number, new.street_name);
  new.owner_key := lead_owner_key(new.owner_name);
  new.city_key := city_key(new.city);
  return new;
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
CREATE OR REPLACE FUNCTION public.raise_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  return new;
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
CREATE OR REPLACE FUNCTION public.append_dated_activity(p_tenant uuid, p_events jsonb)
 RETURNS bigint
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select append_dated_events(p_tenant, array(
    select (p_tenant, null, i.event_id, i.type, i.schema_version, i.data, i.occurred_at, i.recorded_at, i.actor_id,
      i.real_role, i.acting_role, i.session_id, i.request_id, i.subject_id, null, null)::activity_events
    from jsonb_array_elements(p_events) with ordinality as e (event, ord)
    cross join jsonb_populate_record(null::activity_events, e.event) as i
    order by e.ord)) $function$
;
revoke execute on function append_dated_activity(uuid,jsonb) from public;
grant execute on function append_dated_activity(uuid,jsonb) to porchlight_maintenance;
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

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON activity_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON activity_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON cost_rates FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON cost_rates FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER keys_set BEFORE INSERT ON leads FOR EACH ROW EXECUTE FUNCTION lead_keys_set();
CREATE TRIGGER version_raised BEFORE UPDATE OF property_id, tag, priority, status, template_data, rep_id, completed_at, stage_id, assigned_to, follow_up_at, value_cents, source, contact_name, contact_phone, contact_email ON leads FOR EACH ROW WHEN (((old.version = new.version) AND (((((((((((((((old.property_id IS DISTINCT FROM new.property_id) OR (old.tag IS DISTINCT FROM new.tag)) OR (old.priority IS DISTINCT FROM new.priority)) OR (old.status IS DISTINCT FROM new.status)) OR (old.template_data IS DISTINCT FROM new.template_data)) OR (old.rep_id IS DISTINCT FROM new.rep_id)) OR (old.completed_at IS DISTINCT FROM new.completed_at)) OR (old.stage_id IS DISTINCT FROM new.stage_id)) OR (old.assigned_to IS DISTINCT FROM new.assigned_to)) OR (old.follow_up_at IS DISTINCT FROM new.follow_up_at)) OR (old.value_cents IS DISTINCT FROM new.value_cents)) OR (old.source IS DISTINCT FROM new.source)) OR (old.contact_name IS DISTINCT FROM new.contact_name)) OR (old.contact_phone IS DISTINCT FROM new.contact_phone)) OR (old.contact_email IS DISTINCT FROM new.contact_email)))) EXECUTE FUNCTION raise_version();
CREATE TRIGGER words_set BEFORE INSERT ON leads FOR EACH ROW EXECUTE FUNCTION lead_words_set();
CREATE TRIGGER houses_added AFTER INSERT ON properties REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION properties_counted();
CREATE TRIGGER houses_moved AFTER UPDATE OF assigned_to, cell, lat, lng ON properties FOR EACH ROW WHEN (((old.assigned_to IS DISTINCT FROM new.assigned_to) OR (old.cell <> new.cell) OR (old.lat <> new.lat) OR (old.lng <> new.lng))) EXECUTE FUNCTION property_recounted();
CREATE TRIGGER houses_removed AFTER DELETE ON properties REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION properties_counted();
CREATE TRIGGER keys_set BEFORE INSERT OR UPDATE OF address, street_number, street_name, owner_name, city ON properties FOR EACH ROW EXECUTE FUNCTION property_keys_set();
CREATE TRIGGER lead_keys_follow AFTER UPDATE OF address, street_number, street_name, owner_name ON properties FOR EACH ROW WHEN (((((old.address IS DISTINCT FROM new.address) OR (old.street_number IS DISTINCT FROM new.street_number)) OR (old.street_name IS DISTINCT FROM new.street_name)) OR (old.owner_name IS DISTINCT FROM new.owner_name))) EXECUTE FUNCTION lead_keys_follow();
CREATE TRIGGER lead_words_follow AFTER UPDATE OF address, city, zip_code, owner_name ON properties FOR EACH ROW WHEN ((old.words IS DISTINCT FROM new.words)) EXECUTE FUNCTION lead_words_follow();
CREATE TRIGGER version_raised BEFORE UPDATE OF address, street_number, street_name, city, state, zip_code, lat, lng, owner_name, owner_address, owner_source, owner_phone, owner_email, parcel_id, unconfirmed, neighborhood, notes, priority, status, assigned_to ON properties FOR EACH ROW WHEN (((old.version = new.version) AND ((((((((((((((((((((old.address IS DISTINCT FROM new.address) OR (old.street_number IS DISTINCT FROM new.street_number)) OR (old.street_name IS DISTINCT FROM new.street_name)) OR (old.city IS DISTINCT FROM new.city)) OR (old.state IS DISTINCT FROM new.state)) OR (old.zip_code IS DISTINCT FROM new.zip_code)) OR (old.lat IS DISTINCT FROM new.lat)) OR (old.lng IS DISTINCT FROM new.lng)) OR (old.owner_name IS DISTINCT FROM new.owner_name)) OR (old.owner_address IS DISTINCT FROM new.owner_address)) OR (old.owner_source IS DISTINCT FROM new.owner_source)) OR (old.owner_phone IS DISTINCT FROM new.owner_phone)) OR (old.owner_email IS DISTINCT FROM new.owner_email)) OR (old.parcel_id IS DISTINCT FROM new.parcel_id)) OR (old.unconfirmed IS DISTINCT FROM new.unconfirmed)) OR (old.neighborhood IS DISTINCT FROM new.neighborhood)) OR (old.notes IS DISTINCT FROM new.notes)) OR (old.priority IS DISTINCT FROM new.priority)) OR (old.status IS DISTINCT FROM new.status)) OR (old.assigned_to IS DISTINCT FROM new.assigned_to)))) EXECUTE FUNCTION raise_version();
CREATE TRIGGER words_added AFTER INSERT ON properties REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION properties_words_added();
CREATE TRIGGER words_changed AFTER UPDATE OF address, city, zip_code, owner_name ON properties FOR EACH ROW WHEN ((old.words IS DISTINCT FROM new.words)) EXECUTE FUNCTION properties_words_changed();
CREATE TRIGGER words_removed AFTER DELETE ON properties REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION properties_words_removed();
CREATE TRIGGER word_parts_added AFTER INSERT ON property_words REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_word_parts();

-- Policies

alter table activity_events enable row level security, force row level security;
create policy own_tenant on activity_events to porchlight_log, porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on activity_events for select to porchlight_platform using (true);
alter table activity_heads enable row level security, force row level security;
create policy own_tenant on activity_heads to porchlight_log, porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on activity_heads for select to porchlight_platform using (true);
alter table api_keys enable row level security, force row level security;
create policy accounts on api_keys to porchlight_accounts using (true) with check (true);
create policy platform on api_keys to porchlight_platform using (true) with check (true);
alter table client_actions enable row level security, force row level security;
create policy own_tenant on client_actions to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on client_actions for select to porchlight_platform using (true);
alter table idempotency_keys enable row level security, force row level security;
create policy accounts on idempotency_keys to porchlight_accounts using (true) with check (true);
create policy platform on idempotency_keys to porchlight_platform using (true) with check (true);
alter table import_files enable row level security, force row level security;
create policy own_tenant on import_files to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on import_files for select to porchlight_platform using (true);
alter table import_outcomes enable row level security, force row level security;
create policy own_tenant on import_outcomes to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on import_outcomes for select to porchlight_platform using (true);
alter table import_rows enable row level security, force row level security;
create policy own_tenant on import_rows to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on import_rows for select to porchlight_platform using (true);
alter table job_files enable row level security, force row level security;
create policy own_tenant on job_files to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on job_files for select to porchlight_platform using (true);
alter table jobs enable row level security, force row level security;
create policy own_tenant on jobs to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on jobs for select to porchlight_platform using (true);
alter table knock_sessions enable row level security, force row level security;
create policy own_tenant on knock_sessions to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on knock_sessions for select to porchlight_platform using (true);
alter table knocks enable row level security, force row level security;
create policy own_tenant on knocks to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on knocks for select to porchlight_platform using (true);
alter table lead_letters enable row level security, force row level security;
create policy own_tenant on lead_letters to porchlight_log, porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on lead_letters for select to porchlight_platform using (true);
alter table lead_merges enable row level security, force row level security;
create policy own_tenant on lead_merges to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on lead_merges for select to porchlight_platform using (true);
alter table lead_notes enable row level security, force row level security;
create policy own_tenant on lead_notes to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on lead_notes for select to porchlight_platform using (true);
alter table lead_stages enable row level security, force row level security;
create policy own_tenant on lead_stages to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on lead_stages for select to porchlight_platform using (true);
alter table leads enable row level security, force row level security;
create policy own_tenant on leads to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on leads for select to porchlight_platform using (true);
alter table neighborhood_hours enable row level security, force row level security;
create policy own_tenant on neighborhood_hours to porchlight_log, porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on neighborhood_hours for select to porchlight_platform using (true);
alter table photos enable row level security, force row level security;
create policy own_tenant on photos to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on photos for select to porchlight_platform using (true);
alter table projection_upgrades enable row level security, force row level security;
create policy own_tenant on projection_upgrades to porchlight_log, porchlight_maintenance using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on projection_upgrades for select to porchlight_platform using (true);
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
alter table quota_uses enable row level security, force row level security;
create policy own_tenant on quota_uses to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on quota_uses for select to porchlight_platform using (true);
alter table recovery_codes enable row level security, force row level security;
create policy accounts on recovery_codes to porchlight_accounts using (true) with check (true);
create policy platform on recovery_codes to porchlight_platform using (true) with check (true);
alter table rep_hours enable row level security, force row level security;
create policy own_tenant on rep_hours to porchlight_log, porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on rep_hours for select to porchlight_platform using (true);
alter table rep_leads enable row level security, force row level security;
create policy own_tenant on rep_leads to porchlight_log, porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on rep_leads for select to porchlight_platform using (true);
alter table rep_neighborhood_hours enable row level security, force row level security;
create policy own_tenant on rep_neighborhood_hours to porchlight_log, porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on rep_neighborhood_hours for select to porchlight_platform using (true);
alter table rep_tag_hours enable row level security, force row level security;
create policy own_tenant on rep_tag_hours to porchlight_log, porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on rep_tag_hours for select to porchlight_platform using (true);
alter table replaced_owners enable row level security, force row level security;
create policy own_tenant on replaced_owners to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on replaced_owners for select to porchlight_platform using (true);
alter table saved_views enable row level security, force row level security;
create policy own_tenant on saved_views to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on saved_views for select to porchlight_platform using (true);
alter table sign_in_devices enable row level security, force row level security;
create policy accounts on sign_in_devices to porchlight_accounts, porchlight_platform using (true) with check (true);
alter table targets enable row level security, force row level security;
create policy own_tenant on targets to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on targets for select to porchlight_platform using (true);
alter table templates enable row level security, force row level security;
create policy own_tenant on templates to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on templates for select to porchlight_platform using (true);
alter table tenants enable row level security, force row level security;
create policy accounts on tenants for select to porchlight_accounts using (true);
create policy own_tenant on tenants for select to porchlight_tenant using ((id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform on tenants to porchlight_maintenance, porchlight_platform using (true) with check (true);
alter table two_factors enable row level security, force row level security;
create policy accounts on two_factors to porchlight_accounts using (true) with check (true);
create policy platform on two_factors to porchlight_platform using (true) with check (true);
alter table usage_days enable row level security, force row level security;
create policy own_tenant on usage_days to porchlight_log, porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on usage_days for select to porchlight_platform using (true);
alter table usage_hours enable row level security, force row level security;
create policy own_tenant on usage_hours to porchlight_log, porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on usage_hours for select to porchlight_platform using (true);
alter table usage_reports enable row level security, force row level security;
create policy own_tenant on usage_reports to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on usage_reports for select to porchlight_platform using (true);
alter table users enable row level security, force row level security;
create policy accounts on users to porchlight_accounts using (true) with check (true);
create policy own_tenant on users to porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform on users to porchlight_maintenance, porchlight_platform using (true) with check (true);
alter table webhook_deliveries enable row level security, force row level security;
create policy own_tenant on webhook_deliveries to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on webhook_deliveries for select to porchlight_platform using (true);
alter table webhook_hours enable row level security, force row level security;
create policy own_tenant on webhook_hours to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on webhook_hours for select to porchlight_platform using (true);
alter table webhooks enable row level security, force row level security;
create policy own_tenant on webhooks to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on webhooks for select to porchlight_platform using (true);
alter table word_parts enable row level security, force row level security;
create policy own_tenant on word_parts to porchlight_maintenance, porchlight_tenant using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy platform_reads on word_parts for select to porchlight_platform using (true);

-- Privileges

revoke create on schema public from public;
grant usage on schema public to porchlight_accounts, porchlight_log, porchlight_maintenance, porchlight_platform, porchlight_public, porchlight_tenant;

-- Privileges of tables

grant insert, select on activity_events to porchlight_log, porchlight_maintenance;
grant select on activity_events to porchlight_platform, porchlight_tenant;
grant delete, insert, select, update on activity_heads to porchlight_maintenance;
grant insert, select, update on activity_heads to porchlight_log;
grant select on activity_heads to porchlight_platform, porchlight_tenant;
grant insert, select, update on api_keys to porchlight_accounts, porchlight_platform;
grant delete, insert, select, update on basemap_tiles to porchlight_maintenance;
grant select on basemap_tiles to porchlight_platform, porchlight_public, porchlight_tenant;
grant delete, insert, select, update on client_actions to porchlight_maintenance;
grant insert, select on client_actions to porchlight_tenant;
grant select on client_actions to porchlight_platform;
grant select on cost_rate_spans to porchlight_log, porchlight_maintenance, porchlight_platform, porchlight_tenant;
grant insert, select, update on cost_rates to porchlight_platform;
grant select on cost_rates to porchlight_log, porchlight_maintenance, porchlight_tenant;
grant delete, insert, select, update on idempotency_keys to porchlight_accounts, porchlight_platform;
grant delete, insert, select, update on import_files to porchlight_maintenance, porchlight_tenant;
grant select on import_files to porchlight_platform;
grant delete, insert, select, update on import_outcomes to porchlight_maintenance, porchlight_tenant;
grant select on import_outcomes to porchlight_platform;
grant delete, insert, select, update on import_rows to porchlight_maintenance, porchlight_tenant;
grant select on import_rows to porchlight_platform;
grant delete, insert, select, update on installation to porchlight_maintenance, porchlight_platform;
grant delete, insert, select, update on job_files to porchlight_maintenance, porchlight_tenant;
grant delete, insert, select, update on jobs to porchlight_maintenance, porchlight_tenant;
grant select on jobs to porchlight_platform;
grant delete, insert, select, update on knock_sessions to porchlight_maintenance, porchlight_tenant;
grant select on knock_sessions to porchlight_platform;
grant delete, insert, select, update on knocks to porchlight_maintenance, porchlight_tenant;
grant select on knocks to porchlight_platform;
grant delete, insert, select, update on lead_letters to porchlight_maintenance;
grant insert, select, update on lead_letters to porchlight_log;
grant select on lead_letters to porchlight_platform, porchlight_tenant;
grant delete, insert, select, update on lead_merges to porchlight_maintenance, porchlight_tenant;
grant select on lead_merges to porchlight_platform;
grant delete, insert, select, update on lead_notes to porchlight_maintenance, porchlight_tenant;
grant select on lead_notes to porchlight_platform;
grant delete, insert, select, update on lead_stages to porchlight_maintenance, porchlight_tenant;
grant select on lead_stages to porchlight_platform;
grant delete, insert, select, update on leads to porchlight_maintenance, porchlight_tenant;
grant select on leads to porchlight_platform;
grant delete, insert, select, update on neighborhood_hours to porchlight_maintenance;
grant insert, select, update on neighborhood_hours to porchlight_log;
grant select on neighborhood_hours to porchlight_platform, porchlight_tenant;
grant delete, insert, select, update on parcel_datasets to porchlight_maintenance, porchlight_platform;
grant select on parcel_datasets to porchlight_public, porchlight_tenant;
grant delete, insert, select, update on parcel_street_words to porchlight_maintenance, porchlight_platform;
grant select on parcel_street_words to porchlight_public, porchlight_tenant;
grant delete, insert, select, update on parcels to porchlight_maintenance, porchlight_platform;
grant select on parcels to porchlight_public, porchlight_tenant;
grant delete, insert, select, update on photos to porchlight_maintenance, porchlight_tenant;
grant select on photos to porchlight_platform;
grant delete, insert, select on projection_upgrades to porchlight_maintenance;
grant select on projection_upgrades to porchlight_log, porchlight_platform;
grant delete, insert, select, update on properties to porchlight_maintenance, porchlight_tenant;
grant select on properties to porchlight_platform;
grant delete, insert, select, update on property_cells to porchlight_maintenance, porchlight_tenant;
grant select on property_cells to porchlight_platform;
grant delete, insert, select, update on property_tags to porchlight_maintenance, porchlight_tenant;
grant select on property_tags to porchlight_platform;
grant delete, insert, select, update on property_words to porchlight_maintenance, porchlight_tenant;
grant select on property_words to porchlight_platform;
grant delete, insert, select, update on quota_uses to porchlight_maintenance;
grant insert, select, update on quota_uses to porchlight_tenant;
grant select on quota_uses to porchlight_platform;
grant delete, insert, select, update on recovery_codes to porchlight_accounts;
grant delete, select on recovery_codes to porchlight_platform;
grant delete, insert, select, update on rep_hours to porchlight_maintenance;
grant insert, select, update on rep_hours to porchlight_log;
grant select on rep_hours to porchlight_platform, porchlight_tenant;
grant delete, insert, select, update on rep_leads to porchlight_maintenance;
grant insert, select, update on rep_leads to porchlight_log;
grant select on rep_leads to porchlight_platform, porchlight_tenant;
grant delete, insert, select, update on rep_neighborhood_hours to porchlight_maintenance;
grant insert, select, update on rep_neighborhood_hours to porchlight_log;
grant select on rep_neighborhood_hours to porchlight_platform, porchlight_tenant;
grant delete, insert, select, update on rep_tag_hours to porchlight_maintenance;
grant insert, select, update on rep_tag_hours to porchlight_log;
grant select on rep_tag_hours to porchlight_platform, porchlight_tenant;
grant delete, insert, select, update on replaced_owners to porchlight_maintenance, porchlight_tenant;
grant select on replaced_owners to porchlight_platform;
grant delete, insert, select, update on saved_views to porchlight_maintenance, porchlight_tenant;
grant select on saved_views to porchlight_platform;
grant select on schema_migrations to porchlight_platform;
grant delete, insert, select, update on sessions to porchlight_accounts, porchlight_platform;
grant delete, insert, select, update on sign_in_devices to porchlight_accounts;
grant delete, select on sign_in_devices to porchlight_platform;
grant delete, insert, select on sign_in_failures to porchlight_accounts, porchlight_platform;
grant delete, insert, select, update on targets to porchlight_maintenance, porchlight_tenant;
grant select on targets to porchlight_platform;
grant delete, insert, select, update on templates to porchlight_maintenance, porchlight_tenant;
grant select on templates to porchlight_platform;
grant delete, insert, select, update on tenants to porchlight_maintenance, porchlight_platform;
grant select on tenants to porchlight_accounts, porchlight_tenant;
grant delete, insert, select, update on two_factors to porchlight_accounts;
grant delete, select on two_factors to porchlight_platform;
grant delete, insert, select, update on usage_days to porchlight_maintenance;
grant insert, select, update on usage_days to porchlight_log;
grant select on usage_days to porchlight_platform, porchlight_tenant;
grant delete, insert, select, update on usage_hours to porchlight_maintenance;
grant insert, select, update on usage_hours to porchlight_log;
grant select on usage_hours to porchlight_platform, porchlight_tenant;
grant delete, insert, select, update on usage_reports to porchlight_maintenance, porchlight_tenant;
grant select on usage_reports to porchlight_platform;
grant delete, insert, select, update on users to porchlight_maintenance, porchlight_platform;
grant select on users to porchlight_accounts;
grant select (id, email, full_name, role, tenant_id, phone, status, must_change_password, created_at, deleted_at) on users to porchlight_tenant;
grant update (password_hash, must_change_password) on users to porchlight_accounts;
grant delete, insert, select, update on webhook_deliveries to porchlight_maintenance, porchlight_tenant;
grant select on webhook_deliveries to porchlight_platform;
grant delete, insert, select, update on webhook_hours to porchlight_maintenance, porchlight_tenant;
grant select on webhook_hours to porchlight_platform;
grant delete, insert, select, update on webhooks to porchlight_maintenance, porchlight_tenant;
grant select on webhooks to porchlight_platform;
grant delete, insert, select on word_parts to porchlight_maintenance, porchlight_tenant;
grant select on word_parts to porchlight_platform;

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
insert into schema_migrations (name) values ('0014_team_doors');
insert into schema_migrations (name) values ('0015_word_parts');
insert into schema_migrations (name) values ('0016_archived_tenants');
insert into schema_migrations (name) values ('0017_printed_letters');
insert into schema_migrations (name) values ('0018_lead_order');
insert into schema_migrations (name) values ('0019_talks');
insert into schema_migrations (name) values ('0020_knocks_in_one_call');
insert into schema_migrations (name) values ('0021_fewer_statements_for_knocks');
insert into schema_migrations (name) values ('0022_client_actions');
insert into schema_migrations (name) values ('0023_field_work');
insert into schema_migrations (name) values ('0024_property_versions');
insert into schema_migrations (name) values ('0025_log_writers');
insert into schema_migrations (name) values ('0026_projection_upgrades');
insert into schema_migrations (name) values ('0027_user_policy');
insert into schema_migrations (name) values ('0028_tenant_policy');
insert into schema_migrations (name) values ('0029_api_key_policy');
insert into schema_migrations (name) values ('0030_idempotency_key_policy');
insert into schema_migrations (name) values ('0031_lead_versions');
insert into schema_migrations (name) values ('0032_log_head_locks');
insert into schema_migrations (name) values ('0033_distributable_functions');
insert into schema_migrations (name) values ('0034_append_only_log');
insert into schema_migrations (name) values ('0035_append_only_rates');
insert into schema_migrations (name) values ('0036_lead_stages');
insert into schema_migrations (name) values ('0037_lead_work');
insert into schema_migrations (name) values ('0038_lead_work_indexes');
insert into schema_migrations (name) values ('0040_jobs');
insert into schema_migrations (name) values ('0043_imports');
insert into schema_migrations (name) values ('0045_webhooks');
insert into schema_migrations (name) values ('0047_list_orders');
insert into schema_migrations (name) values ('0048_property_order_indexes');
insert into schema_migrations (name) values ('0050_work_of_a_rep');
insert into schema_migrations (name) values ('0052_parcel_ids');
insert into schema_migrations (name) values ('0053_append_to_new_log');
insert into schema_migrations (name) values ('0054_parcel_imports');
insert into schema_migrations (name) values ('0055_property_assignees');
insert into schema_migrations (name) values ('0056_lead_users');
insert into schema_migrations (name) values ('0057_work_indexes');
insert into schema_migrations (name) values ('0058_property_neighborhoods');
insert into schema_migrations (name) values ('0060_quota_uses');
insert into schema_migrations (name) values ('0062_session_details');
insert into schema_migrations (name) values ('0063_required_two_factors');
insert into schema_migrations (name) values ('0064_two_factors');
insert into schema_migrations (name) values ('0065_bound_api_keys');
insert into schema_migrations (name) values ('0066_sign_in_devices');
insert into schema_migrations (name) values ('0067_parcel_key_versions');
insert into schema_migrations (name) values ('0068_import_outcomes');
insert into schema_migrations (name) values ('0069_replaced_owners');

-- Installed functions, triggers, views and policies

insert into installation (key, value) values ('projections', '{"tables": {"rep_hours": "tenant_id, hour, rep_id, doors, talks, leads, conversions, properties, late", "rep_leads": "tenant_id, rep_id, leads, new_leads, contacted, completed", "usage_days": "tenant_id, day, api_calls, map_loads, regrid_lookups, cost_micros", "usage_hours": "tenant_id, hour, type, events, quantity, cost_micros, call_micros", "lead_letters": "tenant_id, lead_id, hour, letters", "rep_tag_hours": "tenant_id, hour, rep_id, tag, leads", "neighborhood_hours": "tenant_id, hour, neighborhood, city, leads, conversions", "rep_neighborhood_hours": "tenant_id, rep_id, hour, neighborhood, city, leads, conversions"}, "version": 3, "functionName": "project_activity_3_dcc65410"}');
