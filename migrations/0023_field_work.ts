import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/**
 * Photos and the accuracy of the position of knocks, pauses and automatic ends of knock sessions, and the phone number and
 * email address of owners.
 */
export class FieldWork extends Migration {
  override up(): void {
    for (const sql of [photos, isolate('photos'), columns]) this.addSql(sql)
  }
}

const photos = `
create table photos (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  content_type text not null check (content_type in ('image/jpeg', 'image/png')),
  content bytea not null,
  uploaded_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
-- JPEG and PNG are already compressed.
alter table photos alter column content set storage external;
grant select, insert, update, delete on photos to porchlight_tenant, porchlight_maintenance;
grant select on photos to porchlight_platform;
`

const columns = `
alter table knocks add column photo_id uuid, add column accuracy_meters double precision,
  add foreign key (tenant_id, photo_id) references photos (tenant_id, id) on delete set null (photo_id);
create index knocks_photo on knocks (tenant_id, photo_id) where photo_id is not null;

-- ended_automatically: ended_at is the last knock that was known then, and a later knock of the session moves the end.
alter table knock_sessions add column paused_at timestamptz,
  add column pauses tstzmultirange not null default '{}',
  add column ended_automatically boolean not null default false;
create index knock_sessions_open on knock_sessions (tenant_id, rep_id) where ended_at is null;

alter table properties add column owner_phone text, add column owner_email text;
`
