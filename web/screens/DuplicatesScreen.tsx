import { Link } from 'react-router-dom'
import { DuplicatePanel } from '../features/leads/duplicates/DuplicatePanel.tsx'
import { LeadsLiveProvider } from '../features/leads/LeadsLiveProvider.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

/** /leads/duplicates: leads of the same house, which owners and admins merge. */
export function DuplicatesScreen() {
  return (
    <LeadsLiveProvider>
      <PageHeader
        title="Duplicate Leads"
        parent={{ to: '/leads', label: 'Leads' }}
        hint={
          <>
            Choose the lead to keep. Properties with the owner of another house are under{' '}
            <Link to="/properties/mix-ups" className="link whitespace-nowrap">
              Address Mix-ups
            </Link>
            .
          </>
        }
      />
      <DuplicatePanel />
    </LeadsLiveProvider>
  )
}
