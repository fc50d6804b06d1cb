import type { Context } from '../../context.ts'
import { sqlStateOf } from '../../database/connection.ts'
import type { Comparison, VerdictReason } from '../../domain/addresses/compareProperties.ts'
import { isHouseNumber, streetNumberOf } from '../../domain/addresses/houseNumbers.ts'
import { NO_NUMBER, parseAddress, unitOf, withMissingUnit } from '../../domain/addresses/parseAddress.ts'
import { selectParcel, selectParcelAt, type ParcelMatch } from '../../domain/addresses/selectParcel.ts'
import { Refused, UserFacingError } from '../../domain/errors.ts'
import { choosePoint, formatAddress, selectCandidate, type GeocodeCandidate } from '../../domain/locating/geocode.ts'
import { unknownOwner } from '../../domain/properties/owner.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import type { Point } from '../../domain/point.ts'
import { factsOf, type ParcelRecord } from '../../services/parcels/parcels.ts'
import {
  reverseGeocode,
  geocodeAddress,
  findParcelsAt,
  searchParcels,
  tryFindParcels,
  type ParcelLookup,
} from './lookups.ts'
import { findNearbyParcel, toCandidate, toNearbyOwner, type LocateCandidate } from './locateCandidates.ts'
import { saveParcelChange } from './ownerRefresh.ts'
import { requireAddress } from '../properties/propertyInput.ts'
import type { PropertyView } from '../../records/propertyRows.ts'
import { authorizeProperty } from '../properties/readProperty.ts'
import { findPropertyAt } from '../properties/findPropertyAt.ts'
import { doorOf, doorReachOf } from '../properties/teamDoors.ts'

export interface LocateDiagnostics {
  userInput: string
  processedQuery: string
  results: GeocodeCandidate[]
  selected: number | null
  finalPoint: Point | null
}

/** The values for a property that is not saved yet. */
export interface PropertyDraft
  extends
    Point,
    Pick<ParcelRecord, 'streetNumber' | 'streetName' | 'city' | 'state' | 'zipCode' | 'neighborhood' | 'ownerAddress'> {
  address: string
  ownerName: string
  ownerSource: string | null
  parcelId: string | null
  unconfirmed: boolean
  /** Units that the parcel record counts, at least 2; null if they are unknown. */
  units: number | null
}

export interface LocateResult {
  outcome: 'existing' | 'new' | 'not_found'
  /** The saved property, limited if it is a colleague's. Null if it is new, or saved but not visible to the actor. */
  property: PropertyView | null
  draft: PropertyDraft | null
  ownerUpdated: boolean
  parcelServiceAvailable: boolean
  /** The parcel provider is an outside service with a key, of which an answer without parcels is unexpected (spec §8). */
  parcelServiceKeyed: boolean
  /** The parcel provider found parcels, even if none of them is the place's. */
  parcelsFound: boolean
  parcel: ParcelRecord | null
  /** Whether the parcel is that of the house, and the saved property the house. Only 'same' updates a saved owner. */
  match: 'same' | 'unsure' | 'none'
  /** Why the match is unsure; null otherwise. */
  matchReason: VerdictReason | 'several' | null
  /** The parcels of which one is meant, where they are several, such as the units of a building. */
  candidates: LocateCandidate[]
  /** The record of another house whose owner may be used for the saved property, where none is surely its own. Null if the actor may not. */
  nearbyOwner: LocateCandidate | null
  diagnostics: LocateDiagnostics
}

/**
 * Finds the property at an address or a clicked point: geocodes it, looks up its parcel and checks for a saved property
 * there (spec §4). A saved property is updated from its parcel. If the parcel provider does not respond, the owner is
 * unknown and `parcelServiceAvailable` is false.
 */
export async function locateProperty(
  ctx: Context,
  input: { address?: string | null; point?: Point | null; context?: string | null },
): Promise<LocateResult> {
  authorize(ctx.actor, 'place.lookUp')
  requireTenant(ctx.actor)
  if (input.point && input.address) throw new Refused('Locate by an address or by a point, not both.')
  return input.point ? locateClick(ctx, input.point) : locateSearch(ctx, input.address ?? '', input.context ?? null)
}

async function locateSearch(ctx: Context, userInput: string, context: string | null): Promise<LocateResult> {
  const address = requireAddress(userInput)
  const processedQuery = address.includes(',') ? address : `${address}, USA`
  const streetNumber = streetNumberOf(address)
  const [results, lookup] = await Promise.all([
    geocodeAddress(ctx, processedQuery),
    tryFindParcels(() => searchParcels(ctx, address, context)),
  ])
  const selected = selectCandidate(results, streetNumber)
  const geocode = selected === null ? null : results[selected]!
  const match = selectParcel(lookup.parcels, { address })
  const point = choosePoint(geocode, match?.parcel.centroid ?? null, streetNumber)
  const diagnostics = { userInput, processedQuery, results, selected, finalPoint: point }
  if (!point) return notFound(ctx, diagnostics, lookup)
  return resolve(ctx, {
    ...{ point, geocode, match, lookup, diagnostics, by: 'search' },
    streetNumber: streetNumber || (geocode?.streetNumber ?? ''),
    unit: unitOf(address),
  })
}

async function locateClick(ctx: Context, point: Point): Promise<LocateResult> {
  const [geocode, lookup] = await Promise.all([
    reverseGeocode(ctx, point),
    tryFindParcels(() => findParcelsAt(ctx, point)),
  ])
  const match = selectParcelAt(lookup.parcels)
  const parcel = match?.parcel ?? null
  const place = parcel?.centroid ?? geocode?.point ?? null
  const diagnostics = {
    userInput: `${point.lat}, ${point.lng}`,
    processedQuery: geocode?.address ?? '',
    results: geocode ? [geocode] : [],
    selected: geocode ? 0 : null,
    finalPoint: place,
  }
  if (!place || !(geocode || parcel?.address)) return notFound(ctx, diagnostics, lookup)
  // The nearest address is a neighbor's: a parcel without a number keeps none.
  const streetNumber = parcel
    ? isHouseNumber(parcel.streetNumber)
      ? parcel.streetNumber
      : ''
    : (geocode?.streetNumber ?? '')
  return resolve(ctx, { point: place, geocode, match, streetNumber, unit: null, lookup, diagnostics, by: 'click' })
}

function notFound(ctx: Context, diagnostics: LocateDiagnostics, lookup: ParcelLookup): LocateResult {
  return {
    outcome: 'not_found',
    property: null,
    draft: null,
    ownerUpdated: false,
    parcelServiceAvailable: lookup.available,
    parcelServiceKeyed: isParcelServiceKeyed(ctx),
    parcelsFound: lookup.parcels.length > 0,
    parcel: null,
    match: 'none',
    matchReason: null,
    candidates: [],
    nearbyOwner: null,
    diagnostics,
  }
}

const isParcelServiceKeyed = ({ services }: Context): boolean => services.providers.parcels !== 'embedded'

/** The results of the lookups for an address or a click. */
interface LocateMatch {
  point: Point
  geocode: GeocodeCandidate | null
  match: ParcelMatch<ParcelRecord> | null
  /** Empty if the place has none. */
  streetNumber: string
  /** The unit that was typed. */
  unit: string | null
  lookup: ParcelLookup
  diagnostics: LocateDiagnostics
  by: 'search' | 'click'
}

/** The result for a found place: a new property, or the saved one that is there. */
async function resolve(ctx: Context, found: LocateMatch): Promise<LocateResult> {
  const { match } = found
  const shared = {
    parcelServiceAvailable: found.lookup.available,
    parcelServiceKeyed: isParcelServiceKeyed(ctx),
    parcelsFound: found.lookup.parcels.length > 0,
    parcel: match?.parcel ?? null,
    candidates: (match?.candidates ?? []).map((parcel) => toCandidate(parcel, found.point)),
    nearbyOwner: null,
    diagnostics: found.diagnostics,
  }
  const tenantId = requireTenant(ctx.actor)
  const draft = draftOf(found)
  const { saved, door } = await ctx.database.within({ tenantId }, async (em) => {
    const saved = await findPropertyAt(em, draft, found.by)
    return { saved, door: saved && doorOf(ctx, saved.property, await doorReachOf(em, ctx)) }
  })
  const certainty = certaintyOf(match, saved?.comparison ?? null)
  if (!saved) return { outcome: 'new', property: null, draft, ownerUpdated: false, ...certainty, ...shared }
  if (!door) return { outcome: 'existing', property: null, draft, ownerUpdated: false, ...certainty, ...shared }
  const mayUpdate = !door.limited && certainty.match === 'same'
  const updated = mayUpdate ? await updateFromParcel(ctx, door, match!.parcel) : null
  const outcome = { outcome: 'existing' as const, property: updated ?? door, draft: null }
  const mayChoose = !door.limited && certainty.match === 'unsure'
  const nearbyOwner = mayChoose ? toNearbyOwner(findNearbyParcel(found.lookup.parcels, door), door) : null
  return { ...outcome, ownerUpdated: updated !== null, ...certainty, ...shared, nearbyOwner }
}

function certaintyOf(
  match: ParcelMatch<ParcelRecord> | null,
  comparison: Comparison | null,
): Pick<LocateResult, 'match' | 'matchReason'> {
  if (!match) return { match: 'none', matchReason: null }
  if (match.candidates.length > 0) return { match: 'unsure', matchReason: 'several' }
  if (match.unconfirmed) return { match: 'unsure', matchReason: 'number' }
  if (comparison && comparison.verdict !== 'same') return { match: 'unsure', matchReason: comparison.reason }
  return { match: 'same', matchReason: null }
}

/** Saves what differs in the parcel record. Returns null if nothing differs or the update fails. */
async function updateFromParcel(ctx: Context, saved: PropertyView, parcel: ParcelRecord): Promise<PropertyView | null> {
  const changesOf = (current: PropertyView) => ({
    ...(parcel.ownerName && parcel.ownerName !== current.ownerName
      ? { ownerName: parcel.ownerName, ownerAddress: parcel.ownerAddress, ownerSource: parcel.source }
      : {}),
    ...(parcel.parcelId && parcel.parcelId !== current.parcelId ? { parcelId: parcel.parcelId } : {}),
    ...(current.unconfirmed && isHouseNumber(parcel.streetNumber) ? { unconfirmed: false } : {}),
    ...(!current.streetNumber && parcel.streetNumber ? { streetNumber: parcel.streetNumber } : {}),
  })
  // Most look-ups find nothing new and need no lock.
  if (Object.keys(changesOf(saved)).length === 0) return null
  try {
    const { property, changed } = await saveParcelChange(ctx, saved, parcel, (current) => {
      authorizeProperty(ctx, 'property.read', current)
      return changesOf(current)
    })
    return changed ? property : null
  } catch (error) {
    // A failed update still opens the property (spec §4).
    if (error instanceof UserFacingError || sqlStateOf(error)) return null
    throw error
  }
}

/** The number, street and unit. Of a parcel without a number, the street that it faces is that of the nearest address. */
function streetAddressOf({ geocode, match, streetNumber, unit }: LocateMatch): string {
  if (!match) return withMissingUnit([geocode?.streetNumber, geocode?.street].filter(Boolean).join(' '), unit)
  const { address, streetName } = match.parcel
  const street = streetName ?? (address ? parseAddress(address).street : null)
  if (streetNumber === '') return [NO_NUMBER, street ?? geocode?.street].filter(Boolean).join(', ')
  // An unconfirmed parcel may be a neighbor's, so its number and unit are not used.
  return match.unconfirmed || !address
    ? withMissingUnit([streetNumber, street].filter(Boolean).join(' '), unit)
    : address
}

function draftOf(found: LocateMatch): PropertyDraft {
  const { point, geocode, match, streetNumber, unit } = found
  const parcel = match?.parcel ?? null
  const streetName = parcel?.streetName ?? geocode?.street ?? null
  const city = parcel?.city ?? geocode?.city ?? null
  const state = parcel?.state ?? geocode?.state ?? null
  const zipCode = parcel?.zipCode ?? geocode?.zipCode ?? null
  const isOneOfSeveral = (match?.candidates.length ?? 0) > 0
  const geocodedAddress = match?.unconfirmed && !isOneOfSeveral && !unit ? geocode?.address : null
  // Of several parcels, none is the house's until one is chosen.
  const known = isOneOfSeveral ? null : parcel
  return {
    address: geocodedAddress ?? formatAddress({ address: streetAddressOf(found), city, state, zipCode }),
    streetNumber,
    streetName,
    city,
    state,
    zipCode,
    ...point,
    ownerName: known?.ownerName ?? unknownOwner,
    ownerAddress: known?.ownerAddress ?? null,
    ownerSource: known?.source ?? null,
    parcelId: known?.parcelId ?? null,
    unconfirmed: match ? match.unconfirmed || !isHouseNumber(match.parcel.streetNumber) : geocode?.type !== 'rooftop',
    neighborhood: parcel?.neighborhood ?? geocode?.neighborhood ?? null,
    units: known && !match?.unconfirmed && !unit ? factsOf(known).units : null,
  }
}
