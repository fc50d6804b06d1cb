import { type TenantRowFragment, TenantStatsDocument } from '../../gql/graphql.ts'
import { useFreshQuery } from '../../lib/freshQuery.ts'
import { formatCount } from '../../lib/numbers.ts'
import { formatDate, formatTime } from '../../lib/dates.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** The current counts of a tenant. */
export function TenantStatsDialog({ tenant, onClose }: { tenant: TenantRowFragment; onClose: () => void }) {
  const { data, failed, busy, retry } = useFreshQuery(TenantStatsDocument, { id: tenant.id })
  const stats = data?.tenantStats
  const rows: [string, number | undefined][] = [
    ['Users', stats?.users],
    ['Active users', stats?.activeUsers],
    ['Properties', stats?.properties],
    ['Total Leads', stats?.leads],
    ['New Leads', stats?.newLeads],
    ['Contacted', stats?.contactedLeads],
    ['Completed', stats?.completedLeads],
    ['API Calls', stats?.apiCalls],
  ]
  return (
    <Dialog onClose={onClose} title={tenant.name} description={tenant.companyName}>
      {failed && !stats ? (
        <ErrorState title="Failed to fetch data" onRetry={retry} busy={busy} />
      ) : (
        <>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-5 md:grid-cols-4">
            {rows.map(([label, count]) => (
              <div key={label} className="flex flex-col-reverse justify-end">
                <dt className="text-small text-ink-2">{label}</dt>
                <dd className="text-stat-compact figures">
                  {count === undefined ? <Skeleton className="my-1.5 h-4 w-12" /> : formatCount(count)}
                </dd>
              </div>
            ))}
          </dl>
          <p className="mt-5 border-t border-line pt-3 text-small text-ink-2">
            {tenant.timeZone}
            {stats && ` · ${activityLine(stats.lastActivityAt, tenant.timeZone)}`}
          </p>
        </>
      )}
    </Dialog>
  )
}

const activityLine = (at: string | null, zone: string): string =>
  at ? `Last activity ${formatDate(at, zone)}, ${formatTime(at, zone)} there` : 'No activity yet'
