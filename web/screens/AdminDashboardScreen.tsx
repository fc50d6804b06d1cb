import { AdminCounters } from '../features/leads/AdminCounters.tsx'
import { LeadsLive } from '../features/leads/LeadsLive.tsx'
import { RecentLeads } from '../features/leads/RecentLeads.tsx'
import { useSelection } from '../features/leads/useSelection.ts'
import { PrintCard } from '../features/printing/PrintCard.tsx'

/** /admin, and / for an admin. */
export function AdminDashboardScreen() {
  const selection = useSelection()
  return (
    <LeadsLive>
      <title>Admin Dashboard · Porchlight</title>
      <h1 className="mb-5 text-title">Admin Dashboard</h1>
      <AdminCounters />
      <div className="mt-4 grid items-start gap-4 xl:grid-cols-12">
        <RecentLeads selection={selection} className="xl:col-span-7" />
        <PrintCard leadIds={[...selection.ids]} className="xl:col-span-5" />
      </div>
    </LeadsLive>
  )
}
