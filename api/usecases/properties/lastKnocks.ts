import { readScope, type Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import type { KnockOutcome } from '../../domain/enums.ts'

/** The last knock at a property that was not withdrawn. */
export interface LastKnock {
  tenantId: string
  propertyId: string
  outcome: KnockOutcome
  occurredAt: Date
}

/**
 * Joins the last knock of each row `p` of `properties` that was not withdrawn, as `knock`; null columns if there is none.
 */
export const lastKnockSql = `left join lateral (select k.outcome, k.occurred_at, k.rep_id from knocks k
    where k.tenant_id = :tenant and k.tenant_id = p.tenant_id and k.property_id = p.id and k.withdrawn_at is null
    order by k.occurred_at desc, k.event_id desc limit 1) knock on true`

/** The last knock at each of these properties that has one. The caller has checked that the actor may see them. */
export async function readLastKnocks(ctx: Context, propertyIds: readonly string[]): Promise<LastKnock[]> {
  const scope = readScope(ctx)
  return ctx.database.within(scope, (em) =>
    queryRows<LastKnock>(
      em,
      `select p.tenant_id as "tenantId", p.id as "propertyId", knock.outcome, knock.occurred_at as "occurredAt" from properties p ${lastKnockSql}
       where p.tenant_id = :tenant and p.id = any($1::uuid[]) and knock.outcome is not null`,
      [propertyIds],
    ),
  )
}
