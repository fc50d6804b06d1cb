import { queryRows, type EntityManager } from '../database/connection.ts'

/** The `rep_id` under which `property_cells` counts the properties of all reps (migration 0003). */
export const ALL_REPS_ID = '00000000-0000-0000-0000-000000000000'

/** The number of properties in scope, of all reps or of one, from the stored counts. */
export async function countStoredProperties(em: EntityManager, repId: string | null): Promise<number> {
  const [row] = await queryRows<{ n: number }>(
    em,
    'select coalesce(sum(houses), 0)::int as n from property_cells where rep_id = $1 and level = 0',
    [repId ?? ALL_REPS_ID],
  )
  return row!.n
}

/** The number of properties of each tenant in scope that has any, from the stored counts. */
export async function countPropertiesByTenant(em: EntityManager): Promise<Map<string, number>> {
  const found = await queryRows<{ tenantId: string; n: number }>(
    em,
    `select c.tenant_id as "tenantId", sum(c.houses)::int as n from tenants t
     join property_cells c on c.tenant_id = t.id and c.rep_id = $1 and c.level = 0
     group by 1`,
    [ALL_REPS_ID],
  )
  return new Map(found.map(({ tenantId, n }) => [tenantId, n]))
}
