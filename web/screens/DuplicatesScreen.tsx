import { Link } from 'react-router-dom'
import { DuplicatePanel } from '../features/leads/duplicates/DuplicatePanel.tsx'
import { LeadsLiveProvider } from '../features/leads/LeadsLiveProvider.tsx'

/** /leads/duplicates: leads of the same house, which owners and admins merge. */
export function DuplicatesScreen() {
  return (
    <LeadsLiveProvider>
      <title>Duplicate leads · Porchlight</title>
      <nav aria-label="Breadcrumb" className="mb-1 text-small text-ink-2">
        <Link to="/leads" className="link">
          Leads
        </Link>{' '}
        › Duplicates
      </nav>
      <h1 className="text-title">Duplicate leads</h1>
      <p className="mt-1 mb-4 text-small text-ink-2">
        Leads of the same property, parcel or address. Choose the one to keep. Properties with the owner of another
        house are listed under{' '}
        <Link to="/properties/mix-ups" className="link">
          Address mix-ups
        </Link>
        .
      </p>
      <DuplicatePanel />
    </LeadsLiveProvider>
  )
}
