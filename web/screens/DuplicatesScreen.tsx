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
            Leads of the same property, parcel or address. Choose the one to keep. Properties with the owner of another
            house are listed under{' '}
            <Link to="/properties/mix-ups" className="link">
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
