import type { useKnocks } from '../features/knocking/useKnocks.ts'
import { useNewLeads } from '../features/leads/lead/useNewLeads.ts'
import type { LatLng } from '../features/locating/useLocate.ts'
import type { DoorsInView } from '../features/map/doorsInView.ts'
import type { PropertyMarker } from '../features/map/markerFeatures.ts'
import type { PropertyDraft } from '../features/properties/toNewPropertyInput.ts'
import { useProperty, useReadInView } from '../features/properties/useProperty.ts'
import type { MapPropertyFragment } from '../gql/graphql.ts'
import { useDoorKnocking } from './useDoorKnocking.ts'
import { useDraftDetails } from './useDraftDetails.ts'
import { useFirstDoor } from './useFirstDoor.ts'

interface WalkOptions {
  phone: boolean
  /** The selected house: one that is not saved, or the details of a saved one and what is known of it until then. */
  draft: PropertyDraft | undefined
  property: MapPropertyFragment | undefined
  shownProperty: MapPropertyFragment | PropertyMarker | undefined
  isDialogOpen: boolean
  knocks: ReturnType<typeof useKnocks>
  sessionId: string | undefined
  location: () => LatLng | undefined
  /** Where the rep is, or looks. */
  walker: LatLng | undefined
  doors: DoorsInView
  /** The saved properties in and around the view. */
  properties: readonly PropertyMarker[]
  openSaved: (property: LatLng & { id: string }) => void
  openDraft: (draft: PropertyDraft) => void
  /** The lookup of the draft has found its details. */
  onDraftDetails: (draft: PropertyDraft, outline?: readonly LatLng[] | null) => void
}

/** Knocking from house to house: the first door, the knock at the selected one, its leads, and the door after it. */
export function useWalk({ phone, draft, property, shownProperty, openSaved, openDraft, ...options }: WalkOptions) {
  const goToFirstDoor = useFirstDoor({
    from: options.walker,
    properties: options.doors.properties,
    openSaved,
    openDraft,
  })
  const newLeads = useNewLeads(property?.limited ? undefined : property?.id)
  const knocking = useDoorKnocking({
    phone,
    door: draft
      ? { draft }
      : shownProperty && { saved: { address: shownProperty.streetNumber, ...shownProperty, ...property } },
    knocks: options.knocks,
    sessionId: options.sessionId,
    location: options.location,
    openSaved,
    openDraft,
    // After 'Interested' the rep creates a lead; after 'Not interested' the sheet offers to change new leads.
    shouldStay: (outcome) =>
      options.isDialogOpen || outcome === 'INTERESTED' || (outcome === 'NOT_INTERESTED' && newLeads.leads.length > 0),
  })
  // Read before the rep gets there, so that the next sheet opens with its details, and without a connection too.
  useProperty(knocking.next?.propertyId ?? undefined)
  useReadInView(phone ? options.properties : [])
  useDraftDetails(phone ? draft : undefined, {
    onDraft: options.onDraftDetails,
    onSaved: knocking.openInPlaceOfDraft,
  })
  return { knocking, newLeads, goToFirstDoor }
}
