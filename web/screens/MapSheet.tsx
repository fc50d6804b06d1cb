import type { ReactNode } from 'react'
import { KnockSheet } from '../features/knocking/KnockSheet.tsx'
import { NextProperty } from '../features/knocking/NextProperty.tsx'
import { BottomSheet } from '../features/map/BottomSheet.tsx'
import type { SheetStop } from '../features/map/sheetStops.ts'
import { streetLine } from '../features/properties/addressLines.ts'
import { PropertyHeader, type SheetProperty } from '../features/properties/PropertyHeader.tsx'
import type { KnockOutcome, KnockSummaryFragment } from '../gql/graphql.ts'

interface MapSheetProps {
  /** The suggested next property after a knock; replaces the selected one. */
  next: { property: SheetProperty; go: () => void; dismiss: () => void } | undefined
  property: SheetProperty | undefined
  /** Undefined until the property's details are loaded. */
  knocks: readonly KnockSummaryFragment[] | undefined
  stop: SheetStop
  onStopChange: (stop: SheetStop) => void
  onDismiss: () => void
  onKnock: (outcome: KnockOutcome) => void
  /** Buttons at the bottom of the full sheet. */
  actions: ReactNode
}

/** The sheet on a phone: the suggested next property, or the selected one with its knock choices. */
export function MapSheet({ next, property, knocks, stop, onStopChange, onDismiss, onKnock, actions }: MapSheetProps) {
  if (next) {
    return (
      <BottomSheet
        label="Next door"
        stop="peek"
        onDismiss={next.dismiss}
        header={<NextProperty address={streetLine(next.property)} onGo={next.go} />}
      />
    )
  }
  if (!property) return null
  return (
    <BottomSheet
      label={property.address ?? property.streetNumber}
      stop={stop}
      onStopChange={onStopChange}
      onDismiss={onDismiss}
      header={<PropertyHeader property={property} />}
      footer={actions}
    >
      <KnockSheet full={stop === 'full'} knocks={knocks} onKnock={onKnock} onExpand={() => onStopChange('full')} />
    </BottomSheet>
  )
}
