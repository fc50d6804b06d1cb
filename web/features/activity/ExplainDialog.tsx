import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { MetricQuery } from '../../ui/Metric.tsx'
import { EventList } from './EventList.tsx'
import { TenantBreakdown } from './TenantBreakdown.tsx'

interface ExplainDialogProps {
  query: MetricQuery
  onClose: () => void
}

/** What a figure is made of: its events; of all tenants together, each one's part and then its events. */
export function ExplainDialog({ query: question, onClose }: ExplainDialogProps) {
  const [tenantQuery, setTenantQuery] = useState<MetricQuery | null>(null)
  const activeQuery = tenantQuery ?? question
  return (
    <Dialog
      open
      onClose={onClose}
      title={activeQuery.title}
      {...(activeQuery.note ? { description: activeQuery.note } : {})}
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
        <EventList key={activeQuery.title} input={activeQuery.input} />
      )}
    </Dialog>
  )
}
