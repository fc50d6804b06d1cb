import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { MetricQuery } from '../../domain/Metric.tsx'
import { EventList } from './EventList.tsx'
import { TenantBreakdown } from './TenantBreakdown.tsx'

/** Explains a metric by its events. For all tenants together, lists each tenant's share first. */
export function ExplainDialog({ query, onClose }: { query: MetricQuery; onClose: () => void }) {
  const [tenantQuery, setTenantQuery] = useState<MetricQuery | null>(null)
  const activeQuery = tenantQuery ?? query
  return (
    <Dialog
      open
      onClose={onClose}
      title={activeQuery.title}
      description={activeQuery.note}
      width={600}
      footer={
        <>
          {tenantQuery && (
            <Button size="large" onClick={() => setTenantQuery(null)}>
              All tenants
            </Button>
          )}
          <Button size="large" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {activeQuery.allTenants ? (
        <TenantBreakdown query={activeQuery} onSelect={setTenantQuery} />
      ) : (
        <EventList key={activeQuery.title} input={activeQuery.input} onOpen={onClose} />
      )}
    </Dialog>
  )
}
