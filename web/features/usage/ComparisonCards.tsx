import type { ComparisonFragment, Figure } from '../../gql/graphql.ts'
import { changeOfCount, percentChange } from '../../domain/changes.ts'
import { formatCount } from '../../lib/numbers.ts'
import { formatMoney } from '../../lib/money.ts'
import { Metric } from '../../domain/Metric.tsx'
import { type Stat, StatStrip } from '../../ui/StatStrip.tsx'
import { type DayChoice, daysPhrase, previousDaysPhrase } from './days.ts'

interface ComparisonCardsProps {
  comparison: ComparisonFragment | undefined
  days: DayChoice
  failed: boolean
}

/** Total Revenue, Total Users, API Calls and Active Tenants of all tenants, with their trends. */
export function ComparisonCards({ comparison, days, failed }: ComparisonCardsProps) {
  return (
    <StatStrip withChanges stats={comparison ? statsOf(comparison, days) : emptyStats(failed ? null : undefined)} />
  )
}

/** Somebody who only looks at the figures uses less than this part of the busiest day or hour. */
const MIN_WORK_SHARE = 0.05

const labels = ['Total Revenue', 'Total Users', 'API Calls', 'Active Tenants'] as const

const emptyStats = (value: null | undefined): Stat[] => labels.map((label) => ({ label, value }))

function statsOf({ totals, previous, trend, tenants }: ComparisonFragment, days: DayChoice): Stat[] {
  const before = previousDaysPhrase(days)
  // The last day or hour is unfinished, and one without work, such as a Sunday or a night, says nothing: both would look like a fall.
  const mostRevenue = Math.max(0, ...trend.map(({ revenue }) => revenue))
  const finished = trend.slice(0, -1).filter(({ revenue }) => revenue >= MIN_WORK_SHARE * mostRevenue)
  const withoutPrevious = { text: 'New', comparison: `nothing in the ${before}` }
  const metricOf = (title: string, figure: Figure, text: string) => (
    <Metric
      fills="stat"
      text={text}
      title={`${title}, ${daysPhrase(days)}`}
      input={{ figure, days: Number(days) }}
      allTenants
    />
  )
  const newUsers = totals.users - previous.users
  const activeTenantsChange = totals.activeTenants - previous.activeTenants
  return [
    {
      label: 'Total Revenue',
      value: metricOf('Total Revenue', 'TOTAL_COST', formatMoney(totals.revenue)),
      change: { ...percentChange(totals.revenue, previous.revenue, before, withoutPrevious), riseIs: 'good' },
      note: daysPhrase(days),
      trend: finished.map(({ revenue }) => revenue),
    },
    {
      label: 'Total Users',
      value: formatCount(totals.users),
      note: 'now',
      change: changeOfCount(newUsers, `${newUsers < 0 ? 'fewer' : 'new'} in the ${daysPhrase(days)}`),
      trend: finished.map(({ users }) => users),
    },
    {
      label: 'API Calls',
      value: metricOf('API Calls', 'API_CALLS', formatCount(totals.apiCalls)),
      change: { ...percentChange(totals.apiCalls, previous.apiCalls, before, withoutPrevious), riseIs: 'good' },
      note: daysPhrase(days),
      trend: finished.map(({ apiCalls }) => apiCalls),
    },
    {
      label: 'Active Tenants',
      value: (
        <span>
          {formatCount(totals.activeTenants)}{' '}
          <span className="text-[1.125rem] font-normal tracking-normal text-ink-2">
            of {formatCount(tenants.length)}
          </span>
        </span>
      ),
      change: changeOfCount(activeTenantsChange, `vs ${before}`),
      note: daysPhrase(days),
      trend: finished.map(({ activeTenants }) => activeTenants),
    },
  ]
}
