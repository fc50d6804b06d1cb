import type { ComparisonFragment } from '../../gql/graphql.ts'
import { percentChange } from '../../domain/changes.ts'
import { formatCount } from '../../lib/numbers.ts'
import { formatMoney } from '../../lib/money.ts'
import { Metric, type MetricQuery } from '../../domain/Metric.tsx'
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

const labels = ['Total Revenue', 'Total Users', 'API Calls', 'Active Tenants'] as const

const emptyStats = (value: null | undefined): Stat[] => labels.map((label) => ({ label, value }))

function statsOf({ totals, previous, trend, tenants }: ComparisonFragment, days: DayChoice): Stat[] {
  const before = previousDaysPhrase(days)
  const withoutPrevious = { text: 'New', comparison: `nothing in the ${before}` }
  const inputOf = (figure: MetricQuery['input']['figure']): MetricQuery['input'] => ({ figure, days: Number(days) })
  const newUsers = totals.users - previous.users
  const activeTenantsChange = totals.activeTenants - previous.activeTenants
  return [
    {
      label: 'Total Revenue',
      value: (
        <Metric
          text={formatMoney(totals.revenue)}
          title={`Total Revenue, ${daysPhrase(days)}`}
          input={inputOf('TOTAL_COST')}
          allTenants
        />
      ),
      change: { ...percentChange(totals.revenue, previous.revenue, before, withoutPrevious), riseIs: 'good' },
      trend: trend.map(({ revenue }) => revenue),
    },
    {
      label: 'Total Users',
      value: formatCount(totals.users),
      change: {
        delta: newUsers,
        text: formatCount(Math.abs(newUsers)),
        comparison: newUsers < 0 ? 'fewer' : 'new',
        riseIs: 'good',
      },
      trend: trend.map(({ users }) => users),
    },
    {
      label: 'API Calls',
      value: (
        <Metric
          text={formatCount(totals.apiCalls)}
          title={`API Calls, ${daysPhrase(days)}`}
          input={inputOf('API_CALLS')}
          allTenants
        />
      ),
      change: { ...percentChange(totals.apiCalls, previous.apiCalls, before, withoutPrevious), riseIs: 'good' },
      trend: trend.map(({ apiCalls }) => apiCalls),
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
      change: {
        delta: activeTenantsChange,
        text: formatCount(Math.abs(activeTenantsChange)),
        comparison: activeTenantsChange === 0 ? 'no change' : activeTenantsChange > 0 ? 'more' : 'fewer',
        riseIs: 'good',
      },
      trend: trend.map(({ activeTenants }) => activeTenants),
    },
  ]
}
