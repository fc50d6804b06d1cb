import { Suspense, useState } from 'react'
import { Metric, useExplain } from '../../domain/Metric.tsx'
import { lazyNamed } from '../../lib/lazyNamed.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LineKey } from '../../ui/LineKey.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { type ReportRange, rangeName, rangePhrase } from './reportRange.ts'
import {
  chartPoints,
  comparedRangeName,
  isRunning,
  partialNote,
  stepQuery,
  type Trend,
  type TrendMetric,
  trendMetric,
  trendMetrics,
  trendTitle,
} from './trendPoints.ts'
import { usePerformanceTrend } from './usePerformanceTrend.ts'

const LineChart = lazyNamed(async () => (await import('../../ui/LineChart.tsx')).LineChart)

interface TrendCardProps {
  range: ReportRange
  initialMetric: TrendMetric
  /** The user whose work it is; null for the whole team. */
  user?: { id: string; fullName: string } | null
  /** The height of the chart in pixels. */
  height?: number
  className?: string
}

/** A metric over time beside an earlier time. A point opens the events that it counts. */
export function TrendCard({ range, initialMetric, user = null, height = 260, className }: TrendCardProps) {
  const { trend, failed, busy, retry } = usePerformanceTrend(range, user?.id)
  const [metric, setMetric] = useState(initialMetric)
  const explain = useExplain()
  const open = (index: number) => {
    const step = trend?.points[index]
    if (step?.current && step.current[metric] !== 0)
      explain?.(stepQuery(step, trend!.unit, trend!.timeZone, metric, user))
  }
  return (
    <Card
      title={<span className="whitespace-nowrap">{trendTitle(metric, trend?.unit ?? 'DAY')}</span>}
      // The legend has buttons, which do not belong in the heading.
      aside={
        <div className="flex flex-wrap items-center justify-end gap-x-5 gap-y-1">
          {trend && <Legend {...{ trend, metric, range, user }} />}
          <SegmentedControl
            label="Metric"
            options={trendMetrics}
            value={metric}
            onChange={setMetric}
            className="max-md:hidden"
          />
        </div>
      }
      className={className}
    >
      <div className="px-5 pt-3 md:hidden max-md:px-4">
        <SegmentedControl label="Metric of the chart" options={trendMetrics} value={metric} onChange={setMetric} />
      </div>
      <div className="px-5 pt-3 pb-4 max-md:px-3">
        {trend ? (
          <Suspense fallback={<ChartSkeleton height={height} />}>
            <LineChart
              label={trendTitle(metric, trend.unit)}
              points={chartPoints(trend, (work) => work[metric])}
              name={rangeName(range)}
              comparedName={comparedRangeName(trend)}
              format={formatCount}
              height={height}
              isBars={trend.unit === 'HOUR'}
              partialNote={partialNote(trend.unit)}
              emptyText={`No ${trendMetric(metric).label.toLowerCase()} ${range.from ? '' : 'yet '}${rangePhrase(range)}`}
              onOpen={explain ? open : undefined}
            />
          </Suspense>
        ) : failed ? (
          <ErrorState title="Failed to fetch data" onRetry={retry} busy={busy} />
        ) : (
          <ChartSkeleton height={height} />
        )}
      </div>
    </Card>
  )
}

/** The sums of both times. */
function Legend({
  trend,
  metric,
  range,
  user,
}: { trend: Trend; metric: TrendMetric } & Required<Pick<TrendCardProps, 'range' | 'user'>>) {
  const { from, to, current, compared } = trend
  const { label, figure } = trendMetric(metric)
  const name = rangeName(range)
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-4 text-micro">
      <span className="flex items-center gap-1.5">
        <LineKey kind="line" />
        <span>
          {name},{' '}
          <Metric
            text={formatCount(current[metric])}
            title={`${label}${user ? ` of ${user.fullName}` : ''}, ${name}`}
            input={{ figure, from, to, ...(user ? { userId: user.id } : {}) }}
          />
        </span>
      </span>
      <span className="flex items-center gap-1.5">
        <LineKey kind="dashes" />
        {comparedRangeName(trend)}, {formatCount(compared[metric])}
        {isRunning(trend) && ' by now'}
      </span>
    </span>
  )
}

function ChartSkeleton({ height }: { height: number }) {
  return (
    <Loading label="the chart">
      <div style={{ height }}>
        <Skeleton className="h-full w-full" />
      </div>
    </Loading>
  )
}
