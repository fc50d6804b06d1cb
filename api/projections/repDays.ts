import { queryRows, type EntityManager } from '../database/connection.ts'
import type { TenantSpan } from './spans.ts'

/** A rep's counts in one hour of one day, in the tenant's calendar. */
export interface RepDayHourCounts {
  /** YYYY-MM-DD */
  day: string
  /** 0 to 23 */
  hour: number
  doors: number
  talks: number
  leads: number
}

/** The counts of one rep in the span by day and hour of `timeZone`, for the hours that have any. */
export function readRepDayHours(
  em: EntityManager,
  { tenantId, from, to }: TenantSpan,
  timeZone: string,
  repId: string,
): Promise<RepDayHourCounts[]> {
  return queryRows<RepDayHourCounts>(
    em,
    `select to_char(hour at time zone $4, 'YYYY-MM-DD') as day, extract(hour from hour at time zone $4)::int as hour,
       sum(doors)::int as doors, sum(talks)::int as talks, sum(leads)::int as leads
     from rep_hours where tenant_id = $1 and hour >= $2 and hour < $3 and rep_id = $5 group by 1, 2`,
    [tenantId, from, to, timeZone, repId],
  )
}
