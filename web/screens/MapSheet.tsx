import type { ReactNode } from 'react'
import { KnockSheet } from '../features/knocking/KnockSheet.tsx'
import type { KnockSummary } from '../features/knocking/KnockHistory.tsx'
import { NextProperty } from '../features/knocking/NextProperty.tsx'
import { BottomSheet } from '../features/map/BottomSheet.tsx'
import type { SheetStop } from '../features/map/sheetStops.ts'
import { streetLine } from '../features/properties/addressLines.ts'
import { PropertyHeader } from '../features/properties/PropertyHeader.tsx'
import type { HouseDetailsFragment, KnockOutcome } from '../gql/graphql.ts'

/** A house by its marker alone, or with its details. */
type SheetProperty = Pick<HouseDetailsFragment, 'streetNumber' | 'status'> & Partial<HouseDetailsFragment>

interface MapSheetProps {
  /** Where to go on to after a knock; it takes the place of the house. */
  next: { property: SheetProperty; go: () => void; dismiss: () => void } | undefined
  property: SheetProperty | undefined
  /** Unknown until the house's details are here. */
  knocks: readonly KnockSummary[] | undefined
  stop: SheetStop
  onStopChange: (stop: SheetStop) => void
  onDismiss: () => void
  onKnock: (outcome: KnockOutcome) => void
  /** What else can be done with the house, at the bottom of the full sheet. */
  actions: ReactNode
}

/** The sheet on a phone: the next door, or the chosen house with what can be logged there. */
export function MapSheet({
  next,
  property: house,
  knocks,
  stop,
  onStopChange: onStop,
  onDismiss,
  onKnock,
  actions,
}: MapSheetProps) {
  if (next) {
    return (
      <BottomSheet
        label="Next door"
        stop="peek"
        onDismiss={next.dismiss}
        header={<NextProperty address={addressLineOf(next.property)} onGo={next.go} />}
      />
    )
  }
  if (!house) return null
  return (
    <BottomSheet
      label={house.address ?? house.streetNumber}
      stop={stop}
      onStopChange={onStop}
      onDismiss={onDismiss}
      header={<PropertyHeader property={house} />}
      footer={actions}
    >
      <KnockSheet full={stop === 'full'} knocks={knocks} onKnock={onKnock} onExpand={() => onStop('full')} />
    </BottomSheet>
  )
}

function addressLineOf({ address, streetName = null, streetNumber }: SheetProperty): string {
  return address === undefined ? streetNumber : streetLine({ address, streetName, streetNumber })
}
