import type { ReactNode } from 'react'
import { KnockSheet } from '../features/knocking/KnockSheet.tsx'
import { NextDoorBar } from '../features/knocking/NextDoorBar.tsx'
import { BottomSheet } from '../features/map/BottomSheet.tsx'
import type { SheetStop } from '../features/map/sheetStops.ts'
import { streetLine } from '../features/properties/addressLines.ts'
import { SheetFacts } from '../features/properties/PropertyFacts.tsx'
import { PropertyHeader, type SheetProperty } from '../features/properties/PropertyHeader.tsx'
import type { DoorKnocking } from './useDoorKnocking.ts'

interface MapSheetProps {
  /** The selected house, saved or not. */
  property: SheetProperty | undefined
  knocking: DoorKnocking
  stop: SheetStop
  onStopChange: (stop: SheetStop) => void
  onDismiss: () => void
  /** What else can be done at this house. */
  actions: ReactNode
  /** Shown after a knock that calls for something else. */
  offer: ReactNode
}

/** The sheet on a phone: the selected house with its facts, outcomes and history, and the next house at the bottom. */
export function MapSheet({ property, knocking, stop, onStopChange, onDismiss, actions, offer }: MapSheetProps) {
  if (!property) return null
  return (
    <BottomSheet
      label={property.address ?? streetLine(property)}
      stop={stop}
      onStopChange={onStopChange}
      onDismiss={onDismiss}
      header={<PropertyHeader property={property} />}
      footer={knocking.next && <NextDoorBar door={knocking.next} onGo={knocking.goNext} />}
    >
      {offer}
      <SheetFacts property={property} />
      <KnockSheet
        knocks={property.limited ? undefined : property.knocks}
        recorded={knocking.recorded}
        onKnock={knocking.knock}
        actions={actions}
      />
    </BottomSheet>
  )
}
