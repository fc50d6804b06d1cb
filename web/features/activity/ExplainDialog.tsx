import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { MetricQuery } from '../../domain/Metric.tsx'
import { CostByService } from './CostByService.tsx'
import { EventList } from './EventList.tsx'
import { TenantBreakdown } from './TenantBreakdown.tsx'

/** Explains a metric by its events. For all tenants together, lists each tenant's share first, and for a compared cost each service's. */
export function ExplainDialog({ query, onClose }: { query: MetricQuery; onClose: () => void }) {
  const [partQuery, setPartQuery] = useState<MetricQuery | null>(null)
  const activeQuery = partQuery ?? query
  return (
    <Dialog
      open
      onClose={onClose}
      title={activeQuery.title}
      description={activeQuery.note}
      width={600}
      footer={
        <>
          {partQuery && (
            <Button size="large" onClick={() => setPartQuery(null)}>
              {query.compared ? 'All services' : 'All tenants'}
            </Button>
          )}
          <Button size="large" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {activeQuery.allTenants ? (
        <TenantBreakdown query={activeQuery} onSelect={setPartQuery} />
      ) : activeQuery.compared ? (
        <CostByService query={{ ...activeQuery, compared: activeQuery.compared }} onSelect={setPartQuery} />
      ) : (
        <EventList key={activeQuery.title} input={activeQuery.input} onOpen={onClose} />
      )}
    </Dialog>
  )
}
