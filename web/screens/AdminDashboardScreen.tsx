import { AdminCounters } from '../features/leads/AdminCounters.tsx'
import { LeadsLiveProvider } from '../features/leads/LeadsLiveProvider.tsx'
import { RecentLeads } from '../features/leads/RecentLeads.tsx'
import { useLeadSelection } from '../features/leads/useLeadSelection.ts'
import { PrintCard } from '../features/printing/PrintCard.tsx'

/** /admin, and / for an admin. */
export function AdminDashboardScreen() {
  const selection = useLeadSelection()
  return (
    <LeadsLiveProvider>
      <title>Admin Dashboard · Porchlight</title>
      <h1 className="mb-5 text-title">Admin Dashboard</h1>
      <AdminCounters />
      <div className="mt-4 grid items-start gap-4 xl:grid-cols-12">
        <RecentLeads selection={selection} className="xl:col-span-7" />
        <PrintCard leadIds={[...selection.ids]} className="xl:col-span-5" />
      </div>
    </LeadsLiveProvider>
  )
}
