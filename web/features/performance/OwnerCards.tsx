import { useQuery } from '@apollo/client/react'
import { CardsDocument, type CardsQuery } from '../../gql/graphql.ts'
import { formatCount, formatRate, pluralize } from '../../lib/numbers.ts'
import { formatMonth } from '../../lib/dates.ts'
import { formatMoney } from '../../lib/money.ts'
import { Metric } from '../../domain/Metric.tsx'
import { type Stat, StatStrip } from '../../ui/StatStrip.tsx'
import { changeOfCount, MIN_SAMPLE, moneyChange, pointChange } from '../../domain/changes.ts'
import { finishedDays, finishedTotals, weeklyRates, weeklySums } from './trends.ts'
import { previousPeriodPhrase } from './periods.ts'
import { type MetricTime, metricTimeOf, type ReportRange, spanName } from './reportRange.ts'
import type { Trend } from './trendPoints.ts'
import { usePerformanceTrend } from './usePerformanceTrend.ts'

interface OwnerCardsProps {
  range: ReportRange
  /** The cost of the current month or of the given days; undefined while loading, null after a failure. */
  cost: number | null | undefined
}

/** Total Properties, Total Leads, Conversion Rate and Monthly Cost with their trends; for days, the cost of the days. */
export function OwnerCards({ range, cost }: OwnerCardsProps) {
  const { trend } = usePerformanceTrend(range)
  const { data, error } = useQuery(CardsDocument, { variables: range, fetchPolicy: 'cache-and-network' })
  return (
    <StatStrip
      withChanges
      stats={data ? statsOf(data, range, cost, trend) : emptyStats(range, error ? null : undefined)}
    />
  )
}

const labelsOf = ({ from }: ReportRange) => [
  'Total Properties',
  'Total Leads',
  'Conversion Rate',
  from ? 'Cost' : 'Monthly Cost',
]

const emptyStats = (range: ReportRange, value: null | undefined): Stat[] =>
  labelsOf(range).map((label) => ({ label, value }))

function statsOf(
  { totals, trends, month }: CardsQuery,
  range: ReportRange,
  cost: number | null | undefined,
  trend: Trend | undefined,
): Stat[] {
  const { current, days } = trends
  const time = metricTimeOf(range, trends)
  const values: Omit<Stat, 'label'>[] = [
    {
      value: (
        <Metric
          fills="stat"
          text={formatCount(totals.properties)}
          title="Total Properties"
          note="The event that saved each property."
          input={{ figure: 'TOTAL_PROPERTIES' }}
        />
      ),
      note: 'all time',
      change: changeOfCount(current.propertiesAdded ?? 0, `new ${time.phrase}`),
      trend: finishedTotals(days, totals.properties, ({ propertiesAdded }) => propertiesAdded ?? 0),
    },
    {
      value: (
        <Metric fills="stat" text={formatCount(totals.leads)} title="Total Leads" input={{ figure: 'TOTAL_LEADS' }} />
      ),
      note: 'all time',
      change: changeOfCount(current.leadsCreated, `new ${time.phrase}`),
      trend: finishedTotals(days, totals.leads, ({ leadsCreated }) => leadsCreated),
    },
    {
      value: (
        <Metric
          fills="stat"
          text={formatRate(current.conversionRate)}
          title={`Leads converted ${time.phrase}`}
          note={`${formatCount(current.leadsConverted)} of ${formatCount(current.leadsCreated)} leads converted`}
          input={{ figure: 'LEADS_CONVERTED', ...time.input }}
        />
      ),
      ...(trend && conversionChange(trend, range)),
      note: time.phrase,
      trend: weeklyRates(finishedDays(days)),
    },
    {
      ...(range.from ? daysCost(trends, time, cost, trend) : monthlyCost(month, cost)),
      trend: weeklySums(finishedDays(days), (day) => day.cost ?? 0),
    },
  ]
  return values.map((figure, index) => ({ label: labelsOf(range)[index]!, ...figure }))
}

/** The cost of the current month, whatever the period. */
function monthlyCost(month: CardsQuery['month'], cost: number | null | undefined): Omit<Stat, 'label'> {
  return {
    value: cost == null ? cost : costMetric(cost, 'Monthly Cost', { period: 'MONTH' }),
    change: moneyChange(month.current.cost ?? 0, month.previous.cost ?? 0, previousMonthOf(month)),
    note: formatMonth(month.from, month.timeZone),
  }
}

/** The cost of the given days. */
function daysCost(
  { current, previous }: CardsQuery['trends'],
  { phrase, input }: MetricTime,
  cost: number | null | undefined,
  trend: Trend | undefined,
): Omit<Stat, 'label'> {
  return {
    value: cost == null ? cost : costMetric(cost, `Cost, ${phrase}`, input),
    change: trend && moneyChange(current.cost ?? 0, previous.cost ?? 0, comparedName(trend)),
    note: phrase,
  }
}

const costMetric = (cost: number, title: string, time: MetricTime['input']) => (
  <Metric fills="stat" text={formatMoney(cost)} title={title} input={{ figure: 'TOTAL_COST', ...time }} />
)

const comparedName = ({ comparedFrom, comparedTo, timeZone }: Trend) => spanName(comparedFrom, comparedTo, timeZone)

/** The change since the time that the charts compare with, so that both show the same; of few leads, now or then, their numbers. */
function conversionChange(trend: Trend, { period, from }: ReportRange): Pick<Stat, 'change' | 'hint'> {
  const { leadsCreated, leadsConverted } = trend.current
  if (Math.min(leadsCreated, trend.compared.leadsCreated) < MIN_SAMPLE)
    return { hint: `${formatCount(leadsConverted)} of ${pluralize(leadsCreated, 'lead')}` }
  const before = from || period === 'MONTH' ? comparedName(trend) : previousPeriodPhrase(period)
  const change = pointChange(trend.current.conversionRate, trend.compared.conversionRate, before)
  return { change: { ...change, riseIs: 'good' } }
}

/** The name of the previous month. */
const previousMonthOf = ({ from, timeZone }: CardsQuery['month']): string =>
  formatMonth(new Date(from).getTime() - 1, timeZone)
