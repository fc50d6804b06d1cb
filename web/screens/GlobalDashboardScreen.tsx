import { useApolloClient } from '@apollo/client/react'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ExplainMetrics } from '../features/activity/ExplainMetrics.tsx'
import { CreatedTenantNote } from '../features/tenants/CreatedTenantNote.tsx'
import { ActivityBreakdown } from '../features/usage/ActivityBreakdown.tsx'
import { ComparisonCards } from '../features/usage/ComparisonCards.tsx'
import { CostConfiguration } from '../features/usage/CostConfiguration.tsx'
import { dayChoices, useDays } from '../features/usage/days.ts'
import { TenantComparison } from '../features/usage/TenantComparison.tsx'
import { useComparison } from '../features/usage/useComparison.ts'
import { WaitingApprovals } from '../features/users/WaitingApprovals.tsx'
import { ActivityBreakdownDocument, UserTotalDocument } from '../gql/graphql.ts'
import { lazyPart } from '../lib/lazyPart.ts'
import { useThrottledCallback } from '../lib/useThrottledCallback.ts'
import { useMe } from '../session/person/MeProvider.tsx'
import { Button } from '../ui/Button.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

const TenantForm = lazyPart(async () => (await import('../features/tenants/TenantForm.tsx')).TenantForm)

/** Limits refetches while many knocks arrive. */
const REFETCH_THROTTLE_MS = 3000

/** /, for a global admin: usage and cost of all tenants, and the price configuration. */
export function GlobalDashboardScreen() {
  const me = useMe()
  const client = useApolloClient()
  const [days, setDays] = useDays()
  const [adding, setAdding] = useState(false)
  const [created, setCreated] = useState<{ id: string; name: string } | null>(null)
  const refetchThrottled = useThrottledCallback(
    () =>
      void client.refetchQueries({ include: [ActivityBreakdownDocument, UserTotalDocument] }).catch(() => undefined),
    REFETCH_THROTTLE_MS,
  )
  const compared = useComparison(Number(days), refetchThrottled)
  const closeForm = () => {
    setAdding(false)
    compared.retry()
  }
  return (
    <ExplainMetrics>
      <PageHeader title="Global Admin Dashboard">
        <SegmentedControl
          label="Period"
          options={dayChoices}
          value={days}
          onChange={setDays}
          className="max-md:w-full"
        />
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <WaitingApprovals />
        <CreatedTenantNote tenant={created} />
        <ComparisonCards comparison={compared.comparison} days={days} failed={compared.failed} />
        <TenantComparison
          {...compared}
          days={days}
          aside={
            me.abilities.manageTenants && (
              <Button size="small" icon={Plus} onClick={() => setAdding(true)}>
                Add Tenant
              </Button>
            )
          }
        />
        <div className="grid grid-cols-[minmax(0,1fr)] items-stretch gap-4 xl:grid-cols-12">
          <CostConfiguration className="xl:col-span-7" />
          <ActivityBreakdown days={days} tenant={me.tenant} className="xl:col-span-5" />
        </div>
      </div>
      {adding && <TenantForm tenant={null} onCreated={setCreated} onClose={closeForm} />}
    </ExplainMetrics>
  )
}
