import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** The addresses of deleted properties, for 90 days, so that the activity log can name them. The log must not contain addresses. */
export class DeletedAddresses extends Migration {
  override up(): void {
    for (const sql of [table, index, isolate('deleted_addresses'), grants, platformGrants]) this.addSql(sql)
  }
}

const table = `
create table deleted_addresses (
  tenant_id uuid not null,
  property_id uuid not null,
  address text not null,
  deleted_at timestamptz not null,
  primary key (tenant_id, property_id)
)`

const index = 'create index deleted_addresses_oldest on deleted_addresses (deleted_at)'

const grants = 'grant select, insert, update, delete on deleted_addresses to porchlight_tenant, porchlight_maintenance'

const platformGrants = 'grant select on deleted_addresses to porchlight_platform'
