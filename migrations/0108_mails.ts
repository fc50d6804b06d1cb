import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** The mails of each tenant, which are their own queue. Those of the platform belong to the tenant of its log. */
export class Mails extends Migration {
  override up(): void {
    for (const sql of [table, ...indexes, isolate('mails'), grants, platformGrants]) this.addSql(sql)
  }
}

const table = `
create table mails (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null,
  recipient text not null,
  recipient_key text not null,
  -- What the mail is made of, links with their tokens among it; null once it was sent or given up.
  content jsonb,
  status text not null check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- The process that sends the mail holds the lease; when it ends, another process may send it.
  lease_id uuid,
  lease_until timestamptz,
  last_error text,
  created_at timestamptz not null,
  -- What the mail says is not true any more.
  expires_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id),
  check ((status = 'queued') = (content is not null)),
  check ((status = 'queued') = (finished_at is null))
)`

const indexes = [
  `create index mails_due on mails (next_attempt_at) where status = 'queued'`,
  'create index mails_of_recipient on mails (tenant_id, recipient_key, created_at)',
  'create index mails_finished on mails (finished_at) where finished_at is not null',
]

const grants = 'grant select, insert, update, delete on mails to porchlight_tenant, porchlight_maintenance'

// The platform reads all columns, because backups do.
const platformGrants = 'grant select on mails to porchlight_platform'
