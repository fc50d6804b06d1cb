import { queryRows, type EntityManager, type Scope } from '../database/connection.ts'
import { amongTenants, createParameters, inScope } from '../database/parameters.ts'

/** The `rep_id` under which `property_cells` counts the properties of all reps (propertyCells.sql.ts). */
export const ALL_REPS_ID = '00000000-0000-0000-0000-000000000000'

/** The number of properties in scope, of all reps or of one, from the stored counts. */
export async function countStoredProperties(em: EntityManager, scope: Scope, repId: string | null): Promise<number> {
  const { values, bind } = createParameters(repId ?? ALL_REPS_ID)
  const [row] = await queryRows<{ n: number }>(
    em,
    `select coalesce(sum(c.houses), 0)::int as n from property_cells c
     where ${inScope(scope, bind, 'c')} and c.rep_id = $1 and c.level = 0`,
    values,
  )
  return row!.n
}

/** The number of properties of each tenant in scope that has any, from the stored counts. */
export async function countPropertiesByTenant(
  em: EntityManager,
  scope: Scope,
  tenantIds: readonly string[] | null,
): Promise<Map<string, number>> {
  const { values, bind } = createParameters(ALL_REPS_ID)
  const found = await queryRows<{ tenantId: string; n: number }>(
    em,
    `select c.tenant_id as "tenantId", sum(c.houses)::int as n from tenants t
     join property_cells c on c.tenant_id = t.id and ${inScope(scope, bind, 'c')} and c.rep_id = $1 and c.level = 0
     ${amongTenants('t', tenantIds, bind)} group by 1`,
    values,
  )
  return new Map(found.map(({ tenantId, n }) => [tenantId, n]))
}
