import type { ReactNode } from 'react'
import { KnockSheet } from '../features/knocking/KnockSheet.tsx'
import { lastVisitAt } from '../features/knocking/lastVisit.ts'
import { LastVisitLines, LastVisitNote } from '../features/knocking/LastVisitLines.tsx'
import { useOwnOutcomes } from '../features/knocking/useOwnOutcomes.ts'
import { DoNotKnockButton, DoNotKnockNotice } from '../features/doNotKnock/doNotKnockParts.ts'
import { BottomSheet } from '../features/map/BottomSheet.tsx'
import type { SheetStop } from '../features/map/sheetStops.ts'
import { streetLine } from '../features/properties/addressLines.ts'
import { OwnerHomeLine, SheetContacts, SheetOwner, SheetRecord } from '../features/properties/PropertyFacts.tsx'
import { DoorLanguage } from '../features/properties/DoorLanguage.tsx'
import { PropertyHeader, type SheetProperty } from '../features/properties/PropertyHeader.tsx'
import { directionsLink } from '../lib/directions.ts'
import { useMe } from '../session/person/MeProvider.tsx'
import type { DoorKnocking } from './doorKnocking.ts'

export interface MapSheetProps {
  /** The selected house, saved or not. */
  property: SheetProperty
  knocking: DoorKnocking
  stop: SheetStop
  onStopChange: (stop: SheetStop) => void
  onDismiss: () => void
  /** What else can be done at this property. */
  details: ReactNode
  createLead: ReactNode
  /** The lead of the property, or the button for one if that comes first. */
  lead: ReactNode
  units: ReactNode
  /** The next step that a knock calls for, such as a time to come back. */
  offer: ReactNode
  /** The owner of a record nearby that the house may get. */
  nearbyOwner: ReactNode
  /** The doors around this one, in one line. */
  strip?: ReactNode
  /** The way to the next door. */
  footer?: ReactNode
}

/** The sheet on a phone: the selected house with its facts, outcomes and history, and the next house at the bottom. */
export function MapSheet({ property, knocking, stop, onStopChange, onDismiss, ...parts }: MapSheetProps) {
  const { id: repId } = useMe()
  const hasOwnOutcomes = useOwnOutcomes('cache-only').length > 0
  const address = property.address ?? streetLine(property)
  const { lat, lng } = property
  const visit = lastVisitAt(property)
  const stay = () => {
    knocking.extras.stay()
    // The field must not be below the edge of the screen or behind the keyboard.
    if (stop !== 'full') onStopChange('full')
  }
  return (
    <BottomSheet
      label={address}
      stop={stop}
      onStopChange={onStopChange}
      onDismiss={onDismiss}
      header={<PropertyHeader property={property} visit={visit && <LastVisitLines visit={visit} repId={repId} />} />}
      directions={lat === undefined || lng === undefined ? undefined : directionsLink({ lat, lng, address })}
      strip={parts.strip}
      hasMoreOutcomes={hasOwnOutcomes}
      footer={parts.footer}
    >
      {parts.offer}
      <div className="mb-4 flex items-center gap-3 text-[1rem]/6 sideways:order-1 sideways:mt-3 sideways:mb-0 sideways:shrink-0">
        <div className="min-w-0 flex-1">
          <SheetOwner property={property} />
          <LastVisitNote visit={visit} otherwise={<OwnerHomeLine property={property} />} />
        </div>
        {parts.units}
        {parts.lead}
      </div>
      {parts.nearbyOwner}
      <KnockSheet
        notice={property.doNotKnock && <DoNotKnockNotice mark={property.doNotKnock} size="large" />}
        // Of a colleague's property only the own knocks are known, which can be undone.
        knocks={property.limited && !property.knocks?.length ? undefined : property.knocks}
        recorded={knocking.recorded}
        lastOutcome={visit}
        onKnock={knocking.knock}
        extras={{ ...knocking.extras, stay }}
        onUndo={knocking.undo}
        repId={repId}
        door={lat === undefined || lng === undefined ? undefined : { lat, lng }}
        actions={
          <>
            {parts.details}
            {parts.createLead}
          </>
        }
        record={
          <>
            <SheetRecord property={property} />
            {property.id && !property.doNotKnock && <DoNotKnockButton id={property.id} address={address} />}
          </>
        }
        more={
          !property.limited && (
            <>
              <SheetContacts {...property} />
              {property.id && <DoorLanguage id={property.id} address={address} language={property.language ?? null} />}
            </>
          )
        }
      />
    </BottomSheet>
  )
}
