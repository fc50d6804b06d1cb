import { addDays } from 'date-fns/addDays'
import { addMonths } from 'date-fns/addMonths'
import { TZDate } from '@date-fns/tz'
import type { EntityManager } from '../../database/connection.ts'
import { queryRows } from '../../database/connection.ts'
import { NotFound } from '../../domain/errors.ts'
import { periodContaining as exactPeriodAround, type Span } from '../../domain/periods.ts'
import type { Period } from '../../domain/enums.ts'
import { readCalendars, type TenantCalendar, type TenantSpan } from '../../projections/spans.ts'

const hourMs = 3_600_000

/**
 * The calendar period around `at`, from a whole hour to a whole hour: figures are kept by hours of Greenwich, so where
 * clocks differ from it by half an hour, as in India, the hour in which midnight falls belongs to the day before.
 */
function wholeHourPeriodAround(period: Period, at: Date, timeZone: string): Span {
  const { from, to } = exactPeriodAround(period, at, timeZone)
  return { from: ceilToHour(from), to: ceilToHour(to) }
}

function ceilToHour(at: Date): Date {
  return new Date(Math.ceil(at.getTime() / hourMs) * hourMs)
}

/** A period as each tenant's calendar has it, and as the view that shows them together names it. */
export interface PeriodSpans extends Span {
  period: Period
  /** The tenant's; where several are shown with different ones, UTC. */
  timeZone: string
  /** From the first tenant's beginning to the last one's end. */
  spans: TenantSpan[]
  tenants: Map<string, TenantCalendar>
}

/** The calendar period around `at` for every tenant that may be seen, each in its own time zone. */
export async function readPeriodSpans(em: EntityManager, period: Period, at: Date): Promise<PeriodSpans> {
  const calendars = await readCalendars(em)
  const timeZones = [...new Set(calendars.map(({ timeZone }) => timeZone))]
  const periodsByTimeZone = new Map(timeZones.map((zone) => [zone, wholeHourPeriodAround(period, at, zone)]))
  const spans = calendars.map(({ tenantId, timeZone }) => ({ tenantId, ...periodsByTimeZone.get(timeZone)! }))
  const timeZone = timeZones.length === 1 ? timeZones[0]! : 'UTC'
  const { from, to } = periodsByTimeZone.get(timeZone) ?? wholeHourPeriodAround(period, at, timeZone)
  return { period, timeZone, from, to, spans, tenants: new Map(calendars.map((tenant) => [tenant.tenantId, tenant])) }
}

/** The same of one tenant. Throws `NotFound` where it is not to be seen. */
export async function readTenantPeriod(
  em: EntityManager,
  tenantId: string,
  period: Period,
  at: Date,
): Promise<{ span: TenantSpan; timeZone: string }> {
  const [tenant] = await queryRows<{ timeZone: string }>(
    em,
    'select time_zone as "timeZone" from tenants where id = $1',
    [tenantId],
  )
  if (!tenant) throw new NotFound('Tenant not found')
  return { span: { tenantId, ...wholeHourPeriodAround(period, at, tenant.timeZone) }, timeZone: tenant.timeZone }
}

/** The periods before the one around `at`, nearest first. */
export function previousPeriods(period: Period, at: Date, timeZone: string, count: number): Span[] {
  const subtract = {
    day: (n: number) => (local: TZDate) => addDays(local, -n),
    week: (n: number) => (local: TZDate) => addDays(local, -7 * n),
    month: (n: number) => (local: TZDate) => addMonths(local, -n),
  }[period]
  const { from } = wholeHourPeriodAround(period, at, timeZone)
  return Array.from({ length: count }, (_, n) => {
    const start = subtract(n + 1)(new TZDate(from, timeZone))
    return wholeHourPeriodAround(period, new Date(start.getTime()), timeZone)
  })
}

/** The last `days` days, rolling, from a whole hour to the end of the one that is running (design §6). */
export function rollingDays(days: number, now: Date): Span {
  const hour = Math.floor(now.getTime() / hourMs) * hourMs
  return { from: new Date(hour - days * 24 * hourMs), to: new Date(hour + hourMs) }
}

/** Has every statement of the transaction see the same moment, so that figures that belong together agree. */
export async function inSnapshot(em: EntityManager): Promise<void> {
  await em.execute('set transaction isolation level repeatable read, read only')
}
