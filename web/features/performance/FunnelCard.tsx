import { Metric } from '../../domain/Metric.tsx'
import { formatCount, formatDecimal, formatRate, pluralize } from '../../lib/numbers.ts'
import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/classNames.ts'
import { ChangeArrow } from '../../ui/StatStrip.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { type FunnelStage, funnelStages } from './funnel.ts'
import { type ReportRange, rangeName, rangePhrase, spanName } from './reportRange.ts'
import { isRunning, trendMetric } from './trendPoints.ts'
import { usePerformanceTrend } from './usePerformanceTrend.ts'

/** Doors, talks, leads and completed leads as shares of the doors, beside an earlier time. */
export function FunnelCard({ range }: { range: ReportRange }) {
  const { trend, failed, busy, retry } = usePerformanceTrend(range)
  const before = trend && spanName(trend.comparedFrom, trend.comparedTo, trend.timeZone)
  return (
    <Card title="Funnel" aside={rangePhrase(range)} className="flex flex-col">
      {trend ? (
        <>
          <ol className="flex flex-1 flex-col justify-around px-5 pt-1 max-md:px-4">
            {funnelStages(trend.current, trend.compared).map((stage) => (
              <Stage
                key={stage.metric}
                stage={stage}
                name={rangeName(range)}
                from={trend.from}
                to={trend.to}
                before={before!}
              />
            ))}
          </ol>
          <p className="px-5 pt-2 pb-4 text-micro text-ink-2 max-md:px-4">
            Bars are shares of {pluralize(trend.current.doorsKnocked, 'door')}. The mark is {before}
            {isRunning(trend) && ', same hour'}.
          </p>
        </>
      ) : (
        <LoadingOrError query={{ failed, busy, retry }} label="the funnel" rows={4} rowClass="h-14" />
      )}
    </Card>
  )
}

interface StageProps {
  stage: FunnelStage
  name: string
  from: string
  to: string
  before: string
}

function Stage({ stage, name, from, to, before }: StageProps) {
  const { metric, count, share, ofPrevious, previousCount, barShare, markShare } = stage
  const { label, figure } = trendMetric(metric)
  return (
    <li className="border-t border-line py-2 first:border-0">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <span className="w-20 text-small font-semibold">{label}</span>
        <Metric
          text={formatCount(count)}
          title={`${label}, ${name}`}
          input={{ figure, from, to }}
          className="text-section font-semibold"
        />
        <span className="ml-auto flex flex-wrap items-baseline justify-end gap-x-3 text-small text-ink-2">
          {ofPrevious && previousCount > 0 && (
            <span className="figures">
              {share === null ? `of ${formatCount(previousCount)}` : `${formatRate(share)} of`} {ofPrevious}
            </span>
          )}
          <Change {...stage} before={before} />
        </span>
      </div>
      <div aria-hidden className="relative mt-1.5 h-3.5 rounded-badge bg-sunken">
        <span style={{ width: `${100 * barShare}%` }} className="block h-full min-w-0.5 rounded-badge bg-series-1" />
        {markShare !== null && (
          <span
            // The mark of 0 stays on the bar.
            style={{ left: `clamp(2px, ${100 * markShare}%, 100% - 2px)` }}
            className="absolute -top-0.5 h-4.5 w-0.5 -translate-x-1/2 bg-ink ring-[1.5px] ring-surface"
          />
        )}
      </div>
    </li>
  )
}

function Change({ change, changeUnit, before }: FunnelStage & { before: string }) {
  if (change === null) return null
  const rounded = Math.round(change * 10) / 10
  return (
    <span>
      <span
        className={classNames(
          'figures inline-flex items-baseline gap-1 font-semibold',
          rounded > 0 ? 'text-good' : rounded < 0 ? 'text-bad' : 'text-ink',
        )}
      >
        <ChangeArrow delta={rounded} />
        {changeUnit === 'percent' ? formatRate(Math.abs(change)) : `${formatDecimal(Math.abs(change))} pts`}
      </span>
      {changeUnit === 'percent' ? ` vs ${before}` : <span className="sr-only"> vs {before}</span>}
    </span>
  )
}
