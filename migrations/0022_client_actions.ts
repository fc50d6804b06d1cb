import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** The ids that clients chose for what they create or change, so that a repeated request is recognized. */
export class ClientActions extends Migration {
  override up(): void {
    for (const sql of [table, isolate('client_actions'), grants]) this.addSql(sql)
  }
}

const table = `
create table client_actions (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null,
  actor_id uuid not null,
  content_hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
`

// The rows are kept forever: a phone may send an action again after a long time.
const grants = `
grant select, insert on client_actions to porchlight_tenant;
grant select on client_actions to porchlight_platform;
grant select, insert, update, delete on client_actions to porchlight_maintenance;
`
