import { Link } from 'react-router-dom'
import { MixUpPanel } from '../features/properties/MixUpPanel.tsx'

/** /properties/mix-ups: properties with the owner or parcel of another house, which owners and admins correct. */
export function MixUpsScreen() {
  return (
    <>
      <title>Address mix-ups · Porchlight</title>
      <nav aria-label="Breadcrumb" className="mb-1 text-small text-ink-2">
        <Link to="/properties" className="link">
          Properties
        </Link>{' '}
        › Address mix-ups
      </nav>
      <h1 className="text-title">Address mix-ups</h1>
      <p className="mt-1 mb-4 text-small text-ink-2">
        Earlier releases gave some properties the owner or the parcel of another house. A correction can be restored in
        the property.
      </p>
      <MixUpPanel />
    </>
  )
}
