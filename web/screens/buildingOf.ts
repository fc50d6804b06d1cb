import { unitOf } from '../domain/units.ts'
import type { Located } from '../features/locating/useLocate.ts'
import type { PropertyMarker } from '../features/map/markerFeatures.ts'
import type { PropertyDraft } from '../features/properties/toNewPropertyInput.ts'
import type { MapPropertyFragment } from '../gql/graphql.ts'
import type { Building } from './UnitsDialog.tsx'

/** The building of a lookup that found several units; undefined if it found one house. */
export function buildingOfLookup({ property, draft, candidates }: Located): Building | undefined {
  const place = property ?? draft
  return place && candidates.length > 0 ? toBuilding(place, candidates) : undefined
}

/** The building of the selected house if it is a unit, or if several properties are saved there; otherwise undefined. */
export function buildingOfHouse(
  house: PropertyDraft | MapPropertyFragment | undefined,
  markers: readonly PropertyMarker[],
): Building | undefined {
  if (!house) return undefined
  const isHere = (marker: PropertyMarker) =>
    marker.lat === house.lat && marker.lng === house.lng && marker.streetNumber === house.streetNumber
  const isShared = markers.filter(isHere).length > 1
  return isShared || unitOf(house.address) !== null ? toBuilding(house, []) : undefined
}

function toBuilding(house: PropertyDraft | MapPropertyFragment, candidates: Building['candidates']): Building {
  const { lat, lng, streetNumber, streetName, city, state, zipCode } = house
  const propertyId = 'id' in house ? house.id : undefined
  return { lat, lng, streetNumber, streetName, city, state, zipCode, propertyId, candidates }
}
