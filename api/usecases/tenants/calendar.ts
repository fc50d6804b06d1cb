import { addDays } from 'date-fns/addDays'
import { addMonths } from 'date-fns/addMonths'
import { format } from 'date-fns/format'
import { TZDate } from '@date-fns/tz'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { NotFound } from '../../domain/errors.ts'
import { spanOf, type RangeInput } from '../../domain/performance/reportRange.ts'
import { hourMs, type Span } from '../../domain/periods.ts'
import type { Period } from '../../domain/enums.ts'
import { readCalendars, type TenantCalendar, type TenantSpan } from '../../projections/spans.ts'

/** A period, or given days, in the calendar of each tenant. `from` and `to` are those of `timeZone`. */
export interface PeriodSpans extends Span {
  period: Period
  /** The time zone of the tenants; UTC when they differ. */
  timeZone: string
  spans: TenantSpan[]
  tenants: Map<string, TenantCalendar>
}

/**
 * The calendar period that contains `at`, or the given days, for every tenant in scope, each in its own time zone. Throws
 * `Refused` for invalid days.
 */
export async function readPeriodSpans(em: EntityManager, range: RangeInput, at: Date): Promise<PeriodSpans> {
  const calendars = await readCalendars(em)
  const timeZones = [...new Set(calendars.map(({ timeZone }) => timeZone))]
  const periodsByTimeZone = new Map(timeZones.map((zone) => [zone, spanOf(range, at, zone)]))
  const spans = calendars.map(({ tenantId, timeZone }) => ({ tenantId, ...periodsByTimeZone.get(timeZone)! }))
  const timeZone = timeZones.length === 1 ? timeZones[0]! : 'UTC'
  const { from, to } = periodsByTimeZone.get(timeZone) ?? spanOf(range, at, timeZone)
  const tenants = new Map(calendars.map((tenant) => [tenant.tenantId, tenant]))
  return { period: range.period, timeZone, from, to, spans, tenants }
}

/** The same for one tenant. Throws `NotFound` when it does not exist or is out of scope. */
export async function readTenantPeriod(
  em: EntityManager,
  tenantId: string,
  period: Period,
  at: Date,
): Promise<{ span: TenantSpan; timeZone: string }> {
  const timeZone = await readTenantTimeZone(em, tenantId)
  return { span: { tenantId, ...spanOf({ period }, at, timeZone) }, timeZone }
}

/** The time zone of a tenant's calendar. Throws `NotFound` when it does not exist or is out of scope. */
export async function readTenantTimeZone(em: EntityManager, tenantId: string): Promise<string> {
  const [tenant] = await queryRows<{ timeZone: string }>(
    em,
    'select time_zone as "timeZone" from tenants where id = $1',
    [tenantId],
  )
  if (!tenant) throw new NotFound('Tenant not found')
  return tenant.timeZone
}

/** The day in the calendar of the tenant, YYYY-MM-DD. */
export async function readToday(em: EntityManager, ctx: Pick<Context, 'now'>, tenantId: string): Promise<string> {
  return format(new TZDate(ctx.now(), await readTenantTimeZone(em, tenantId)), 'yyyy-MM-dd')
}

/** The `count` periods before the one that contains `at`, latest first. */
export function previousPeriods(period: Period, at: Date, timeZone: string, count: number): Span[] {
  const subtract = {
    day: (n: number) => (local: TZDate) => addDays(local, -n),
    week: (n: number) => (local: TZDate) => addDays(local, -7 * n),
    month: (n: number) => (local: TZDate) => addMonths(local, -n),
  }[period]
  const { from } = spanOf({ period }, at, timeZone)
  return Array.from({ length: count }, (_, n) => {
    const start = subtract(n + 1)(new TZDate(from, timeZone))
    return spanOf({ period }, new Date(start.getTime()), timeZone)
  })
}

/** The last `days` times 24 hours, from a whole hour to the end of the current hour (design §6). */
export function rollingDays(days: number, now: Date): Span {
  const hour = Math.floor(now.getTime() / hourMs) * hourMs
  return { from: new Date(hour - days * 24 * hourMs), to: new Date(hour + hourMs) }
}
