import type { NearbyOwnerFragment } from '../gql/graphql.ts'
import type { LatLng, LocateResult, useLocate } from '../features/locating/useLocate.ts'
import { DOUBLE_TAP_MS } from '../features/map/mapTaps.ts'
import type { useMapSelection } from '../features/map/useMapSelection.ts'
import { buildingOfLookup } from './buildingOf.ts'
import type { Building } from './UnitsDialog.tsx'
import type { PropertyDraft } from '../features/properties/toNewPropertyInput.ts'

/** Zoom of a located address (spec §9), and the minimum for a clicked one. */
const LOCATED_ZOOM = 20
const CLICKED_ZOOM = 18.5

interface PlaceLookupOptions {
  phone: boolean
  locating: ReturnType<typeof useLocate>
  mapSelection: ReturnType<typeof useMapSelection<PropertyDraft>>
  /** An unsaved house was found for which a lead can be created at once. */
  onOfferLead: (draft: PropertyDraft) => void
  /** A saved property was found, and the record of another house of which it may get the owner. */
  onNearbyOwner: (nearby: { propertyId: string; record: NearbyOwnerFragment } | undefined) => void
  /** Nothing is known of a tapped place, and the user adds a house there. */
  onAdd: (point: LatLng) => void
  /** A building was found of which one unit is meant. */
  onSeveral: (building: Building) => void
}

/** Looks up an address or a point and selects what is found there. */
export function usePlaceLookup(options: PlaceLookupOptions) {
  const { phone, locating, mapSelection, onOfferLead, onNearbyOwner, onAdd, onSeveral } = options
  const selectResult = async (lookup: Promise<LocateResult>, zoom: number, at?: LatLng) => {
    const found = await mapSelection.resolveLookup(lookup, zoom, at)
    const located = await lookup
    if (located !== 'superseded') onNearbyOwner(nearbyOf(located))
    const building = found && located && located !== 'superseded' ? buildingOfLookup(located) : undefined
    if (!building) return found?.draft
    onSeveral(building)
    return undefined
  }
  const offerLead = (unsaved: PropertyDraft | undefined) => unsaved && onOfferLead(unsaved)
  const search = (address: string, suggestedPoint?: LatLng) => {
    if (suggestedPoint) mapSelection.map.current?.goTo(suggestedPoint, { zoom: LOCATED_ZOOM })
    const method = suggestedPoint ? 'suggestion' : 'search'
    void selectResult(locating.search(address, method), LOCATED_ZOOM, suggestedPoint).then(offerLead)
  }
  /** Opens a unit of a building. On a phone its sheet opens for the knock, as that of a tapped house. */
  const searchUnit = (address: string) => {
    const found = selectResult(locating.search(address), LOCATED_ZOOM)
    if (!phone) void found.then(offerLead)
  }
  const locateAt = (point: LatLng) => {
    const zoom = Math.max(mapSelection.map.current?.extent()?.zoom ?? 0, CLICKED_ZOOM)
    const found = selectResult(
      locating.locateAt(point, { delayMs: DOUBLE_TAP_MS, onAdd: () => onAdd(point) }),
      zoom,
      point,
    )
    // A tapped house opens its sheet on a phone: knocking comes first, the lead is a button (decision 25).
    if (!phone) void found.then(offerLead)
  }
  return { search, searchUnit, locateAt }
}

function nearbyOf(located: Exclude<LocateResult, 'superseded'>) {
  return located?.property && located.nearbyOwner
    ? { propertyId: located.property.id, record: located.nearbyOwner }
    : undefined
}
