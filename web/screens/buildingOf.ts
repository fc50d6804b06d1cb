import { unitOf } from '../domain/units.ts'
import type { Located } from '../features/locating/locateToasts.ts'
import type { PropertyMarker } from '../features/map/markerFeatures.ts'
import type { PropertyDraft } from '../features/properties/toNewPropertyInput.ts'
import type { MapPropertyFragment } from '../gql/graphql.ts'
import type { Building } from './UnitsDialog.tsx'

/** What is known of a property: a draft, a saved one with its details, or with its marker only. */
type KnownProperty = Pick<PropertyMarker, 'lat' | 'lng' | 'streetNumber'> &
  Partial<Pick<PropertyMarker, 'id' | 'unit' | 'streetName'>> &
  Partial<Pick<PropertyDraft, 'address' | 'city' | 'state' | 'zipCode' | 'units'>> &
  Partial<Pick<MapPropertyFragment, 'building'>>

/** The building of a look-up that found several units; undefined if it found one property. */
export function buildingOfLookup({ property, draft, candidates }: Located): Building | undefined {
  const place = property ?? draft
  if (!place || candidates.length === 0) return undefined
  // The list counts its candidates, of which two may be one unit in two data sets.
  return { ...toBuilding(place), candidates, unitCount: 0, savedCount: 0 }
}

/** The building of a property if it is a unit, or if it has several by its parcel record or by what is saved; otherwise undefined. */
export function buildingAt(
  property: KnownProperty | undefined,
  markers: readonly PropertyMarker[],
): Building | undefined {
  if (!property) return undefined
  const unit = unitIn(property)
  const here = markers.filter(
    (marker) =>
      marker.lat === property.lat && marker.lng === property.lng && marker.streetNumber === property.streetNumber,
  )
  const saved = new Set(here.filter((marker) => marker.unit).map(({ id }) => id))
  if (property.id !== undefined && unit !== null) saved.add(property.id)
  // A unit that was just saved here may be missing in what the server answered.
  const savedCount = Math.max(property.building?.saved ?? 0, saved.size)
  const unitCount = Math.max(property.building?.units ?? property.units ?? 0, savedCount)
  if (here.length < 2 && unit === null && unitCount < 2) return undefined
  return { ...toBuilding(property), candidates: [], unitCount, savedCount }
}

const unitIn = ({ address, unit }: KnownProperty): string | null =>
  address === undefined ? (unit ?? null) : unitOf(address)

function toBuilding({ id, lat, lng, streetNumber, ...place }: KnownProperty) {
  const { streetName = null, city = null, state = null, zipCode = null } = place
  return { lat, lng, streetNumber, streetName, city, state, zipCode, propertyId: id }
}
