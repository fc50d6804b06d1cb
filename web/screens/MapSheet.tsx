import type { ReactNode } from 'react'
import { KnockSheet } from '../features/knocking/KnockSheet.tsx'
import { NextDoorBar } from '../features/knocking/NextDoorBar.tsx'
import { BottomSheet } from '../features/map/BottomSheet.tsx'
import type { SheetStop } from '../features/map/sheetStops.ts'
import { streetLine } from '../features/properties/addressLines.ts'
import { SheetContacts, SheetFacts } from '../features/properties/PropertyFacts.tsx'
import { DoorLanguage } from '../features/properties/DoorLanguage.tsx'
import { PropertyHeader, type SheetProperty } from '../features/properties/PropertyHeader.tsx'
import { directionsLink } from '../lib/directions.ts'
import { useMe } from '../session/person/MeProvider.tsx'
import type { DoorKnocking } from './doorKnocking.ts'

interface MapSheetProps {
  /** The selected house, saved or not. */
  property: SheetProperty | undefined
  knocking: DoorKnocking
  stop: SheetStop
  onStopChange: (stop: SheetStop) => void
  onDismiss: () => void
  /** What else can be done at this property. */
  details: ReactNode
  createLead: ReactNode
  units: ReactNode
  /** Shown after a knock that calls for something else. */
  offer: ReactNode
  /** The owner of a record nearby that the house may get. */
  nearbyOwner: ReactNode
}

/** The sheet on a phone: the selected house with its facts, outcomes and history, and the next house at the bottom. */
export function MapSheet({ property, knocking, stop, onStopChange, onDismiss, ...parts }: MapSheetProps) {
  const { id: repId } = useMe()
  if (!property) return null
  const address = property.address ?? streetLine(property)
  const { lat, lng } = property
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
      header={<PropertyHeader property={property} />}
      directions={lat === undefined || lng === undefined ? undefined : directionsLink({ lat, lng, address })}
      footer={knocking.next && <NextDoorBar door={knocking.next} onGo={knocking.goNext} />}
    >
      {parts.offer}
      <SheetFacts property={property} />
      {parts.nearbyOwner}
      <KnockSheet
        knocks={property.limited ? undefined : property.knocks}
        recorded={knocking.recorded}
        onKnock={knocking.knock}
        extras={{ ...knocking.extras, stay }}
        onUndo={knocking.undo}
        repId={repId}
        actions={
          <>
            {parts.details}
            {parts.createLead}
            {parts.units}
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
