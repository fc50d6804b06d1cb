import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** Webhooks, and what was delivered to them. The activity log is the outbox: a webhook knows the position it has reached. */
export class Webhooks extends Migration {
  override up(): void {
    for (const sql of [tables, ...['webhooks', 'webhook_deliveries', 'webhook_hours'].map(isolate), grants])
      this.addSql(sql)
  }
}

const tables = `
create table webhooks (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  url text not null,
  -- Event types, or '*' for all.
  types text[] not null,
  -- Signs the deliveries, so it cannot be stored as a hash.
  secret text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  -- Deliveries were created for the events up to this position of the log.
  position bigint not null,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('manager', 'gone', 'failing')),
  -- The first failure after the last delivery that succeeded.
  failing_since timestamptz,
  primary key (tenant_id, id),
  check ((disabled_at is null) = (disabled_reason is null))
);

create table webhook_deliveries (
  tenant_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  position bigint not null,
  type text not null,
  property_id uuid,
  -- Deliveries with the same value are sent in the order of the log: the property, or the nil UUID.
  order_key uuid not null,
  status text not null default 'waiting' check (status in ('waiting', 'retrying', 'delivered', 'failed')),
  -- Someone asked to send it again, so it is sent without regard to the order.
  is_resend boolean not null default false,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- The process that sends the delivery holds the lease; when it ends, another process may send it.
  lease_id uuid,
  lease_until timestamptz,
  last_status integer,
  last_error text,
  last_answer text,
  last_duration_ms integer,
  last_attempt_at timestamptz,
  tries jsonb not null default '[]',
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, webhook_id) references webhooks (tenant_id, id) on delete cascade
);
create unique index webhook_deliveries_by_position on webhook_deliveries (tenant_id, webhook_id, position);
create index webhook_deliveries_in_order on webhook_deliveries (tenant_id, webhook_id, order_key, position)
  where status in ('waiting', 'retrying');
create index webhook_deliveries_not_delivered on webhook_deliveries (tenant_id, webhook_id, status, position)
  where status <> 'delivered';
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status in ('waiting', 'retrying');
create index webhook_deliveries_finished on webhook_deliveries (finished_at) where finished_at is not null;

create table webhook_hours (
  tenant_id uuid not null,
  webhook_id uuid not null,
  hour timestamptz not null,
  -- Numbers of attempts.
  delivered integer not null,
  failed integer not null,
  primary key (tenant_id, webhook_id, hour),
  foreign key (tenant_id, webhook_id) references webhooks (tenant_id, id) on delete cascade
);
`

// The platform reads all columns, because backups do.
const grants = `
grant select, insert, update, delete on webhooks, webhook_deliveries, webhook_hours to porchlight_tenant;
grant select on webhooks to porchlight_platform;
grant select on webhook_deliveries, webhook_hours to porchlight_platform;
grant select, insert, update, delete on webhooks, webhook_deliveries, webhook_hours to porchlight_maintenance;
`
