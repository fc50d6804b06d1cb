import { Migration } from '@mikro-orm/migrations'
import { isolate } from './0001_foundation.ts'

/** Rates of metered services, projections of costs and neighborhoods, targets, and usage reported by clients. */
export class Cost extends Migration {
  override up(): void {
    for (const sql of [rates, projections, targets]) this.addSql(sql)
    for (const table of ['neighborhood_hours', 'rep_leads', 'usage_days', 'targets', 'usage_reports'])
      this.addSql(isolate(table))
    this.addSql(grants)
  }
}

// Rates are the same for all tenants. A rate is never changed; a new one takes effect after it.
const rates = `
create table cost_rates (
  service_type text not null,
  effective_from timestamptz not null,
  micros bigint not null check (micros >= 0),
  set_by uuid,
  primary key (service_type, effective_from)
);
insert into cost_rates (service_type, effective_from, micros) values
  ('regrid_lookups', '-infinity', 100000), ('map_loads', '-infinity', 7000), ('geocoding', '-infinity', 5000),
  ('document_printing', '-infinity', 10000), ('api_calls', '-infinity', 100);
create function refuse_past_rates() returns trigger language plpgsql as $$
begin
  raise exception 'cost_rates is append-only: % refused', tg_op using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete or truncate on cost_rates
  for each statement execute function refuse_past_rates();
create view cost_rate_spans with (security_invoker = true) as
  select service_type, micros, effective_from,
    lead(effective_from, 1, 'infinity') over (partition by service_type order by effective_from) as effective_until
  from cost_rates;
`

const projections = `
alter table rep_hours add column late integer not null default 0;
alter table usage_hours add column cost_micros bigint not null default 0, add column call_micros bigint not null default 0;
create table neighborhood_hours (
  tenant_id uuid not null,
  hour timestamptz not null,
  rep_id uuid not null,
  neighborhood text not null,
  city text not null,
  leads integer not null,
  conversions integer not null,
  primary key (tenant_id, hour, rep_id, neighborhood, city)
);
create table rep_leads (
  tenant_id uuid not null,
  rep_id uuid not null,
  leads integer not null,
  new_leads integer not null,
  contacted integer not null,
  completed integer not null,
  primary key (tenant_id, rep_id)
);
create table usage_days (
  tenant_id uuid not null,
  day date not null,
  api_calls bigint not null,
  map_loads bigint not null,
  regrid_lookups bigint not null,
  cost_micros bigint not null,
  primary key (tenant_id, day)
);
`

const targets = `
create table targets (
  tenant_id uuid not null references tenants (id),
  user_id uuid not null,
  period text not null check (period in ('day', 'week', 'month')),
  metric text not null check (metric in ('leads_created', 'leads_converted', 'doors_knocked')),
  value integer not null check (value > 0),
  set_by uuid not null,
  set_at timestamptz not null,
  primary key (tenant_id, user_id, period, metric)
);
create table usage_reports (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  service_type text not null,
  quantity integer not null,
  note text,
  reported_by uuid not null,
  reported_at timestamptz not null,
  primary key (tenant_id, id)
);
`

// UPDATE is granted because setting a rate locks the table, which PostgreSQL allows only with that privilege. The trigger rejects
// every actual update.
const grants = `
grant select on cost_rates, cost_rate_spans to porchlight_tenant, porchlight_platform, porchlight_maintenance;
grant insert, update on cost_rates to porchlight_platform;
grant select, insert, update on neighborhood_hours, rep_leads, usage_days to porchlight_tenant;
grant select, insert, update, delete on targets, usage_reports to porchlight_tenant;
grant select on neighborhood_hours, rep_leads, usage_days, targets, usage_reports to porchlight_platform;
grant select, insert, update, delete on neighborhood_hours, rep_leads, usage_days, targets, usage_reports
  to porchlight_maintenance;
`
