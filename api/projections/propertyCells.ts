import { queryRows, type EntityManager } from '../database/connection.ts'
import type { MetricLines } from './contributingEvents.ts'
import { amongTenants, createParameters } from '../database/parameters.ts'

/** The `rep_id` under which `property_cells` counts the properties of all reps (propertyCells.sql.ts). */
export const ALL_REPS_ID = '00000000-0000-0000-0000-000000000000'

/** The number of properties in scope, of all reps or of one, from the stored counts. */
export async function countStoredProperties(em: EntityManager, repId: string | null): Promise<number> {
  const [row] = await queryRows<{ n: number }>(
    em,
    `select coalesce(sum(c.houses), 0)::int as n from property_cells c
     where c.tenant_id = :tenant and c.rep_id = $1 and c.level = 0`,
    [repId ?? ALL_REPS_ID],
  )
  return row!.n
}

/** The number of properties of each rep in scope that has any, the most first, from the stored counts. */
export async function countPropertiesByRep(em: EntityManager, limit: number): Promise<MetricLines> {
  const rows = await queryRows<{ key: string; amount: number; count: number }>(
    em,
    `select c.rep_id as key, sum(c.houses)::int as amount, (count(*) over ())::int as count from property_cells c
     where c.tenant_id = :tenant and c.rep_id <> $1 and c.level = 0
     group by c.rep_id having sum(c.houses) <> 0 order by 2 desc, 1 limit $2`,
    [ALL_REPS_ID, limit],
  )
  return { lines: rows.map(({ key, amount }) => ({ key, amount })), count: rows[0]?.count ?? 0 }
}

/** The number of properties of each tenant in scope that has any, from the stored counts. */
export async function countPropertiesByTenant(
  em: EntityManager,
  tenantIds: readonly string[] | null,
): Promise<Map<string, number>> {
  const { values, bind } = createParameters(ALL_REPS_ID)
  const found = await queryRows<{ tenantId: string; n: number }>(
    em,
    `select c.tenant_id as "tenantId", sum(c.houses)::int as n from tenants t
     join property_cells c on c.tenant_id = t.id and c.tenant_id = :tenant and c.rep_id = $1 and c.level = 0
     ${amongTenants('t', tenantIds, bind)} group by 1`,
    values,
  )
  return new Map(found.map(({ tenantId, n }) => [tenantId, n]))
}
