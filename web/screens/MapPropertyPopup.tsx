import type { ReactNode } from 'react'
import { statusLabels } from '../domain/labels.ts'
import { DoNotKnockButton, DoNotKnockNotice } from '../features/doNotKnock/doNotKnockParts.ts'
import { KnockChoices } from '../features/knocking/KnockChoices.tsx'
import { lastVisitAt, type VisitedProperty } from '../features/knocking/lastVisit.ts'
import { LastVisitLines } from '../features/knocking/LastVisitLines.tsx'
import { DeleteProperty } from '../features/properties/DeleteProperty.tsx'
import { PropertyPopup } from '../features/properties/PropertyPopup.tsx'
import type { MapPropertyFragment } from '../gql/graphql.ts'
import { useAbilities, useMe } from '../session/person/MeProvider.tsx'
import type { DoorKnocking } from './doorKnocking.ts'

interface MapPropertyPopupProps {
  property: MapPropertyFragment
  /** The property with what its marker tells. */
  visited: VisitedProperty | undefined
  knocking: DoorKnocking
  onClose: () => void
  onDeleted: () => void
  /** Opens the details. */
  details: ReactNode
  /** Starts a lead; whoever may delete the property has that in its place. */
  createLead: ReactNode
  /** Opens the other units of its building. */
  units: ReactNode
  /** Shown after a knock that calls for something else. */
  offer: ReactNode
  /** The owner of a record nearby that the property may get. */
  nearbyOwner: ReactNode
}

/** The popup of the selected property on a wide screen. */
export function MapPropertyPopup({ property, visited, knocking, onClose, onDeleted, ...parts }: MapPropertyPopupProps) {
  const { deleteProperties } = useAbilities()
  const { id: repId } = useMe()
  const visit = visited && lastVisitAt(visited)
  return (
    <PropertyPopup
      property={property}
      onClose={onClose}
      visit={
        visit && (
          <LastVisitLines
            {...{ visit, repId }}
            // The status below is then the same word.
            isOutcomeNamed={visit.streak === 1 && visit.outcomeName === statusLabels[property.status]}
          />
        )
      }
      actions={
        <>
          {parts.details}
          {parts.units}
          {deleteProperties ? <DeleteProperty id={property.id} onDeleted={onDeleted} /> : parts.createLead}
        </>
      }
    >
      {parts.nearbyOwner}
      {parts.offer}
      {property.doNotKnock ? (
        <DoNotKnockNotice mark={property.doNotKnock} />
      ) : (
        <>
          <KnockChoices size="compact" recorded={knocking.recorded} lastOutcome={visit} onKnock={knocking.knock} />
          <DoNotKnockButton id={property.id} address={property.address} />
        </>
      )}
    </PropertyPopup>
  )
}
