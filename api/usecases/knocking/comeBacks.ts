import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { authorize, ownUserIdOf, requireTenant } from '../../domain/permissions.ts'
import { readTenantPeriod } from '../tenants/calendar.ts'

/** A house to which a rep wants to come back. */
export interface ComeBack {
  /** The id of the knock after which the rep wants to come back. */
  eventId: string
  comeBackAt: Date
  propertyId: string
  address: string
  note: string | null
}

const maxComeBacks = 100

/**
 * The houses to which the actor wants to come back before the end of today in the time zone of the tenant, earliest first, at most
 * 100. A later knock at the house, by anybody, takes it from the list.
 */
export async function listComeBacks(ctx: Context): Promise<ComeBack[]> {
  authorize(ctx.actor, 'knock.log')
  const tenantId = requireTenant(ctx.actor)
  return ctx.database.within({ tenantId }, async (em) => {
    const { span } = await readTenantPeriod(em, tenantId, 'day', ctx.now())
    return queryRows<ComeBack>(
      em,
      `select k.event_id as "eventId", k.come_back_at as "comeBackAt", p.id as "propertyId", p.address, k.note
       from knocks k join properties p on p.tenant_id = k.tenant_id and p.id = k.property_id
       where k.tenant_id = $1 and k.rep_id = $2 and k.come_back_at < $3 and k.withdrawn_at is null
         and not exists (select from knocks later where later.tenant_id = $1 and later.property_id = k.property_id
           and later.withdrawn_at is null and (later.occurred_at, later.event_id) > (k.occurred_at, k.event_id))
       order by k.come_back_at, k.event_id limit ${maxComeBacks}`,
      [tenantId, ownUserIdOf(ctx.actor!), span.to],
    )
  })
}
