import { Migration } from '@mikro-orm/migrations'

/**
 * Copies the one photo that each knock of earlier releases has to `knock_photos`. The column stays for the processes of the release before,
 * which serve meanwhile; the next release copies what these wrote since, and drops it.
 */
export class PhotosOfKnocks extends Migration {
  /** Tenants are committed one by one. */
  override isTransactional(): boolean {
    return false
  }

  override up(): void {
    this.addSql(copyPhotos)
  }
}

const copyPhotos = `
do $$
declare
  v_tenant uuid;
begin
  for v_tenant in select t.id from tenants t order by t.id loop
    set local role porchlight_tenant;
    execute format('set local app.tenant_id = %L', v_tenant);
    insert into knock_photos (tenant_id, knock_id, place, photo_id)
    select k.tenant_id, k.event_id, 1, k.photo_id from knocks k
    where k.tenant_id = v_tenant and k.photo_id is not null
    on conflict do nothing;
    commit;
  end loop;
end $$`
