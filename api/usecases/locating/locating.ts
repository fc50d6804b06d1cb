import type { Context } from '../../context.ts'
import { sqlStateOf } from '../../database/connection.ts'
import { NO_NUMBER, isHouseNumber, parseAddress, streetNumberOf } from '../../domain/address.ts'
import { Refused, UserFacingError } from '../../domain/errors.ts'
import { choosePoint, formatAddress, selectCandidate, type GeocodeCandidate } from '../../domain/geocode.ts'
import { unknownOwner } from '../../domain/owner.ts'
import { matchParcel, type ParcelMatch } from '../../domain/parcelMatch.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import type { Point } from '../../domain/point.ts'
import type { ParcelRecord } from '../../services/parcels/parcels.ts'
import {
  reverseGeocode,
  geocodeAddress,
  findParcelsAt,
  searchParcels,
  tryFindParcels,
  type ParcelLookup,
} from './lookups.ts'
import { saveParcelChange } from './ownerRefresh.ts'
import { requireAddress } from '../properties/propertyInput.ts'
import { authorizeProperty, findPropertyAt, findPropertyNear, type PropertyView } from '../properties/propertyRows.ts'
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
}

export interface LocateResult {
  outcome: 'existing' | 'new' | 'not_found'
  /** The saved property, limited if it is a colleague's. Null if it is new, or saved but not visible to the actor. */
  property: PropertyView | null
  draft: PropertyDraft | null
  ownerUpdated: boolean
  parcelServiceAvailable: boolean
  /** The parcel provider found parcels, even if none of them is the place's. */
  parcelsFound: boolean
  parcel: ParcelRecord | null
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
  const match = matchParcel(lookup.parcels, streetNumber)
  const point = choosePoint(geocode, match?.parcel.centroid ?? null, streetNumber)
  const diagnostics = { userInput, processedQuery, results, selected, finalPoint: point }
  if (!point) return notFound(diagnostics, lookup)
  const found = { point, geocode, match, lookup, diagnostics, by: { streetNumber } }
  return resolve(ctx, { ...found, streetNumber: streetNumber || (geocode?.streetNumber ?? '') })
}

async function locateClick(ctx: Context, point: Point): Promise<LocateResult> {
  const [geocode, lookup] = await Promise.all([
    reverseGeocode(ctx, point),
    tryFindParcels(() => findParcelsAt(ctx, point)),
  ])
  const parcel = lookup.parcels[0] ?? null
  const place = parcel?.centroid ?? geocode?.point ?? null
  const diagnostics = {
    userInput: `${point.lat}, ${point.lng}`,
    processedQuery: geocode?.address ?? '',
    results: geocode ? [geocode] : [],
    selected: geocode ? 0 : null,
    finalPoint: place,
  }
  if (!place || !(geocode || parcel?.address)) return notFound(diagnostics, lookup)
  const match = parcel && { parcel, unconfirmed: false }
  // The nearest address is a neighbor's: a parcel without a number keeps none.
  const streetNumber = parcel
    ? isHouseNumber(parcel.streetNumber)
      ? parcel.streetNumber
      : ''
    : (geocode?.streetNumber ?? '')
  return resolve(ctx, { point: place, geocode, match, streetNumber, lookup, diagnostics, by: 'click' })
}

function notFound(diagnostics: LocateDiagnostics, lookup: ParcelLookup): LocateResult {
  return {
    outcome: 'not_found',
    property: null,
    draft: null,
    ownerUpdated: false,
    parcelServiceAvailable: lookup.available,
    parcelsFound: lookup.parcels.length > 0,
    parcel: null,
    diagnostics,
  }
}

/** The results of the lookups for an address or a click. */
interface LocateMatch {
  point: Point
  geocode: GeocodeCandidate | null
  match: ParcelMatch<ParcelRecord> | null
  /** Empty if the place has none. */
  streetNumber: string
  lookup: ParcelLookup
  diagnostics: LocateDiagnostics
  by: { streetNumber: string } | 'click'
}

/** The result for a found place: a new property, or the saved one that is there. */
async function resolve(ctx: Context, found: LocateMatch): Promise<LocateResult> {
  const shared = {
    parcelServiceAvailable: found.lookup.available,
    parcelsFound: found.lookup.parcels.length > 0,
    parcel: found.match?.parcel ?? null,
    diagnostics: found.diagnostics,
  }
  const tenantId = requireTenant(ctx.actor)
  const draft = draftOf(found)
  const { saved, door } = await ctx.database.within({ tenantId }, async (em) => {
    const saved =
      (await findPropertyAt(em, tenantId, found.point, found.by)) ?? (await findPropertyNear(em, tenantId, draft))
    return { saved, door: saved && doorOf(ctx, saved, await doorReachOf(em, ctx)) }
  })
  if (!saved) return { outcome: 'new', property: null, draft, ownerUpdated: false, ...shared }
  if (!door) return { outcome: 'existing', property: null, draft, ownerUpdated: false, ...shared }
  const mayUpdate = !door.limited && found.match && !found.match.unconfirmed
  const updated = mayUpdate ? await updateFromParcel(ctx, door, found.match!.parcel) : null
  return { outcome: 'existing', property: updated ?? door, draft: null, ownerUpdated: updated !== null, ...shared }
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

/** The number and the street. Of a parcel without a number, the street that it faces is that of the nearest address. */
function streetAddressOf({ geocode, match, streetNumber }: LocateMatch): string {
  if (!match) return [geocode?.streetNumber, geocode?.street].filter(Boolean).join(' ')
  const { address, streetName } = match.parcel
  const street = streetName ?? (address ? parseAddress(address).street : null)
  if (streetNumber === '') return [NO_NUMBER, street ?? geocode?.street].filter(Boolean).join(', ')
  // An unconfirmed parcel may be a neighbor's, so its number is not used.
  return match.unconfirmed || !address ? [streetNumber, street].filter(Boolean).join(' ') : address
}

function draftOf(found: LocateMatch): PropertyDraft {
  const { point, geocode, match, streetNumber } = found
  const parcel = match?.parcel ?? null
  const streetName = parcel?.streetName ?? geocode?.street ?? null
  const city = parcel?.city ?? geocode?.city ?? null
  const state = parcel?.state ?? geocode?.state ?? null
  const zipCode = parcel?.zipCode ?? geocode?.zipCode ?? null
  const geocodedAddress = match?.unconfirmed ? geocode?.address : null
  return {
    address: geocodedAddress ?? formatAddress({ address: streetAddressOf(found), city, state, zipCode }),
    streetNumber,
    streetName,
    city,
    state,
    zipCode,
    ...point,
    ownerName: parcel?.ownerName ?? unknownOwner,
    ownerAddress: parcel?.ownerAddress ?? null,
    ownerSource: parcel?.source ?? null,
    parcelId: parcel?.parcelId ?? null,
    unconfirmed: match ? match.unconfirmed || !isHouseNumber(match.parcel.streetNumber) : geocode?.type !== 'rooftop',
    neighborhood: parcel?.neighborhood ?? geocode?.neighborhood ?? null,
  }
}
