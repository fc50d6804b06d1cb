import { queryRows, type EntityManager } from '../database/connection.ts'
import type { TenantSpan } from './spans.ts'

/** What was done in a time. `micros` is the cost of all services. */
export interface WorkCounts {
  doors: number
  talks: number
  leads: number
  conversions: number
  micros: number
}

export interface WorkHour extends WorkCounts {
  hour: Date
}

/** The counts of each hour (UTC) of the span that has any, earliest first: of the team with its cost, or of one rep without. */
export async function readWorkHours(
  em: EntityManager,
  { tenantId, from, to }: TenantSpan,
  repId: string | null,
): Promise<WorkHour[]> {
  const work = await queryRows<Omit<WorkHour, 'micros'>>(
    em,
    `select hour, sum(doors)::int as doors, sum(talks)::int as talks, sum(leads)::int as leads, sum(conversions)::int as conversions
     from rep_hours where tenant_id = $1 and hour >= $2 and hour < $3 and ($4::uuid is null or rep_id = $4) group by hour`,
    [tenantId, from, to, repId],
  )
  const hours = new Map(work.map((row) => [row.hour.getTime(), { ...row, micros: 0 }]))
  const costs = repId
    ? []
    : await queryRows<{ hour: Date; micros: string }>(
        em,
        `select hour, sum(cost_micros + call_micros)::bigint as micros
         from usage_hours where tenant_id = $1 and hour >= $2 and hour < $3 group by hour`,
        [tenantId, from, to],
      )
  for (const { hour, micros } of costs) {
    const counts = hours.get(hour.getTime()) ?? { hour, doors: 0, talks: 0, leads: 0, conversions: 0, micros: 0 }
    hours.set(hour.getTime(), { ...counts, micros: Number(micros) })
  }
  return [...hours.values()].sort((a, b) => a.hour.getTime() - b.hour.getTime())
}

/** Doors and talks in one hour of one weekday. */
export interface WeekdayHour {
  /** 1 for Monday to 7 for Sunday. */
  weekday: number
  /** 0 to 23. */
  hour: number
  doors: number
  talks: number
}

/** Doors and talks of the span by weekday and hour of `timeZone`, for those that have any. */
export function readWeekdayHours(
  em: EntityManager,
  { tenantId, from, to }: TenantSpan,
  timeZone: string,
  repId: string | null,
): Promise<WeekdayHour[]> {
  return queryRows<WeekdayHour>(
    em,
    // Aggregated by hour first, because AT TIME ZONE is slow for many rows.
    `select extract(isodow from at)::int as weekday, extract(hour from at)::int as hour, sum(doors)::int as doors,
       sum(talks)::int as talks
     from (
       select hour at time zone $4 as at, sum(doors) as doors, sum(talks) as talks from rep_hours
       where tenant_id = $1 and hour >= $2 and hour < $3 and ($5::uuid is null or rep_id = $5) group by hour
     ) hours
     group by 1, 2 having sum(doors) <> 0 or sum(talks) <> 0 order by 1, 2`,
    [tenantId, from, to, timeZone, repId],
  )
}
