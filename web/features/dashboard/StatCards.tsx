import type { DashboardQuery } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

const STATS = [
  { label: 'Total Properties', figure: 'properties' },
  { label: 'Total Leads', figure: 'leads' },
  { label: 'New Leads', figure: 'newLeads' },
  { label: 'Contacted', figure: 'contactedLeads' },
] as const

interface StatCardsProps {
  totals: DashboardQuery['totals'] | undefined
  failed: boolean
}

export function StatCards({ totals, failed }: StatCardsProps) {
  return (
    <Card className="grid grid-cols-2 overflow-hidden lg:grid-cols-4">
      {STATS.map(({ label, figure }, index) => (
        <dl
          key={figure}
          className={`border-line px-5 py-4.5 max-md:px-4 ${index % 2 ? 'border-l' : 'lg:not-first:border-l'} ${index > 1 ? 'max-lg:border-t' : ''}`}
        >
          <dt className="text-small text-ink-2">{label}</dt>
          <dd className="figures mt-2 flex h-9 items-center text-stat max-md:h-7 max-md:text-stat-compact">
            {totals ? formatCount(totals[figure]) : failed ? '–' : <Skeleton className="h-6 w-20" />}
          </dd>
        </dl>
      ))}
    </Card>
  )
}
