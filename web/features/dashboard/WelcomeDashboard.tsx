import type { ReactNode } from 'react'
import { useQuery, useSubscription } from '@apollo/client/react'
import { roleLabels } from '../../domain/roles.ts'
import { DashboardDocument, DashboardLeadsChangedDocument, PropertiesChangedDocument } from '../../gql/graphql.ts'
import { useLoggedFailure } from '../../lib/useLoggedFailure.ts'
import { useThrottledCallback } from '../../lib/useThrottledCallback.ts'
import { useMe } from '../../session/person/MeProvider.tsx'
import { StatStrip } from '../../ui/StatStrip.tsx'
import { DueToday } from './DueToday.tsx'
import { QuickActions } from './QuickActions.tsx'
import { RecentProperties } from './RecentProperties.tsx'
import { RepToday } from './RepToday.tsx'

/** The default dashboard (spec §2), after the rep's day. `action` is the button that starts the day's work. */
export function WelcomeDashboard({ action }: { action: ReactNode }) {
  const me = useMe()
  const { totals, recent, failed, loading, retry } = useDashboard()
  const missingValue = failed ? null : undefined
  const viewing = me.effectiveRole !== me.role
  return (
    <>
      <header className="mb-6 flex items-center justify-between gap-4 max-md:mb-4">
        <div>
          <h1 className="text-title">Welcome back, {me.fullName}!</h1>
          <p className="mt-0.5 text-body text-ink-2">
            {viewing ? `You are viewing the dashboard as a ${roleLabels[me.effectiveRole]}` : 'Your work today'}
          </p>
        </div>
        {/* On a phone the button stands over the end of what scrolls. */}
        <div
          aria-hidden
          className="pointer-events-none fixed inset-x-0 bottom-0 z-10 h-28 bg-linear-to-t from-canvas from-60% to-canvas/0 md:hidden"
        />
        {action}
      </header>
      {/* What is due takes a third of a wide window, and one line if nothing is. */}
      <div className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-4 max-md:gap-3 xl:has-[[data-due]]:grid-cols-3 xl:has-[[data-due]]:*:last:col-span-2 xl:has-[[data-due=all]]:items-start">
        <DueToday />
        <RepToday />
      </div>
      <StatStrip
        stats={[
          { label: 'Total Properties', value: totals?.properties ?? missingValue },
          { label: 'Total Leads', value: totals?.leads ?? missingValue },
          { label: 'New Leads', value: totals?.newLeads ?? missingValue },
          { label: 'Contacted', value: totals?.contactedLeads ?? missingValue },
        ]}
      />
      <QuickActions />
      <RecentProperties recent={recent} failed={failed} busy={loading} onRetry={retry} />
      {/* The button covers the bottom on a phone. */}
      <div className="h-16 md:hidden" />
    </>
  )
}

/** Changes arrive in bursts. */
const REFETCH_INTERVAL_MS = 1000

/** Counts of properties and leads, and the latest properties. They are refetched after changes. */
function useDashboard() {
  const { data, error, loading, refetch } = useQuery(DashboardDocument, { fetchPolicy: 'cache-and-network' })
  useLoggedFailure(error, 'Failed to load the dashboard')
  const retry = () => void refetch().catch(() => undefined)
  const refetchThrottled = useThrottledCallback(retry, REFETCH_INTERVAL_MS)
  useSubscription(PropertiesChangedDocument, { onData: refetchThrottled })
  useSubscription(DashboardLeadsChangedDocument, { onData: refetchThrottled })
  return {
    totals: data?.totals,
    recent: data?.properties.edges.map(({ node }) => node),
    // Only a failed first read is an error. A failed refetch is silent (spec §8) and keeps the data.
    failed: Boolean(error) && !data,
    loading,
    retry,
  }
}
