import { useApolloClient } from '@apollo/client/react'
import { draftOf } from '../domain/draftOf.ts'
import { findFirstDoor, nearestFirst } from '../features/map/doorsInView.ts'
import type { LatLng, PropertyMarker } from '../features/map/markerFeatures.ts'
import type { PropertyDraft } from '../features/properties/toNewPropertyInput.ts'
import { NextDoorDocument } from '../gql/graphql.ts'
import { toastInfo } from '../lib/toasts.ts'
import { toastFailure } from '../session/failureToasts.ts'

interface FirstDoorOptions {
  /** The rep's location, or the center of the map. */
  from: LatLng | undefined
  /** The saved properties in view. */
  properties: readonly PropertyMarker[]
  openSaved: (property: LatLng & { id: string }) => void
  openDraft: (draft: PropertyDraft) => void
}

/**
 * Opens the door to begin with while no house is selected: the nearest saved one where nobody has knocked, else the next
 * along the street of the nearest one, saved or not. Undefined if no saved property is in view.
 */
export function useFirstDoor({ from, properties, openSaved, openDraft }: FirstDoorOptions): (() => void) | undefined {
  const client = useApolloClient()
  if (!from || properties.length === 0) return undefined
  const findNext = async (propertyId: string) => {
    const variables = { from: { propertyId }, direction: null, crossed: false, skip: [] }
    const { data } = await client.query({ query: NextDoorDocument, variables, fetchPolicy: 'network-only' })
    const next = data?.nextDoor
    if (!next) toastInfo('No other door on this street')
    else if (next.propertyId) openSaved({ id: next.propertyId, lat: next.lat, lng: next.lng })
    else openDraft(draftOf(next))
  }
  return () => {
    const first = findFirstDoor(from, properties)
    if (first) return openSaved(first)
    const [nearest] = nearestFirst(from, properties)
    findNext(nearest!.id).catch((error: unknown) => toastFailure(error, 'Failed to find the next door'))
  }
}
