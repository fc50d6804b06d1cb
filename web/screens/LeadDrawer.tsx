import { LeadsLiveProvider } from '../features/leads/LeadsLiveProvider.tsx'
import { useOpenRecord } from '../session/records.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { OpenedLead } from './OpenedLead.tsx'

/** A lead beside the screen it was opened from. */
export function LeadDrawer({ id }: { id: string }) {
  const { closeRecord } = useOpenRecord()
  return (
    <LeadsLiveProvider>
      <OpenedLead id={id} frame={Drawer} onClose={closeRecord} pagePath={`/leads/${id}`} />
    </LeadsLiveProvider>
  )
}
