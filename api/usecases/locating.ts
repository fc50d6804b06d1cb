import type { Context } from '../context.ts'
import { parseAddress, streetNumberOf, tidyAddress } from '../domain/address.ts'
import { Refused, UserFacingError } from '../domain/errors.ts'
import { placeOf, selectCandidate, type GeocodeCandidate } from '../domain/geocode.ts'
import { unknownOwner } from '../domain/letterValues.ts'
import { pickParcel, type ParcelMatch } from '../domain/parcelMatch.ts'
import { authorize, reachOf, tenantOf } from '../domain/permissions.ts'
import type { Point } from '../domain/point.ts'
import { Property } from '../entities/property.ts'
import { transactIn } from '../log/transact.ts'
import type { ParcelRecord } from '../services/parcels/parcels.ts'
import { addressAt, geocodeAddress, parcelsAt, searchParcels, tryParcels } from './places.ts'
import { findProperty, findPropertyAt, lockProperty, refOf, type PropertyView } from './properties.ts'

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

export interface Located {
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
): Promise<Located> {
  authorize(ctx.actor, 'place.lookUp')
  tenantOf(ctx.actor)
  if (input.point && input.address) throw new Refused('Locate by an address or by a point, not both.')
  return input.point ? locateClick(ctx, input.point) : locateSearch(ctx, input.address ?? '', input.context ?? null)
}

async function locateSearch(ctx: Context, userInput: string, context: string | null): Promise<Located> {
  const address = tidyAddress(userInput)
  if (!address) throw new Refused('Please enter an address', { address: 'Please enter an address' })
  const processedQuery = address.includes(',') ? address : `${address}, USA`
  const streetNumber = streetNumberOf(address)
  const [results, { parcels, available }] = await Promise.all([
    geocodeAddress(ctx, processedQuery),
    tryParcels(() => searchParcels(ctx, address, context)),
  ])
  const selected = selectCandidate(results, streetNumber)
  const geocode = selected === null ? null : results[selected]!
  const match = pickParcel(parcels, streetNumber)
  const point = placeOf(geocode, match?.parcel.centroid ?? null, streetNumber)
  const diagnostics = { userInput, processedQuery, results, selected, finalPoint: point }
  if (!point) return nothing(diagnostics, available)
  return settle(ctx, { point, geocode, match, streetNumber, available, diagnostics, by: { streetNumber } })
}

async function locateClick(ctx: Context, point: Point): Promise<Located> {
  const [geocode, { parcels, available }] = await Promise.all([
    addressAt(ctx, point),
    tryParcels(() => parcelsAt(ctx, point)),
  ])
  const parcel = parcels[0] ?? null
  const found = parcel?.centroid ?? (geocode ? geocode.point : null)
  const diagnostics = {
    userInput: `${point.lat}, ${point.lng}`,
    processedQuery: geocode?.address ?? '',
    results: geocode ? [geocode] : [],
    selected: geocode ? 0 : null,
    finalPoint: found,
  }
  if (!found || !(geocode || parcel?.address)) return nothing(diagnostics, available)
  const match = parcel && { parcel, unconfirmed: false }
  const streetNumber = parcel?.streetNumber || geocode?.streetNumber || ''
  return settle(ctx, { point: found, geocode, match, streetNumber, available, diagnostics, by: 'click' })
}

function nothing(diagnostics: LocateDiagnostics, parcelServiceAvailable: boolean): Located {
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

interface Found {
  point: Point
  geocode: GeocodeCandidate | null
  match: ParcelMatch<ParcelRecord> | null
  streetNumber: string
  available: boolean
  diagnostics: LocateDiagnostics
  by: { streetNumber: string } | 'click'
}

async function settle(ctx: Context, found: Found): Promise<Located> {
  const parcel = found.match?.parcel ?? null
  const rest = {
    parcelServiceAvailable: found.available,
    parcel,
    diagnostics: found.diagnostics,
  }
  const tenantId = tenantOf(ctx.actor)
  const saved = await ctx.database.within({ tenantId }, (em) => findPropertyAt(em, found.point, found.by))
  if (!saved) return { outcome: 'new', property: null, draft: draftOf(found), ownerUpdated: false, ...rest }
  const visible = reachOf(ctx.actor!, 'property.read') === 'all' || saved.assignedTo === ctx.actor!.userId
  if (!visible) return { outcome: 'existing', property: null, draft: draftOf(found), ownerUpdated: false, ...rest }
  const fresh = found.match && !found.match.unconfirmed ? await freshen(ctx, saved, found.match.parcel) : null
  return { outcome: 'existing', property: fresh ?? saved, draft: null, ownerUpdated: fresh !== null, ...rest }
}

/** Saves what the parcel says that the property does not; null when nothing differs or it could not be saved. */
async function freshen(ctx: Context, saved: PropertyView, parcel: ParcelRecord): Promise<PropertyView | null> {
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
    return await transactIn(ctx, saved.tenantId, async ({ em, record }) => {
      await lockProperty(em, saved.id, 'for no key update')
      await em.nativeUpdate(Property, { tenantId: saved.tenantId, id: saved.id }, { ...change, updatedAt: ctx.now() })
      record({ type: 'OwnerRefreshed', subjectId: saved.id, data: { ...refOf(saved), source: parcel.source } })
      return findProperty(em, saved.id)
    })
  } catch (error) {
    // A failed update still opens the property (spec §4).
    if (error instanceof UserFacingError) return null
    throw error
  }
}

function draftOf({ point, geocode, match, streetNumber }: Found): PropertyDraft {
  const parcel = match?.parcel ?? null
  // An unconfirmed parcel is a neighbour's: the house keeps the number that was asked for.
  const street = match?.unconfirmed
    ? `${streetNumber} ${match.parcel.streetName ?? parseAddress(match.parcel.address ?? '').street}`
    : (parcel?.address ?? [geocode?.streetNumber, geocode?.street].filter(Boolean).join(' '))
  const city = parcel?.city ?? geocode?.city ?? null
  const state = parcel?.state ?? geocode?.state ?? null
  const zipCode = parcel?.zipCode ?? geocode?.zipCode ?? null
  const line = match?.unconfirmed ? geocode?.address : null
  return {
    address: line ?? [street, city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
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
