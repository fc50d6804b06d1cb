import { type ReactNode, useState } from 'react'
import { formatCount } from '../../lib/numbers.ts'
import { toggleSort } from '../../lib/sorting.ts'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { sortTenants, defaultOrder, type TenantColumn } from './comparisonOrder.ts'
import { type DayChoice, daysPhrase } from './days.ts'
import { TenantCards } from './TenantCards.tsx'
import { TenantTable } from './TenantTable.tsx'
import type { useComparison } from './useComparison.ts'

const PAGE_SIZE = 50

type TenantComparisonProps = Omit<ReturnType<typeof useComparison>, 'onChange'> & {
  days: DayChoice
  /** Shown to the right of the title. */
  aside?: ReactNode
}

/** The usage and cost of each tenant, most expensive first unless sorted otherwise; on a phone as cards. */
export function TenantComparison({ comparison, failed, busy, retry, days, aside }: TenantComparisonProps) {
  const [order, setOrder] = useState(defaultOrder)
  const [visibleCount, setVisibleCount] = useState(PAGE_SIZE)
  const phone = useIsPhone()
  const tenants = comparison && sortTenants(comparison.tenants, order)
  const sortBy = (column: TenantColumn) => setOrder(toggleSort(order, column, 'tenant'))
  const listProps = { tenants: tenants?.slice(0, visibleCount) ?? [], order, days, sortBy }
  const hiddenCount = (tenants?.length ?? 0) - visibleCount
  return (
    <Card title="Tenant Comparison" aside={aside} className="min-w-0 overflow-hidden">
      <p className="px-5 pt-1 text-small text-ink-2 max-md:px-4">
        Users and properties as of now; usage and cost of the {daysPhrase(days)}.
      </p>
      {!tenants ? (
        <LoadingOrError
          query={{ failed, busy, retry }}
          label="the tenant comparison"
          rows={4}
          cells={['size-7', 'h-3 w-40', 'ml-auto h-3 w-2/5']}
          rowClass="h-12 gap-3"
          className="px-5 pt-4 pb-3"
        />
      ) : tenants.length === 0 ? (
        <EmptyState
          title="No tenants found"
          hint="Add the first company that uses Porchlight."
          action={<ButtonLink to="/tenants?edit=new">Add Tenant</ButtonLink>}
        />
      ) : phone ? (
        <TenantCards {...listProps} />
      ) : (
        <TenantTable {...listProps} />
      )}
      {hiddenCount > 0 && (
        <p className="border-t border-line p-3 text-center">
          <Button size="small" onClick={() => setVisibleCount(visibleCount + PAGE_SIZE)}>
            Show More ({formatCount(hiddenCount)})
          </Button>
        </p>
      )}
    </Card>
  )
}
