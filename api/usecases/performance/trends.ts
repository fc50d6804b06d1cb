import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { format } from 'date-fns/format'
import { startOfDay } from 'date-fns/startOfDay'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { inSnapshot } from '../../database/snapshot.ts'
import { conversionRateOf } from '../../domain/performance/metrics.ts'
import { rangeKey, reportRangeOf, spanOf, type RangeInput } from '../../domain/performance/reportRange.ts'
import type { Span } from '../../domain/periods.ts'
import { authorize, ownUserIdOf, requireTenant } from '../../domain/permissions.ts'
import { microsToDollars } from '../../domain/usage/usageServices.ts'
import type { Period } from '../../domain/enums.ts'
import type { TenantSpan } from '../../projections/spans.ts'
import { readUsageByDay } from '../../projections/usageHours.ts'
import { cacheUntilLogAdvances } from '../../log/logHeadCache.ts'
import { previousPeriods, readTenantTimeZone } from '../tenants/calendar.ts'

export interface TrendMetrics {
  /** Properties saved minus deleted; null for a rep, whose properties change by assignment. */
  propertiesAdded: number | null
  leadsCreated: number
  leadsConverted: number
  conversionRate: number
  doorsKnocked: number
  /** Null for a rep. */
  cost: number | null
}

export interface TrendDay extends TrendMetrics {
  /** YYYY-MM-DD in the tenant's calendar. */
  day: string
}

export interface Trends extends Span {
  period: Period
  timeZone: string
  current: TrendMetrics
  /** The previous period up to the same point in it: on a Tuesday, its Monday and Tuesday. For days, the compared time of a report. */
  previous: TrendMetrics
  /** The last 30 days including today, earliest first, including days without events. */
  days: TrendDay[]
}

const trendDays = 30
const hourMs = 3_600_000

/** The metrics of the owner's dashboard over time, in a period or on given days: of the team, or for a rep their own. */
export async function readTrends(ctx: Context, input: RangeInput): Promise<Trends> {
  const ownRepId = authorize(ctx.actor, 'performance.read') === 'own' ? ownUserIdOf(ctx.actor!) : null
  const tenantId = requireTenant(ctx.actor)
  return cacheUntilLogAdvances(
    ctx,
    { tenantId },
    `trends ${rangeKey(input)} ${ownRepId}`,
    () => inSnapshot(ctx.database, { tenantId }, (em) => readTenantTrends(em, tenantId, input, ownRepId, ctx.now())),
    // The part of the previous period that is compared grows every hour.
    { validUntil: () => new Date((Math.floor(ctx.now().getTime() / hourMs) + 1) * hourMs) },
  )
}

async function readTenantTrends(
  em: EntityManager,
  tenantId: string,
  range: RangeInput,
  repId: string | null,
  now: Date,
): Promise<Trends> {
  const timeZone = await readTenantTimeZone(em, tenantId)
  const { current, previous } =
    range.from || range.to ? daySpans(range, now, timeZone) : periodSpans(range.period, now, timeZone)
  const today = startOfDay(new TZDate(now, timeZone))
  const firstDay = addDays(today, 1 - trendDays)
  const read = ({ from, to }: Span) => readDailyMetrics(em, { tenantId, from, to }, timeZone, repId)
  const shown = await read({ from: new Date(firstDay.getTime()), to: new Date(addDays(today, 1).getTime()) })
  const byDay = new Map(shown.map((day) => [day.day, day]))
  const days = Array.from({ length: trendDays }, (_, n) => {
    const day = format(addDays(firstDay, n), 'yyyy-MM-dd')
    return { day, ...sumMetrics(byDay.has(day) ? [byDay.get(day)!] : [], repId) }
  })
  return {
    period: range.period,
    timeZone,
    from: current.from,
    to: current.to,
    current: sumMetrics(await read(current), repId),
    previous: sumMetrics(await read(previous), repId),
    days,
  }
}

/** Given days, and what a report compares them with. */
function daySpans(range: RangeInput, now: Date, timeZone: string): { current: Span; previous: Span } {
  const { from, to, compared, comparedUntil } = reportRangeOf(range, now, timeZone)
  return { current: { from, to }, previous: { from: compared.from, to: comparedUntil } }
}

/** The current period, and the previous one up to the same point in it. */
function periodSpans(period: Period, now: Date, timeZone: string): { current: Span; previous: Span } {
  const current = spanOf({ period }, now, timeZone)
  const [previous] = previousPeriods(period, now, timeZone, 1)
  const elapsed = (Math.floor((now.getTime() - current.from.getTime()) / hourMs) + 1) * hourMs
  const to = new Date(Math.min(previous!.to.getTime(), previous!.from.getTime() + elapsed))
  return { current, previous: { from: previous!.from, to } }
}

interface DayMetrics {
  day: string
  properties: number
  micros: number
  leads: number
  conversions: number
  doors: number
}

function sumMetrics(days: DayMetrics[], repId: string | null): TrendMetrics {
  const sum = (valueOf: (day: DayMetrics) => number) => days.reduce((total, day) => total + valueOf(day), 0)
  const leads = sum((day) => day.leads)
  const conversions = sum((day) => day.conversions)
  return {
    propertiesAdded: repId ? null : sum((day) => day.properties),
    leadsCreated: leads,
    leadsConverted: conversions,
    conversionRate: conversionRateOf(leads, conversions),
    doorsKnocked: sum((day) => day.doors),
    cost: repId ? null : microsToDollars(sum((day) => day.micros)),
  }
}

async function readDailyMetrics(
  em: EntityManager,
  span: TenantSpan,
  timeZone: string,
  repId: string | null,
): Promise<DayMetrics[]> {
  const days = new Map<string, DayMetrics>()
  const getOrCreateDay = (day: string) => {
    const known = days.get(day) ?? { day, properties: 0, micros: 0, leads: 0, conversions: 0, doors: 0 }
    days.set(day, known)
    return known
  }
  const repRows = await queryRows<Omit<DayMetrics, 'properties' | 'micros'>>(
    em,
    // Aggregated by hour first, because AT TIME ZONE is slow for many rows.
    `select to_char((hour at time zone $4)::date, 'YYYY-MM-DD') as day, sum(leads)::int as leads,
       sum(conversions)::int as conversions, sum(doors)::int as doors
     from (
       select hour, sum(leads) as leads, sum(conversions) as conversions, sum(doors) as doors from rep_hours
       where tenant_id = $1 and hour >= $2 and hour < $3 and ($5::uuid is null or rep_id = $5) group by hour
     ) hours
     group by 1`,
    [span.tenantId, span.from, span.to, timeZone, repId],
  )
  const usageRows = repId ? [] : await readUsageByDay(em, span, timeZone)
  for (const row of [...repRows, ...usageRows]) Object.assign(getOrCreateDay(row.day), row)
  return [...days.values()]
}
