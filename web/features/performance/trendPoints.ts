import type { Figure, PerformanceTrendQuery, WorkFragment } from '../../gql/graphql.ts'
import type { MetricQuery } from '../../domain/Metric.tsx'
import { formatDay, formatTime, formatWeekday, hourOfDay } from '../../lib/dates.ts'
import type { LineChartPoint } from '../../ui/lineChartProps.ts'
import { spanName } from './reportRange.ts'

export type Trend = PerformanceTrendQuery['performanceTrend']
export type TrendStep = Trend['points'][number]
export type TrendMetric = 'doorsKnocked' | 'talks' | 'leadsCreated' | 'leadsConverted'

/** The metrics of a trend in the order of the funnel. */
export const trendMetrics: readonly { value: TrendMetric; label: string; figure: Figure }[] = [
  { value: 'doorsKnocked', label: 'Doors', figure: 'DOORS_KNOCKED' },
  { value: 'talks', label: 'Talks', figure: 'TALKS' },
  { value: 'leadsCreated', label: 'Leads', figure: 'LEADS_CREATED' },
  { value: 'leadsConverted', label: 'Completed', figure: 'LEADS_CONVERTED' },
]

export const trendMetric = (metric: TrendMetric) => trendMetrics.find(({ value }) => value === metric)!

/**
 * The points of the chart of a metric. `valueOf` gives null where there is nothing to show. A step without a door and without
 * a value, now and before, is skipped: nobody worked, which is no fall to 0.
 */
export function chartPoints(
  { points, unit, timeZone }: Pick<Trend, 'points' | 'unit' | 'timeZone'>,
  valueOf: (work: WorkFragment) => number | null,
): LineChartPoint[] {
  return points.map(({ from, to, current, comparedFrom, compared, isPartial }) => ({
    label: unit === 'HOUR' ? hourName(from, timeZone) : formatDay(from, timeZone),
    title: stepName(from, to, unit, timeZone),
    value: current && valueOf(current),
    compared: compared && valueOf(compared),
    comparedTitle: comparedFrom ? comparedName(comparedFrom, unit, timeZone) : '',
    isPartial,
    isSkipped: !isPartial && ![current, compared].some((work) => work && (work.doorsKnocked > 0 || valueOf(work))),
  }))
}

/** Most people knock from 8 AM to 9 PM. */
const [FIRST_HOUR, LAST_HOUR] = [8, 20]

/** A trend by the hour without the hours before and after work, which would take up most of a chart. */
export function withoutNight(trend: Trend): Trend {
  if (trend.unit !== 'HOUR') return trend
  const isShown = ({ from, current, compared, isPartial }: TrendStep) => {
    const hour = hourOfDay(new Date(from), trend.timeZone)
    if (isPartial || (hour >= FIRST_HOUR && hour <= LAST_HOUR)) return true
    return [current, compared].some((work) => work && trendMetrics.some(({ value }) => work[value] > 0))
  }
  return {
    ...trend,
    points: trend.points.slice(trend.points.findIndex(isShown), trend.points.findLastIndex(isShown) + 1),
  }
}

/** '4 PM'. */
const hourName = (at: string, timeZone: string) => formatTime(at, timeZone).replace(':00', '')

/** 'Fri, Nov 13', 'Nov 9 – 15' or 'Fri, Nov 13, 4 PM'. */
export function stepName(from: string, to: string, unit: Trend['unit'], timeZone: string): string {
  if (unit === 'WEEK') return spanName(from, to, timeZone)
  return unit === 'DAY'
    ? formatWeekday(from, timeZone)
    : `${formatWeekday(from, timeZone)}, ${hourName(from, timeZone)}`
}

function comparedName(from: string, unit: Trend['unit'], timeZone: string): string {
  if (unit === 'WEEK') return `Week of ${formatDay(from, timeZone)}`
  return unit === 'DAY' ? formatDay(from, timeZone) : `${formatDay(from, timeZone)}, ${hourName(from, timeZone)}`
}

/** The query that lists the events of a metric in a step. */
export function stepQuery(
  { from, to }: Pick<TrendStep, 'from' | 'to'>,
  unit: Trend['unit'],
  timeZone: string,
  metric: TrendMetric,
  user: { id: string; fullName: string } | null,
): MetricQuery {
  const { label, figure } = trendMetric(metric)
  return {
    title: `${label}${user ? ` of ${user.fullName}` : ''}, ${stepName(from, to, unit, timeZone)}`,
    input: { figure, from, to, ...(user ? { userId: user.id } : {}) },
  }
}

/** Whether the time goes on, so that it is compared up to the same hour. */
export const isRunning = ({ points }: Pick<Trend, 'points'>): boolean =>
  points.some(({ current, isPartial }) => isPartial || current === null)

/** 'Leads per Day'. */
export const trendTitle = (metric: TrendMetric, unit: Trend['unit']): string =>
  `${trendMetric(metric).label} per ${unit[0]}${unit.slice(1).toLowerCase()}`

/** The word beside the value of the current step, such as 'today'. */
export const partialNote = (unit: Trend['unit']): string =>
  ({ HOUR: 'this hour', DAY: 'today', WEEK: 'this week' })[unit]

/** The days that the dashed line covers. */
export function comparedRangeName({ points, comparedFrom, timeZone }: Trend): string {
  const last = points.findLast((point) => point.comparedFrom !== null)?.comparedFrom ?? comparedFrom
  return spanName(comparedFrom, new Date(last).getTime() + 1, timeZone)
}
