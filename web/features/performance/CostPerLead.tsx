import { useExplain } from '../../domain/Metric.tsx'
import { lazyPart } from '../../lib/lazyPart.ts'
import { formatMoney } from '../../lib/money.ts'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { compareCosts, comparedSpan, costPerLead } from './costPerLead.ts'
import { comparedRangeName, chartPoints, stepName } from './trendPoints.ts'
import { type ReportRange, rangeName, rangePhrase } from './reportRange.ts'
import { usePerformanceTrend } from './usePerformanceTrend.ts'

const LineChart = lazyPart(
  async () => (await import('../../ui/LineChart.tsx')).LineChart,
  <Skeleton className="h-50 w-full" />,
)

/** What a lead cost over time: the cost of all services divided by the leads. A point opens the events that cost it. */
export function CostPerLead({ range }: { range: ReportRange }) {
  const { trend } = usePerformanceTrend(range)
  const explain = useExplain()
  const total = trend && costPerLead(trend.current)
  const open = (index: number) => {
    const step = trend?.points[index]
    if (!trend || !step?.current) return
    const { from, to } = step
    explain?.({
      title: `Cost, ${stepName(from, to, trend.unit, trend.timeZone)}`,
      note: compareCosts(step.current, step.compared),
      input: { figure: 'TOTAL_COST', from, to },
      ...(step.comparedFrom ? { compared: comparedSpan(trend, step.comparedFrom, from, to) } : {}),
    })
  }
  const openAll = () => {
    if (!trend) return
    const { from, to, comparedFrom, comparedTo } = trend
    explain?.({
      title: `Cost, ${rangePhrase(range)}`,
      note: compareCosts(trend.current, trend.compared),
      input: { figure: 'TOTAL_COST', from, to },
      compared: { from: comparedFrom, to: comparedTo },
    })
  }
  return (
    <Card
      title="Cost per Lead"
      aside={total == null ? rangePhrase(range) : `${formatMoney(total)} ${rangePhrase(range)}`}
    >
      <div className="px-5 pt-3 pb-4 max-md:px-4">
        {trend ? (
          // The amounts beside the axis are wider than counts.
          <div className="ml-1.5 max-md:-mr-2">
            <LineChart
              label={`Cost per lead by ${trend.unit.toLowerCase()}`}
              points={chartPoints(trend, costPerLead).map((point) => ({
                ...point,
                isSkipped: point.value === null && point.compared === null,
              }))}
              name={rangeName(range)}
              comparedName={comparedRangeName(trend)}
              format={formatMoney}
              isCount={false}
              isBars={trend.unit === 'HOUR'}
              emptyText={`No leads ${rangePhrase(range)}`}
              height={200}
              onOpen={explain ? open : undefined}
            />
          </div>
        ) : (
          <Skeleton className="h-50 w-full" />
        )}
        {explain && trend && (
          <button type="button" onClick={openAll} className="link mt-2 text-small touch:min-h-11">
            Why did the cost per lead change?
          </button>
        )}
      </div>
    </Card>
  )
}
