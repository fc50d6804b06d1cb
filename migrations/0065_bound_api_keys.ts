import { Migration } from '@mikro-orm/migrations'

/** Binds API keys to a tenant: that of their owner when they were made, or the platform's for an owner without one. */
export class BoundApiKeys extends Migration {
  /** The lock of the table must not be held while its rows are changed, and batches are committed one by one. */
  override isTransactional(): boolean {
    return false
  }

  override up(): void {
    // An attempt that was interrupted may have added it.
    this.addSql('alter table api_keys add column if not exists tenant_id uuid')
    this.addSql(bindKeys)
  }
}

// The policies apply to the owner of the tables too. A key that the release before makes later is bound at its first use.
const bindKeys = `
do $$
declare
  v_last uuid := '00000000-0000-0000-0000-000000000000';
  v_ids uuid[];
begin
  loop
    set local role porchlight_platform;
    select array_agg(b.id order by b.id) into v_ids from (
      select k.id from api_keys k where k.id > v_last order by k.id limit 1000 for no key update) b;
    exit when v_ids is null;
    update api_keys k set tenant_id = coalesce(
      (select u.tenant_id from users u where u.id = k.user_id and u.role <> 'global_admin'),
      '00000000-0000-0000-0000-000000000000')
    where k.id = any(v_ids) and k.tenant_id is null;
    v_last := v_ids[cardinality(v_ids)];
    commit;
  end loop;
end $$`
