import { MixUpPanel } from '../features/properties/MixUpPanel.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

/** /properties/mix-ups: properties with the owner or parcel of another house, which owners and admins correct. */
export function MixUpsScreen() {
  return (
    <>
      <PageHeader
        title="Address Mix-ups"
        parent={{ to: '/properties', label: 'Properties' }}
        hint="Properties with the owner or parcel of another house. A correction can be restored in the property."
      />
      <MixUpPanel />
    </>
  )
}
