import type { Context } from '../../context.ts'
import { parseAddress, streetNumberOf, normalizeAddressSpacing } from '../../domain/address.ts'
import { Refused, UserFacingError } from '../../domain/errors.ts'
import { choosePoint, selectCandidate, type GeocodeCandidate } from '../../domain/geocode.ts'
import { unknownOwner } from '../../domain/owner.ts'
import { matchParcel, type ParcelMatch } from '../../domain/parcelMatch.ts'
import { authorize, reachOf, requireTenant } from '../../domain/permissions.ts'
import type { Point } from '../../domain/point.ts'
import { Property } from '../../entities/property.ts'
import { transactInTenant } from '../../log/transact.ts'
import type { ParcelRecord } from '../../services/parcels/parcels.ts'
import { reverseGeocode, geocodeAddress, findParcelsAt, searchParcels, tryFindParcels } from './lookups.ts'
import {
  findProperty,
  findPropertyAt,
  lockProperty,
  propertyRefOf,
  type PropertyView,
} from '../properties/propertyRows.ts'

export interface LocateDiagnostics {
  userInput: string
  processedQuery: string
  results: GeocodeCandidate[]
  selected: number | null
  finalPoint: Point | null
}

/** What is known of a house that is not saved yet. */
export interface PropertyDraft {
  address: string
  streetNumber: string
  streetName: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  lat: number
  lng: number
  ownerName: string
  ownerAddress: string | null
  ownerSource: string | null
  parcelId: string | null
  unconfirmed: boolean
  neighborhood: string | null
}

export interface LocateResult {
  outcome: 'existing' | 'new' | 'not_found'
  /** The saved property; null when it is new, and when it is saved but not the actor's to see. */
  property: PropertyView | null
  draft: PropertyDraft | null
  ownerUpdated: boolean
  parcelServiceAvailable: boolean
  parcel: ParcelRecord | null
  diagnostics: LocateDiagnostics
}

/**
 * Finds a house by what was typed or clicked: geocode, parcel look-up, check for a saved property at its place
 * (spec §4). A saved one is updated where the parcel says something fresher. A parcel provider that does not answer
 * leaves the owner unknown and is told by `parcelServiceAvailable`.
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
  const address = normalizeAddressSpacing(userInput)
  if (!address) throw new Refused('Please enter an address', { address: 'Please enter an address' })
  const processedQuery = address.includes(',') ? address : `${address}, USA`
  const streetNumber = streetNumberOf(address)
  const [results, { parcels, available }] = await Promise.all([
    geocodeAddress(ctx, processedQuery),
    tryFindParcels(() => searchParcels(ctx, address, context)),
  ])
  const selected = selectCandidate(results, streetNumber)
  const geocode = selected === null ? null : results[selected]!
  const match = matchParcel(parcels, streetNumber)
  const point = choosePoint(geocode, match?.parcel.centroid ?? null, streetNumber)
  const diagnostics = { userInput, processedQuery, results, selected, finalPoint: point }
  if (!point) return notFound(diagnostics, available)
  return resolve(ctx, { point, geocode, match, streetNumber, available, diagnostics, by: { streetNumber } })
}

async function locateClick(ctx: Context, point: Point): Promise<LocateResult> {
  const [geocode, { parcels, available }] = await Promise.all([
    reverseGeocode(ctx, point),
    tryFindParcels(() => findParcelsAt(ctx, point)),
  ])
  const parcel = parcels[0] ?? null
  const place = parcel?.centroid ?? (geocode ? geocode.point : null)
  const diagnostics = {
    userInput: `${point.lat}, ${point.lng}`,
    processedQuery: geocode?.address ?? '',
    results: geocode ? [geocode] : [],
    selected: geocode ? 0 : null,
    finalPoint: place,
  }
  if (!place || !(geocode || parcel?.address)) return notFound(diagnostics, available)
  const match = parcel && { parcel, unconfirmed: false }
  const streetNumber = parcel?.streetNumber || geocode?.streetNumber || ''
  return resolve(ctx, { point: place, geocode, match, streetNumber, available, diagnostics, by: 'click' })
}

function notFound(diagnostics: LocateDiagnostics, parcelServiceAvailable: boolean): LocateResult {
  return {
    outcome: 'not_found',
    property: null,
    draft: null,
    ownerUpdated: false,
    parcelServiceAvailable,
    parcel: null,
    diagnostics,
  }
}

interface LocateMatch {
  point: Point
  geocode: GeocodeCandidate | null
  match: ParcelMatch<ParcelRecord> | null
  streetNumber: string
  available: boolean
  diagnostics: LocateDiagnostics
  by: { streetNumber: string } | 'click'
}

async function resolve(ctx: Context, found: LocateMatch): Promise<LocateResult> {
  const parcel = found.match?.parcel ?? null
  const shared = {
    parcelServiceAvailable: found.available,
    parcel,
    diagnostics: found.diagnostics,
  }
  const tenantId = requireTenant(ctx.actor)
  const saved = await ctx.database.within({ tenantId }, (em) => findPropertyAt(em, found.point, found.by))
  if (!saved) return { outcome: 'new', property: null, draft: draftOf(found), ownerUpdated: false, ...shared }
  const visible = reachOf(ctx.actor!, 'property.read') === 'all' || saved.assignedTo === ctx.actor!.userId
  if (!visible) return { outcome: 'existing', property: null, draft: draftOf(found), ownerUpdated: false, ...shared }
  const updated =
    found.match && !found.match.unconfirmed ? await updateFromParcel(ctx, saved, found.match.parcel) : null
  return { outcome: 'existing', property: updated ?? saved, draft: null, ownerUpdated: updated !== null, ...shared }
}

/** Saves what the parcel says that the property does not; null when nothing differs or it could not be saved. */
async function updateFromParcel(ctx: Context, saved: PropertyView, parcel: ParcelRecord): Promise<PropertyView | null> {
  const change = {
    ...(parcel.ownerName && parcel.ownerName !== saved.ownerName
      ? { ownerName: parcel.ownerName, ownerAddress: parcel.ownerAddress, ownerSource: parcel.source }
      : {}),
    ...(parcel.parcelId && parcel.parcelId !== saved.parcelId ? { parcelId: parcel.parcelId } : {}),
    ...(saved.unconfirmed ? { unconfirmed: false } : {}),
    ...(!saved.streetNumber && parcel.streetNumber ? { streetNumber: parcel.streetNumber } : {}),
  }
  if (Object.keys(change).length === 0) return null
  try {
    return await transactInTenant(ctx, saved.tenantId, async ({ em, record }) => {
      await lockProperty(em, saved.id, 'for no key update')
      await em.nativeUpdate(Property, { tenantId: saved.tenantId, id: saved.id }, { ...change, updatedAt: ctx.now() })
      record({ type: 'OwnerRefreshed', subjectId: saved.id, data: { ...propertyRefOf(saved), source: parcel.source } })
      return findProperty(em, saved.id)
    })
  } catch (error) {
    // A failed update still opens the property (spec §4).
    if (error instanceof UserFacingError) return null
    throw error
  }
}

function draftOf({ point, geocode, match, streetNumber }: LocateMatch): PropertyDraft {
  const parcel = match?.parcel ?? null
  // An unconfirmed parcel is a neighbour's: the house keeps the number that was asked for.
  const street = match?.unconfirmed
    ? `${streetNumber} ${match.parcel.streetName ?? parseAddress(match.parcel.address ?? '').street}`
    : (parcel?.address ?? [geocode?.streetNumber, geocode?.street].filter(Boolean).join(' '))
  const city = parcel?.city ?? geocode?.city ?? null
  const state = parcel?.state ?? geocode?.state ?? null
  const zipCode = parcel?.zipCode ?? geocode?.zipCode ?? null
  const geocodedAddress = match?.unconfirmed ? geocode?.address : null
  return {
    address: geocodedAddress ?? [street, city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    streetNumber: streetNumber || parcel?.streetNumber || geocode?.streetNumber || '',
    streetName: parcel?.streetName ?? geocode?.street ?? null,
    city,
    state,
    zipCode,
    ...point,
    ownerName: parcel?.ownerName ?? unknownOwner,
    ownerAddress: parcel?.ownerAddress ?? null,
    ownerSource: parcel?.source ?? null,
    parcelId: parcel?.parcelId ?? null,
    unconfirmed: match?.unconfirmed ?? false,
    neighborhood: parcel?.neighborhood ?? geocode?.neighborhood ?? null,
  }
}
