import { useQuery } from '@apollo/client/react'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { ComparedTenantsDocument, FigureTotalDocument } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/numbers.ts'
import { initialsOf } from '../../ui/Avatar.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import type { MetricQuery } from '../../domain/Metric.tsx'
import { ShowMore } from '../../ui/ShowMore.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { formatTotal } from './amounts.ts'

/** Each row is a query of its own, so they are loaded a page at a time. */
const PAGE_SIZE = 20

/** The nil tenant, which holds events outside any tenant, such as sign-ins of global admins. */
const PLATFORM = { id: '00000000-0000-0000-0000-000000000000', name: 'Platform' }

interface TenantBreakdownProps {
  query: MetricQuery
  /** Called with the query that lists the chosen tenant's events. */
  onSelect: (query: MetricQuery) => void
}

/** The share of each tenant with activity in a metric. */
export function TenantBreakdown({ query, onSelect }: TenantBreakdownProps) {
  const [shownCount, setShownCount] = useState(PAGE_SIZE)
  const { data, error, loading, refetch } = useQuery(ComparedTenantsDocument, {
    variables: { days: query.input.days ?? 7 },
    fetchPolicy: 'cache-and-network',
  })
  if (!data) {
    return <LoadingOrError query={{ error, loading, refetch }} label="tenants" rows={2} className="" />
  }
  const tenants = data.tenantComparison.tenants.filter(({ apiCalls }) => apiCalls > 0)
  if (tenants.length === 0 && !query.input.action)
    return <EmptyState title="No activity found" hint="Choose a longer period." />
  return (
    <>
      <ul aria-label="Tenants" className="divide-y divide-line border-y border-line">
        {tenants.slice(0, shownCount).map(({ tenant }) => (
          <TenantRow key={tenant.id} query={query} tenant={tenant} onSelect={onSelect} />
        ))}
        {query.input.action && <TenantRow query={query} tenant={PLATFORM} onSelect={onSelect} />}
      </ul>
      {tenants.length > shownCount && (
        <ShowMore onClick={() => setShownCount(shownCount + PAGE_SIZE)}>
          Show More ({formatCount(tenants.length - shownCount)})
        </ShowMore>
      )}
    </>
  )
}

function TenantRow({ query, tenant, onSelect }: TenantBreakdownProps & { tenant: { id: string; name: string } }) {
  const input = { ...query.input, tenantId: tenant.id }
  const { data, error } = useQuery(FigureTotalDocument, { variables: { input }, fetchPolicy: 'network-only' })
  const total = data?.explain.total
  return (
    <li>
      <button
        type="button"
        disabled={total === undefined}
        onClick={() => onSelect({ title: `${query.title}: ${tenant.name}`, input })}
        className="flex min-h-13 w-full items-center gap-3 rounded-button px-2 text-left enabled:hover:bg-hover"
      >
        <span
          aria-hidden
          className="flex size-7 items-center justify-center rounded-badge bg-mute-tint text-[0.6875rem] font-bold text-mute"
        >
          {initialsOf(tenant.name)}
        </span>
        <span className="min-w-0 flex-1 font-[550]">{tenant.name}</span>
        <span className="figures font-semibold">
          {data ? (
            formatTotal(data.explain.figure, data.explain.total)
          ) : error ? (
            '–'
          ) : (
            <Skeleton className="h-3 w-12" />
          )}
        </span>
        <ChevronRight aria-hidden size={16} className="shrink-0 text-ink-2" />
      </button>
    </li>
  )
}
