import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** Invitations to a tenant, and who came by which. Of the token only its hash is stored. */
export class Invitations extends Migration {
  override up(): void {
    for (const sql of [invitations, order, uses]) this.addSql(sql)
    for (const table of ['invitations', 'invitation_uses']) {
      this.addSql(isolate(table))
      this.addSql(`grant select, insert, update, delete on ${table} to porchlight_tenant, porchlight_maintenance`)
      this.addSql(`grant select on ${table} to porchlight_platform`)
    }
  }
}

const invitations = `
create table invitations (
  tenant_id uuid not null,
  id uuid not null,
  token_hash bytea not null,
  role text not null check (role in ('sales_rep', 'admin', 'owner')),
  email text,
  uses int not null check (uses between 1 and 100),
  created_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash)
)`

const order = 'create index invitations_newest on invitations (tenant_id, created_at desc, id desc)'

const uses = `
create table invitation_uses (
  tenant_id uuid not null,
  invitation_id uuid not null,
  user_id uuid not null,
  used_at timestamptz not null,
  primary key (tenant_id, invitation_id, user_id),
  foreign key (tenant_id, invitation_id) references invitations (tenant_id, id) on delete cascade
)`
