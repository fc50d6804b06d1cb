import { Migration } from '@mikro-orm/migrations'
import { isolate } from './tables.ts'

/** The receipts of households that were forgotten, and the keyed hashes of their addresses. */
export class ForgottenHouseholds extends Migration {
  override up(): void {
    for (const sql of [
      ...[households, addresses, isolate('forgotten_households'), isolate('forgotten_addresses')],
      ...[grants, platformGrants],
    ])
      this.addSql(sql)
  }
}

const households = `
create table forgotten_households (
  tenant_id uuid not null references tenants (id),
  property_id uuid not null,
  reason text not null,
  erased jsonb not null,
  forgotten_at timestamptz not null,
  forgotten_by uuid not null,
  primary key (tenant_id, property_id)
)`

const addresses = `
create table forgotten_addresses (
  tenant_id uuid not null references tenants (id),
  address_hash bytea not null,
  primary key (tenant_id, address_hash)
)`

const grants =
  'grant select, insert, update, delete on forgotten_households, forgotten_addresses to porchlight_tenant, porchlight_maintenance'

const platformGrants = 'grant select on forgotten_households, forgotten_addresses to porchlight_platform'
