import { useQuery } from '@apollo/client/react'
import { CardsDocument, type CardsQuery, type Period } from '../../gql/graphql.ts'
import { formatCount, formatRate } from '../../lib/numbers.ts'
import { formatMonth } from '../../lib/dates.ts'
import { formatMoney } from '../../lib/money.ts'
import { Metric } from '../../domain/Metric.tsx'
import { type Stat, StatStrip } from '../../ui/StatStrip.tsx'
import { changeOfCount, percentChange, pointChange } from '../../domain/changes.ts'
import { finishedDays, finishedTotals, weeklyRates, weeklySums } from './trends.ts'
import { previousPeriodPhrase, periodPhrase } from './periods.ts'
import { spanName } from './reportRange.ts'
import type { Trend } from './trendPoints.ts'
import { usePerformanceTrend } from './usePerformanceTrend.ts'

interface OwnerCardsProps {
  period: Period
  /** The cost of the current month; undefined while loading, null after a failure. */
  monthlyCost: number | null | undefined
}

/** Total Properties, Total Leads, Conversion Rate and Monthly Cost with their trends. */
export function OwnerCards({ period, monthlyCost }: OwnerCardsProps) {
  const { trend } = usePerformanceTrend({ period })
  const { data, error } = useQuery(CardsDocument, { variables: { period }, fetchPolicy: 'cache-and-network' })
  return (
    <StatStrip
      withChanges
      stats={data ? statsOf(data, period, monthlyCost, trend) : emptyStats(error ? null : undefined)}
    />
  )
}

const labels = ['Total Properties', 'Total Leads', 'Conversion Rate', 'Monthly Cost']

const emptyStats = (value: null | undefined): Stat[] => labels.map((label) => ({ label, value }))

function statsOf(
  { totals, trends, month }: CardsQuery,
  period: Period,
  monthlyCost: number | null | undefined,
  trend: Trend | undefined,
): Stat[] {
  const { current, days } = trends
  const values: Omit<Stat, 'label'>[] = [
    {
      value: (
        <Metric
          text={formatCount(totals.properties)}
          title="Total Properties"
          note="The event that saved each property."
          input={{ figure: 'TOTAL_PROPERTIES' }}
        />
      ),
      note: 'all time',
      change: changeOfCount(current.propertiesAdded ?? 0, `new ${periodPhrase(period)}`),
      trend: finishedTotals(days, totals.properties, ({ propertiesAdded }) => propertiesAdded ?? 0),
    },
    {
      value: <Metric text={formatCount(totals.leads)} title="Total Leads" input={{ figure: 'TOTAL_LEADS' }} />,
      note: 'all time',
      change: changeOfCount(current.leadsCreated, `new ${periodPhrase(period)}`),
      trend: finishedTotals(days, totals.leads, ({ leadsCreated }) => leadsCreated),
    },
    {
      value: (
        <Metric
          text={formatRate(current.conversionRate)}
          title={`Leads converted ${periodPhrase(period)}`}
          note={`${formatCount(current.leadsConverted)} of ${formatCount(current.leadsCreated)} leads converted`}
          input={{ figure: 'LEADS_CONVERTED', period }}
        />
      ),
      change: trend && conversionChange(trend, period),
      note: periodPhrase(period),
      trend: weeklyRates(finishedDays(days)),
    },
    {
      value:
        monthlyCost == null ? (
          monthlyCost
        ) : (
          <Metric
            text={formatMoney(monthlyCost)}
            title="Monthly Cost"
            input={{ figure: 'TOTAL_COST', period: 'MONTH' }}
          />
        ),
      change: percentChange(month.current.cost ?? 0, month.previous.cost ?? 0, previousMonthOf(month)),
      note: formatMonth(month.from, month.timeZone),
      trend: weeklySums(finishedDays(days), ({ cost }) => cost ?? 0),
    },
  ]
  return values.map((figure, index) => ({ label: labels[index]!, ...figure }))
}

/** The change since the time that the charts compare with, so that both show the same. */
function conversionChange({ current, compared, comparedFrom, comparedTo, timeZone }: Trend, period: Period) {
  const before = period === 'MONTH' ? spanName(comparedFrom, comparedTo, timeZone) : previousPeriodPhrase(period)
  return { ...pointChange(current.conversionRate, compared.conversionRate, before), riseIs: 'good' as const }
}

/** The name of the previous month. */
const previousMonthOf = ({ from, timeZone }: CardsQuery['month']): string =>
  formatMonth(new Date(from).getTime() - 1, timeZone)
