import type { ComparisonFragment } from '../../gql/graphql.ts'
import { formatCount, formatRate } from '../../lib/counts.ts'
import { formatMoney } from '../../lib/money.ts'
import { Figure, type FigureQuestion } from '../../ui/Figure.tsx'
import { type Change, type Stat, StatStrip } from '../../ui/StatStrip.tsx'
import { type DayChoice, daysWords, timeBefore } from './days.ts'

interface ComparisonCardsProps {
  comparison: ComparisonFragment | undefined
  days: DayChoice
  failed: boolean
}

/** Total Revenue, Total Users, API Calls, Active Tenants of all tenants, and what became of each. */
export function ComparisonCards({ comparison, days, failed }: ComparisonCardsProps) {
  return <StatStrip stats={comparison ? statsOf(comparison, days) : emptyStats(failed ? null : undefined)} />
}

const labels = ['Total Revenue', 'Total Users', 'API Calls', 'Active Tenants'] as const

const emptyStats = (value: null | undefined): Stat[] => labels.map((label) => ({ label, value }))

function statsOf({ totals, previous, trend, tenants }: ComparisonFragment, days: DayChoice): Stat[] {
  const before = timeBefore(days)
  const ofAll = (figure: FigureQuestion['input']['figure']): FigureQuestion['input'] => ({ figure, days: Number(days) })
  const come = totals.users - previous.users
  const active = totals.activeTenants - previous.activeTenants
  return [
    {
      label: 'Total Revenue',
      value: (
        <Figure
          text={formatMoney(totals.revenue)}
          title={`Total Revenue, ${daysWords(days)}`}
          input={ofAll('TOTAL_COST')}
          everyTenant
        />
      ),
      change: { ...inPerCent(totals.revenue, previous.revenue, before), rising: 'good' },
      trend: trend.map(({ revenue }) => revenue),
    },
    {
      label: 'Total Users',
      value: formatCount(totals.users),
      change: { by: come, text: formatCount(Math.abs(come)), since: come < 0 ? 'fewer' : 'new', rising: 'good' },
      trend: trend.map(({ users }) => users),
    },
    {
      label: 'API Calls',
      value: (
        <Figure
          text={formatCount(totals.apiCalls)}
          title={`API Calls, ${daysWords(days)}`}
          input={ofAll('API_CALLS')}
          everyTenant
        />
      ),
      change: { ...inPerCent(totals.apiCalls, previous.apiCalls, before), rising: 'good' },
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
        by: active,
        text: formatCount(Math.abs(active)),
        since: active === 0 ? 'no change' : active > 0 ? 'more' : 'fewer',
        rising: 'good',
      },
      trend: trend.map(({ activeTenants }) => activeTenants),
    },
  ]
}

/** '6.8% vs previous 30 days'; none where there was nothing before. */
function inPerCent(now: number, before: number, since: string): Change {
  if (before <= 0) return { by: now, text: 'New', since: `nothing in the ${since}` }
  const percent = Math.round((1000 * (now - before)) / before) / 10
  return { by: percent, text: formatRate(Math.abs(percent)), since: `vs ${since}` }
}
