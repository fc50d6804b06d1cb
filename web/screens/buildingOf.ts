import { unitOf } from '../domain/units.ts'
import type { Located } from '../features/locating/locateToasts.ts'
import type { PropertyMarker } from '../features/map/markerFeatures.ts'
import type { PropertyDraft } from '../features/properties/toNewPropertyInput.ts'
import type { MapPropertyFragment } from '../gql/graphql.ts'
import type { Building } from './UnitsDialog.tsx'

/** The building of a look-up that found several units; undefined if it found one property. */
export function buildingOfLookup({ property, draft, candidates }: Located): Building | undefined {
  const place = property ?? draft
  return place && candidates.length > 0 ? toBuilding(place, candidates) : undefined
}

/** The building of a property if it is a unit, or if it has several by its parcel record or by what is saved; otherwise undefined. */
export function buildingAt(
  property: PropertyDraft | MapPropertyFragment | undefined,
  markers: readonly PropertyMarker[],
): Building | undefined {
  if (!property) return undefined
  const isHere = (marker: PropertyMarker) =>
    marker.lat === property.lat && marker.lng === property.lng && marker.streetNumber === property.streetNumber
  const isShared = markers.filter(isHere).length > 1
  return isShared || unitOf(property.address) !== null || ('units' in property && property.units)
    ? toBuilding(property, [])
    : undefined
}

function toBuilding(property: PropertyDraft | MapPropertyFragment, candidates: Building['candidates']): Building {
  const { lat, lng, streetNumber, streetName, city, state, zipCode } = property
  const propertyId = 'id' in property ? property.id : undefined
  const unitCount = 'units' in property ? property.units : null
  return { lat, lng, streetNumber, streetName, city, state, zipCode, propertyId, candidates, unitCount }
}
