import { AdminCounters } from '../features/leads/overview/AdminCounters.tsx'
import { LeadsByStatus, LeadsByType } from '../features/leads/overview/LeadBreakdown.tsx'
import { LeadsLiveProvider } from '../features/leads/LeadsLiveProvider.tsx'
import { NeedsAttention } from '../features/leads/overview/NeedsAttention.tsx'
import { RecentLeads } from '../features/leads/overview/RecentLeads.tsx'
import { useLeadOverview } from '../features/leads/overview/useLeadOverview.ts'
import { LiveBadge } from '../features/performance/LiveBadge.tsx'
import { PrintCard } from '../features/printing/PrintCard.tsx'
import { formatLongDay } from '../lib/dates.ts'
import { lazyPart } from '../lib/lazyPart.ts'
import { useIsPhone } from '../lib/useMediaQuery.ts'
import { useNow } from '../lib/useNow.ts'
import { useSelection } from '../lists/useSelection.ts'
import { useMe } from '../session/person/MeProvider.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

const TodayFeed = lazyPart(async () => (await import('../features/activity/TodayFeed.tsx')).TodayFeed)

/** The dashboard of an admin. */
export function AdminDashboardScreen() {
  return (
    <LeadsLiveProvider>
      <PageHeader title="Admin Dashboard" hint={<Today />} />
      <AdminCounters />
      <Cards />
    </LeadsLiveProvider>
  )
}

/** The day in the tenant's time zone. */
function Today() {
  const { tenant } = useMe()
  return <span className="figures">{formatLongDay(new Date(useNow()), tenant?.timeZone)}</span>
}

function Cards() {
  const selection = useSelection()
  const counts = useLeadOverview()
  const isPhone = useIsPhone()
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,780fr)_minmax(0,564fr)]">
      {/* Beside the leads there is room for what waits; on a phone it comes first. */}
      {isPhone && <NeedsAttention overview={counts.overview} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2">
        <RecentLeads selection={selection} total={counts.overview?.all.total} className="md:col-span-2" />
        <LeadsByType {...counts} />
        <LeadsByStatus {...counts} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <PrintCard leadIds={[...selection.ids]} />
        {!isPhone && <NeedsAttention overview={counts.overview} />}
        <TodayFeed aside={<LiveBadge />} />
      </div>
    </div>
  )
}
