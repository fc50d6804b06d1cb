import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { format } from 'date-fns/format'
import { startOfDay } from 'date-fns/startOfDay'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { conversionRateOf } from '../../domain/metrics.ts'
import type { Span } from '../../domain/periods.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { microsToDollars } from '../../domain/usageServices.ts'
import type { Period } from '../../domain/enums.ts'
import type { TenantSpan } from '../../projections/spans.ts'
import { readUsageByDay } from '../../projections/usageHours.ts'
import { inSnapshot, previousPeriods, readTenantPeriod } from '../tenants/calendar.ts'
import { cacheUntilLogAdvances } from '../../live/logHeadCache.ts'

export interface TrendMetrics {
  /** Saved less deleted; null for a rep, whose houses come and go by assignment. */
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
  /** Of the period before, up to the same point in it, so that a Tuesday is compared with a Tuesday. */
  previous: TrendMetrics
  /** The last thirty days up to today, earliest first, also where nothing happened. */
  days: TrendDay[]
}

const trendDays = 30
const hourMs = 3_600_000

/** How the figures of the owner's cards came about: of the team, or for a rep their own. */
export async function readTrends(ctx: Context, input: { period: Period }): Promise<Trends> {
  const reach = authorize(ctx.actor, 'performance.read')
  const ownRepId = reach === 'own' ? ctx.actor!.userId : null
  const tenantId = requireTenant(ctx.actor)
  return cacheUntilLogAdvances(
    ctx,
    { tenantId },
    `trends ${input.period} ${ownRepId}`,
    () => ctx.database.within({ tenantId }, (em) => readTenantTrends(em, tenantId, input.period, ownRepId, ctx.now())),
    // The point up to which the period before is counted moves on by hours.
    () => new Date((Math.floor(ctx.now().getTime() / hourMs) + 1) * hourMs),
  )
}

async function readTenantTrends(
  em: EntityManager,
  tenantId: string,
  period: Period,
  repId: string | null,
  now: Date,
): Promise<Trends> {
  await inSnapshot(em)
  const { span, timeZone } = await readTenantPeriod(em, tenantId, period, now)
  const [previousPeriod] = previousPeriods(period, now, timeZone, 1)
  const elapsed = (Math.floor((now.getTime() - span.from.getTime()) / hourMs) + 1) * hourMs
  const to = new Date(Math.min(previousPeriod!.to.getTime(), previousPeriod!.from.getTime() + elapsed))
  const today = startOfDay(new TZDate(now, timeZone))
  const firstDay = addDays(today, 1 - trendDays)
  const read = (one: Span) => readDailyMetrics(em, { tenantId, from: one.from, to: one.to }, timeZone, repId)
  const shown = await read({ from: new Date(firstDay.getTime()), to: new Date(addDays(today, 1).getTime()) })
  const byDay = new Map(shown.map((day) => [day.day, day]))
  const days = Array.from({ length: trendDays }, (_, n) => {
    const day = format(addDays(firstDay, n), 'yyyy-MM-dd')
    return { day, ...sumMetrics(byDay.has(day) ? [byDay.get(day)!] : [], repId) }
  })
  return {
    ...{ period, timeZone, from: span.from, to: span.to },
    current: sumMetrics(await read(span), repId),
    previous: sumMetrics(await read({ from: previousPeriod!.from, to }), repId),
    days,
  }
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
    `select to_char((hour at time zone $4)::date, 'YYYY-MM-DD') as day, sum(leads)::int as leads,
       sum(conversions)::int as conversions, sum(doors)::int as doors
     from rep_hours where tenant_id = $1 and hour >= $2 and hour < $3 and ($5::uuid is null or rep_id = $5) group by 1`,
    [span.tenantId, span.from, span.to, timeZone, repId],
  )
  for (const one of repRows) Object.assign(getOrCreateDay(one.day), one)
  for (const one of repId ? [] : await readUsageByDay(em, span, timeZone)) Object.assign(getOrCreateDay(one.day), one)
  return [...days.values()]
}
