import { queryRows, type EntityManager } from '../database/connection.ts'

/** What a rep did on one day of the tenant's calendar. */
export interface RepDayWork {
  /** YYYY-MM-DD */
  day: string
  doors: number
  leads: number
}

/** All days on which the rep has doors or leads, earliest first. */
export function readRepDays(
  em: EntityManager,
  tenantId: string,
  repId: string,
  timeZone: string,
): Promise<RepDayWork[]> {
  return queryRows<RepDayWork>(
    em,
    `select to_char(date, 'YYYY-MM-DD') as day, doors, leads
     from (
       select (hour at time zone $3)::date as date, sum(doors)::int as doors, sum(leads)::int as leads
       from rep_hours where tenant_id = $1 and rep_id = $2 group by 1 having sum(doors) <> 0 or sum(leads) <> 0
     ) days order by date`,
    [tenantId, repId, timeZone],
  )
}
