import { useApolloClient } from '@apollo/client/react'
import { ExplainMetrics } from '../features/activity/ExplainMetrics.tsx'
import { CostPerLead } from '../features/performance/CostPerLead.tsx'
import { DaysButton } from '../features/performance/DaysButton.tsx'
import { DashboardHeader } from '../features/performance/DashboardHeader.tsx'
import { FunnelCard } from '../features/performance/FunnelCard.tsx'
import { Leaderboard } from '../features/performance/Leaderboard.tsx'
import { Neighborhoods } from '../features/performance/Neighborhoods.tsx'
import { OwnerCards } from '../features/performance/OwnerCards.tsx'
import { dayBefore, rangeName, spanName } from '../features/performance/reportRange.ts'
import { TalkRatesCard } from '../features/performance/TalkRatesCard.tsx'
import { TeamTable } from '../features/performance/TeamTable.tsx'
import { TrendCard } from '../features/performance/TrendCard.tsx'
import { usePerformanceTrend } from '../features/performance/usePerformanceTrend.ts'
import { usePeriod, useReportRange } from '../features/performance/usePeriod.ts'
import { useTeam } from '../features/performance/useTeam.ts'
import { TargetsCard } from '../features/performance/TargetsCard.tsx'
import { CostBreakdown } from '../features/usage/CostBreakdown.tsx'
import { useUsage } from '../features/usage/useUsage.ts'
import {
  CardsDocument,
  NeighborhoodsDocument,
  PerformanceTrendDocument,
  TalkRatesDocument,
  TargetsDocument,
} from '../gql/graphql.ts'
import { useThrottledCallback } from '../lib/useThrottledCallback.ts'
import { useIsPhone } from '../lib/useMediaQuery.ts'
import { useNow } from '../lib/useNow.ts'
import { useMe } from '../session/person/MeProvider.tsx'

/** Limits refetches while many knocks arrive. */
const REFETCH_THROTTLE_MS = 3000

/** Beside five rows of the leaderboard with its replay. */
const TREND_HEIGHT = 388

/** A day or a week has too few doors in each hour to compare hours. */
const MIN_DAYS_OF_HOURS = 28

/** /, for an owner: the period, or the days, apply to all of the page; without days, the cost is the month's. */
export function OwnerDashboardScreen() {
  const me = useMe()
  const client = useApolloClient()
  const isPhone = useIsPhone()
  const [period, setPeriod] = usePeriod()
  const [range, setDays] = useReportRange()
  const { trend } = usePerformanceTrend(range)
  const team = useTeam(range)
  // Every event counts as usage, so a usage update signals that other metrics have changed too.
  const refetchThrottled = useThrottledCallback(
    () =>
      void client
        .refetchQueries({
          include: [CardsDocument, NeighborhoodsDocument, PerformanceTrendDocument, TalkRatesDocument, TargetsDocument],
        })
        .catch(() => undefined),
    REFETCH_THROTTLE_MS,
  )
  const usage = useUsage(range.from ? range : { period: 'MONTH' }, refetchThrottled)
  const timeZone = me.tenant?.timeZone
  const now = useNow()
  const hoursRange =
    range.from || period === 'MONTH'
      ? range
      : { ...range, from: dayBefore(now, MIN_DAYS_OF_HOURS - 1, timeZone), to: dayBefore(now, 0, timeZone) }
  return (
    <ExplainMetrics>
      <DashboardHeader
        title={`${me.fullName}’s Dashboard`}
        range={trend ?? team.team}
        comparedWith={trend && spanName(trend.comparedFrom, trend.comparedTo, trend.timeZone)}
        period={range.from ? null : period}
        onPeriod={setPeriod}
      >
        <DaysButton range={range} onDays={setDays} />
      </DashboardHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <OwnerCards range={range} cost={usage.usage ? usage.usage.totalCost : usage.failed ? null : undefined} />
        <div className="grid grid-cols-[minmax(0,1fr)] items-stretch gap-4 xl:grid-cols-[minmax(0,1fr)_384px]">
          <TrendCard range={range} initialMetric="leadsCreated" {...(isPhone ? {} : { height: TREND_HEIGHT })} />
          <Leaderboard range={range} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] items-stretch gap-4 xl:grid-cols-[minmax(0,452fr)_minmax(0,894fr)]">
          <FunnelCard range={range} />
          <TalkRatesCard range={hoursRange} />
        </div>
        <TeamTable {...team} range={range} />
        <div className="grid grid-cols-[minmax(0,1fr)] items-stretch gap-4 md:grid-cols-2 xl:grid-cols-12">
          <Neighborhoods range={range} className="xl:col-span-5" />
          <CostBreakdown {...usage} days={range.from && rangeName(range)} className="xl:col-span-7" />
        </div>
        {/* Without targets, what says so is one line below the chart. */}
        <div className="grid grid-cols-[minmax(0,1fr)] items-stretch gap-4 md:not-has-data-no-targets:grid-cols-2">
          <CostPerLead range={range} />
          <TargetsCard period={period} />
        </div>
      </div>
    </ExplainMetrics>
  )
}
