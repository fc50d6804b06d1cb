import { useNavigate, useParams } from 'react-router-dom'
import { LeadsLiveProvider } from '../features/leads/LeadsLiveProvider.tsx'
import { RecordPage } from '../ui/RecordPage.tsx'
import { OpenedLead } from './OpenedLead.tsx'

/** /leads/:id: a lead on a page of its own. */
export function LeadScreen() {
  const { id } = useParams()
  const navigate = useNavigate()
  return (
    <LeadsLiveProvider>
      <title>Lead · Porchlight</title>
      <OpenedLead key={id} id={id ?? ''} frame={RecordPage} onClose={() => void navigate('/leads')} />
    </LeadsLiveProvider>
  )
}
