import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import type { StageColor } from '../../domain/enums.ts'
import { NotFound } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { hourMs, startOfDayIn, type Span } from '../../domain/periods.ts'
import { readTenantTimeZone } from '../tenants/calendar.ts'

/** A time in which territories are worked, also again. */
export interface PassView {
  id: string
  name: string
  /** The first day in the calendar of the company, YYYY-MM-DD. */
  startsOn: string
  createdAt: Date
  /** Null while it goes on. */
  endedAt: Date | null
  /** By name, also archived ones. */
  territories: { id: string; name: string; color: StageColor }[]
}

export const passColumns = `a.id, a.name, a.starts_on::text as "startsOn", a.created_at as "createdAt", a.ended_at as "endedAt",
  coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'color', t.color) order by lower(t.name) collate "C", t.id)
    from pass_territories m join territories t on t.tenant_id = m.tenant_id and t.id = m.territory_id
    where m.tenant_id = :tenant and t.tenant_id = :tenant and m.tenant_id = a.tenant_id and m.pass_id = a.id), '[]') as territories`

/** A pass. Throws `NotFound` for an unknown id. The caller has checked the permission. */
export async function findPass(em: EntityManager, id: string): Promise<PassView> {
  const [found] = await queryRows<PassView>(
    em,
    `select ${passColumns} from passes a where a.tenant_id = :tenant and a.id = $1`,
    [parseId(id, 'Pass')],
  )
  if (!found) throw new NotFound('Pass not found')
  return found
}

/** The time of a pass: from the beginning of its first day until it was ended. One that goes on includes the current moment. */
export async function spanOfPass(
  em: EntityManager,
  ctx: Pick<Context, 'now'>,
  tenantId: string,
  { startsOn, endedAt }: Pick<PassView, 'startsOn' | 'endedAt'>,
): Promise<Span> {
  return {
    from: startOfDayIn(startsOn, await readTenantTimeZone(em, tenantId)),
    to: endedAt ?? new Date(ctx.now().getTime() + hourMs),
  }
}
