import type { Context } from '../../context.ts'
import { inSnapshot } from '../../database/snapshot.ts'
import { conversionRateOf } from '../../domain/performance/metrics.ts'
import { hourMs, type Span } from '../../domain/periods.ts'
import {
  reportRangeOf,
  type RangeInput,
  type RangeUnit,
  type ReportRange,
} from '../../domain/performance/reportRange.ts'
import { microsToDollars } from '../../domain/usage/usageServices.ts'
import { cacheUntilLogAdvances } from '../../log/logHeadCache.ts'
import {
  readWeekdayHours,
  readWorkHours,
  type WeekdayHour,
  type WorkCounts,
  type WorkHour,
} from '../../projections/workHours.ts'
import { readTenantTimeZone } from '../tenants/calendar.ts'
import { authorizeRepScope, checkRepExists, recordRepView, type RepScope } from './repScope.ts'

export interface WorkMetrics {
  doorsKnocked: number
  talks: number
  leadsCreated: number
  leadsConverted: number
  conversionRate: number
  /** Null for one rep. */
  cost: number | null
}

/** What was done in one hour, day or week. */
export interface TrendPoint extends Span {
  /** Null in the future. */
  current: WorkMetrics | null
  comparedFrom: Date | null
  /** The same step of the compared time, also where the current one is in the future. Null without one. */
  compared: WorkMetrics | null
  /** Whether the step contains now. */
  isPartial: boolean
  /** Whether anything was counted in the step or in the compared one. */
  isWorked: boolean
}

export interface PerformanceTrend extends Span {
  timeZone: string
  unit: RangeUnit
  comparedFrom: Date
  /** The end of the compared time, up to the current hour. */
  comparedTo: Date
  current: WorkMetrics
  compared: WorkMetrics
  points: TrendPoint[]
}

export interface ReportInput extends RangeInput {
  userId?: string | null
}

/** The work of a period or of any days, by hour, day or week, beside the compared time: of a rep, or of the team. */
export async function readPerformanceTrend(ctx: Context, input: ReportInput): Promise<PerformanceTrend> {
  const scope = authorizeRepScope(ctx, input.userId)
  return readReport(ctx, 'trend', input, scope, async ({ em, range, timeZone, now }) => {
    const hours = await readWorkHours(
      em,
      { tenantId: scope.tenantId, from: range.compared.from, to: range.to },
      scope.repId,
    )
    return { timeZone, ...trendOf(range, hours, now, scope.repId === null) }
  })
}

export interface TalkRate extends WeekdayHour {
  /** Talks per 100 doors; null for fewer than ten doors, which say too little. */
  rate: number | null
}

export interface TalkRates extends Span {
  timeZone: string
  cells: TalkRate[]
  /** The cell with the highest rate; null if none has ten doors. */
  best: TalkRate | null
}

const minDoors = 10

/** Talks per 100 doors by weekday and hour of the tenant's time zone: of a rep, or of the team. */
export async function readTalkRates(ctx: Context, input: ReportInput): Promise<TalkRates> {
  const scope = authorizeRepScope(ctx, input.userId)
  return readReport(ctx, 'talk rates', input, scope, async ({ em, range: { from, to }, timeZone }) => {
    const rows = await readWeekdayHours(em, { tenantId: scope.tenantId, from, to }, timeZone, scope.repId)
    const cells = rows.map((row) => ({ ...row, rate: row.doors < minDoors ? null : (100 * row.talks) / row.doors }))
    const [best] = cells.filter(({ rate }) => rate !== null).sort((a, b) => b.rate! - a.rate! || b.doors - a.doors)
    return { from, to, timeZone, cells, best: best ?? null }
  })
}

interface ReportRead {
  em: Parameters<Parameters<typeof inSnapshot>[2]>[0]
  range: ReportRange
  timeZone: string
  now: Date
}

/** Reads a report in one snapshot, and caches it until the log advances or the next hour begins. */
async function readReport<Report extends Span>(
  ctx: Context,
  name: string,
  { period, from, to }: ReportInput,
  scope: RepScope,
  read: (given: ReportRead) => Promise<Report>,
): Promise<Report> {
  const { tenantId, repId } = scope
  const report = await cacheUntilLogAdvances(
    ctx,
    { tenantId },
    `${name} ${period} ${from ?? ''} ${to ?? ''} ${repId}`,
    () =>
      inSnapshot(ctx.database, { tenantId }, async (em) => {
        await checkRepExists(em, ctx, scope)
        const timeZone = await readTenantTimeZone(em, tenantId)
        const now = ctx.now()
        return read({
          em,
          range: reportRangeOf({ period, from: from ?? null, to: to ?? null }, now, timeZone),
          timeZone,
          now,
        })
      }),
    { validUntil: () => new Date((Math.floor(ctx.now().getTime() / hourMs) + 1) * hourMs) },
  )
  await recordRepView(ctx, scope)
  return report
}

/** Adds up the hours, earliest first, of each step of the range and of the compared time. */
export function trendOf(
  { from, to, unit, steps, compared, comparedUntil }: ReportRange,
  hours: readonly WorkHour[],
  now: Date,
  withCost: boolean,
): Omit<PerformanceTrend, 'timeZone'> {
  const times = hours.map(({ hour }) => hour.getTime())
  const sum = (span: Span) => sumWork(hours.slice(firstIndexFrom(times, span.from), firstIndexFrom(times, span.to)))
  const points = steps.map((step): TrendPoint => {
    const inFuture = step.from > now
    const current = sum(step)
    const before = step.compared && sum(step.compared)
    return {
      from: step.from,
      to: step.to,
      current: inFuture ? null : toMetrics(current, withCost),
      comparedFrom: step.compared?.from ?? null,
      compared: before && toMetrics(before, withCost),
      isPartial: !inFuture && step.to > now,
      isWorked: hasWork(current) || (before !== null && hasWork(before)),
    }
  })
  return {
    from,
    to,
    unit,
    comparedFrom: compared.from,
    comparedTo: comparedUntil,
    current: toMetrics(sum({ from, to }), withCost),
    compared: toMetrics(sum({ from: compared.from, to: comparedUntil }), withCost),
    points,
  }
}

/** The index of the first of the ascending `times` that is not before `from`. */
function firstIndexFrom(times: readonly number[], from: Date): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (times[middle]! < from.getTime()) low = middle + 1
    else high = middle
  }
  return low
}

function sumWork(hours: readonly WorkCounts[]): WorkCounts {
  const total = { doors: 0, talks: 0, leads: 0, conversions: 0, micros: 0 }
  for (const counts of hours) {
    total.doors += counts.doors
    total.talks += counts.talks
    total.leads += counts.leads
    total.conversions += counts.conversions
    total.micros += counts.micros
  }
  return total
}

const hasWork = ({ doors, talks, leads, conversions }: WorkCounts) =>
  doors !== 0 || talks !== 0 || leads !== 0 || conversions !== 0

function toMetrics({ doors, talks, leads, conversions, micros }: WorkCounts, withCost: boolean): WorkMetrics {
  return {
    doorsKnocked: doors,
    talks,
    leadsCreated: leads,
    leadsConverted: conversions,
    conversionRate: conversionRateOf(leads, conversions),
    cost: withCost ? microsToDollars(micros) : null,
  }
}
