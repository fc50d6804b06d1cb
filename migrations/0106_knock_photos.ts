import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** The photos of knocks, in their order. A knock that replaces a withdrawn one has the same photos. */
export class KnockPhotos extends Migration {
  override up(): void {
    for (const sql of [table, index, isolate('knock_photos'), policy, grants, platformGrants]) this.addSql(sql)
  }
}

const table = `
create table knock_photos (
  tenant_id uuid not null,
  knock_id uuid not null,
  place smallint not null,
  photo_id uuid not null,
  primary key (tenant_id, knock_id, place),
  foreign key (tenant_id, knock_id) references knocks (tenant_id, event_id) on delete cascade,
  foreign key (tenant_id, photo_id) references photos (tenant_id, id) on delete cascade
)`

const index = 'create index knock_photos_photo on knock_photos (tenant_id, photo_id)'

// Policies are installed after all migrations, and the next one writes the table.
const policy = `create policy own_tenant on knock_photos to porchlight_maintenance, porchlight_tenant
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)`

const grants = 'grant select, insert, update, delete on knock_photos to porchlight_tenant, porchlight_maintenance'

const platformGrants = 'grant select on knock_photos to porchlight_platform'
