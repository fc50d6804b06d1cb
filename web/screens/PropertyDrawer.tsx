import { Footprints, MapPin, Pencil } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { KnockPhotoList } from '../features/knocking/KnockPhotoList.tsx'
import { PropertyLeads } from '../features/leads/lead/PropertyLeads.tsx'
import { mapLink } from '../domain/mapLink.ts'
import { PropertyThumbnail } from '../features/map/thumbnail/PropertyThumbnail.tsx'
import { cityLine, streetLine } from '../features/properties/addressLines.ts'
import { PropertyFacts, UnconfirmedNotice } from '../features/properties/PropertyFacts.tsx'
import { PropertyHistory } from '../features/properties/PropertyHistory.tsx'
import { describeUnits } from '../features/properties/unitCounts.ts'
import { useProperty } from '../features/properties/useProperty.ts'
import { usePropertyGone } from '../features/properties/usePropertyGone.ts'
import { lazyNamed } from '../lib/lazyNamed.ts'
import { useIsPhone } from '../lib/useMediaQuery.ts'
import { useOpenRecord } from '../session/records.tsx'
import { Button } from '../ui/Button.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'

const KnockDialog = lazyNamed(async () => (await import('./KnockDialog.tsx')).KnockDialog)
const PropertyDetailsDialog = lazyNamed(async () => (await import('./PropertyDetailsDialog.tsx')).PropertyDetailsDialog)

/** A property beside the screen it was opened from: its facts, leads and history. */
export function PropertyDrawer({ id }: { id: string }) {
  const isPhone = useIsPhone()
  const { closeRecord } = useOpenRecord()
  const handleGone = usePropertyGone(closeRecord)
  const [failed, setFailed] = useState(false)
  const { property, refresh } = useProperty(id, { onGone: handleGone, onFailed: () => setFailed(true) })
  const building = property?.building
  const [dialog, setDialog] = useState<'edit' | 'knock' | null>(null)
  const closeDialog = () => setDialog(null)
  return (
    <Drawer
      title="Property"
      onClose={closeRecord}
      footer={
        property && (
          <>
            <Button size="large" icon={Pencil} onClick={() => setDialog('edit')}>
              Details
            </Button>
            <Button
              size="large"
              variant={isPhone ? 'primary' : 'secondary'}
              icon={Footprints}
              onClick={() => setDialog('knock')}
            >
              Log a Knock
            </Button>
          </>
        )
      }
    >
      {property ? (
        <div className="px-4 pt-4 pb-6 md:px-5">
          <div className="flex gap-3.5">
            <span aria-hidden className="shrink-0 overflow-hidden rounded-button">
              <PropertyThumbnail property={property} hideMarker width={96} height={72} />
            </span>
            <div className="min-w-0">
              <h2 className="text-section break-words">{streetLine(property)}</h2>
              <p className="text-small text-ink-2">{cityLine(property)}</p>
              {building && (
                <p className="text-small text-ink-2">
                  {describeUnits({ unitCount: building.units, savedCount: building.saved })}
                </p>
              )}
              <Link
                to={mapLink(id)}
                className="inline-flex items-center gap-1.5 text-small font-semibold text-accent-ink hover:underline max-md:min-h-12"
              >
                <MapPin aria-hidden size={16} />
                Show on map
              </Link>
            </div>
          </div>
          <div className="mt-4 border-t border-line pt-4">
            {property.unconfirmed && <UnconfirmedNotice />}
            <PropertyFacts property={property} className="items-center gap-x-5 gap-y-2.5 [&>dt]:text-small" />
          </div>
          <PropertyLeads propertyId={id} />
          <PropertyHistory
            id={id}
            door={property}
            detailOf={(entry) => {
              const knock = property.knocks.find(({ eventId }) => eventId === entry.id)
              return knock && <KnockPhotoList {...knock} />
            }}
          />
        </div>
      ) : failed ? (
        <ErrorState
          title="Failed to fetch properties"
          onRetry={() => {
            setFailed(false)
            refresh()
          }}
        />
      ) : (
        <Loading label="property" className="space-y-5 p-5">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
      <Suspense>
        {property && dialog === 'edit' && (
          <PropertyDetailsDialog id={id} onClose={closeDialog} onDeleted={handleGone} onGone={handleGone} />
        )}
        {property && dialog === 'knock' && (
          <KnockDialog property={property} onClose={closeDialog} onKnocked={refresh} />
        )}
      </Suspense>
    </Drawer>
  )
}
