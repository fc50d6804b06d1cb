import type { ReactNode } from 'react'
import { DoorSheet } from '../features/knocking/DoorSheet.tsx'
import type { ShownKnock } from '../features/knocking/DoorHistory.tsx'
import { NextDoor } from '../features/knocking/NextDoor.tsx'
import { BottomSheet } from '../features/map/BottomSheet.tsx'
import type { SheetStop } from '../features/map/sheetStops.ts'
import { streetLine } from '../features/properties/addressLines.ts'
import { HouseHeader } from '../features/properties/HouseHeader.tsx'
import type { HouseDetailsFragment, KnockOutcome } from '../gql/graphql.ts'

/** A house by its marker alone, or with its details. */
type SheetHouse = Pick<HouseDetailsFragment, 'streetNumber' | 'status'> & Partial<HouseDetailsFragment>

interface MapSheetProps {
  /** Where to go on to after a knock; it takes the place of the house. */
  next: { house: SheetHouse; go: () => void; drop: () => void } | undefined
  house: SheetHouse | undefined
  /** Unknown until the house's details are here. */
  knocks: readonly ShownKnock[] | undefined
  stop: SheetStop
  onStop: (stop: SheetStop) => void
  onDismiss: () => void
  onKnock: (outcome: KnockOutcome) => void
  /** What else can be done with the house, at the bottom of the full sheet. */
  actions: ReactNode
}

/** The sheet on a phone: the next door, or the chosen house with what can be logged there. */
export function MapSheet({ next, house, knocks, stop, onStop, onDismiss, onKnock, actions }: MapSheetProps) {
  if (next) {
    return (
      <BottomSheet
        label="Next door"
        stop="peek"
        onDismiss={next.drop}
        header={<NextDoor address={lineOf(next.house)} onGo={next.go} />}
      />
    )
  }
  if (!house) return null
  return (
    <BottomSheet
      label={house.address ?? house.streetNumber}
      stop={stop}
      onStop={onStop}
      onDismiss={onDismiss}
      header={<HouseHeader house={house} />}
      footer={actions}
    >
      <DoorSheet full={stop === 'full'} knocks={knocks} onKnock={onKnock} onMore={() => onStop('full')} />
    </BottomSheet>
  )
}

function lineOf({ address, streetName = null, streetNumber }: SheetHouse): string {
  return address === undefined ? streetNumber : streetLine({ address, streetName, streetNumber })
}
