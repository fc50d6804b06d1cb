import { databaseFunction } from './databaseObject.ts'

/** The tenant of the transaction; null outside the scope of a tenant. */
export const currentTenant = databaseFunction({
  name: 'current_tenant',
  sql: `returns uuid language sql stable as
  $$ select nullif(current_setting('app.tenant_id', true), '')::uuid $$`,
})
