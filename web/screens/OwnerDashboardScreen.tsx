import { useApolloClient } from '@apollo/client/react'
import { ExplainMetrics } from '../features/activity/ExplainMetrics.tsx'
import { DashboardHeader } from '../features/performance/DashboardHeader.tsx'
import { Leaderboard } from '../features/performance/Leaderboard.tsx'
import { Neighborhoods } from '../features/performance/Neighborhoods.tsx'
import { OwnerCards } from '../features/performance/OwnerCards.tsx'
import { TeamTable } from '../features/performance/TeamTable.tsx'
import { usePeriod } from '../features/performance/usePeriod.ts'
import { useTeam } from '../features/performance/useTeam.ts'
import { TargetsCard } from '../features/performance/TargetsCard.tsx'
import { CostBreakdown } from '../features/usage/CostBreakdown.tsx'
import { useUsage } from '../features/usage/useUsage.ts'
import { CardsDocument, NeighborhoodsDocument, TargetsDocument } from '../gql/graphql.ts'
import { useThrottledCallback } from '../lib/useThrottledCallback.ts'
import { useMe } from '../session/MeProvider.tsx'

/** Limits refetches while many knocks arrive. */
const REFETCH_THROTTLE_MS = 3000

/** /, for an owner: the period applies to team and leaderboard; the cost is the month's. */
export function OwnerDashboardScreen() {
  const me = useMe()
  const client = useApolloClient()
  const [period, setPeriod] = usePeriod()
  const team = useTeam(period)
  // Every event counts as usage, so a usage update signals that other metrics have changed too.
  const refetchThrottled = useThrottledCallback(
    () =>
      void client
        .refetchQueries({ include: [CardsDocument, NeighborhoodsDocument, TargetsDocument] })
        .catch(() => undefined),
    REFETCH_THROTTLE_MS,
  )
  const usage = useUsage('MONTH', refetchThrottled)
  return (
    <ExplainMetrics>
      <title>Dashboard · Porchlight</title>
      <DashboardHeader title={`${me.fullName}’s Dashboard`} range={team.team} period={period} onPeriod={setPeriod} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <OwnerCards
          period={period}
          monthlyCost={usage.usage ? usage.usage.totalCost : usage.failed ? null : undefined}
        />
        <div className="grid grid-cols-[minmax(0,1fr)] items-stretch gap-4 xl:grid-cols-[minmax(0,1fr)_384px]">
          <TeamTable {...team} period={period} />
          <div className="grid grid-cols-[minmax(0,1fr)] max-md:order-first">
            <Leaderboard period={period} />
          </div>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] items-stretch gap-4 xl:grid-cols-12">
          <Neighborhoods period={period} className="xl:col-span-5" />
          <CostBreakdown {...usage} className="xl:col-span-7" />
        </div>
        <TargetsCard period={period} />
      </div>
    </ExplainMetrics>
  )
}
