import { parcelsOf, type Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import type { VerdictReason } from '../../domain/addresses/compareProperties.ts'
import { recordMixUp, sharedParcelMixUp } from '../../domain/addresses/mixUps.ts'
import { Unavailable } from '../../domain/errors.ts'
import { formatAddress } from '../../domain/locating/geocode.ts'
import { isStoredUuid } from '../../domain/ids.ts'
import { readCursor, writeCursor } from '../../domain/paging.ts'
import { matchableParcelId } from '../../domain/locating/parcelIds.ts'
import { makePauses } from '../../domain/pauses.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import type { ParcelRecord } from '../../services/parcels/parcels.ts'
import type { PropertyView } from '../../records/propertyRows.ts'
import { fullAddressOf, findConfirmedParcel } from './ownerRefresh.ts'

/** A saved property whose owner or parcel id may be that of another house. */
export interface AddressMixUp {
  propertyId: string
  address: string
  ownerName: string | null
  parcelId: string
  reason: VerdictReason
  /** The address of the parcel record or of the property that has the same parcel id. */
  otherAddress: string
  /** The other saved property; null if a parcel record tells. */
  otherPropertyId: string | null
  /** What `correctOwner` sets: the parcel of this address. Null where it clears the parcel id, and the owner unless a person entered it. */
  ownParcelId: string | null
  ownOwnerName: string | null
}

export type MixUpProperty = Pick<
  PropertyView,
  | 'tenantId'
  | 'id'
  | 'address'
  | 'city'
  | 'state'
  | 'zipCode'
  | 'lat'
  | 'lng'
  | 'ownerName'
  | 'ownerSource'
  | 'parcelId'
>

const describingColumns = `p.tenant_id as "tenantId", p.id, p.address, p.city, p.state, p.zip_code as "zipCode", p.lat, p.lng,
  p.owner_name as "ownerName", p.owner_source as "ownerSource", p.parcel_id as "parcelId"`

/** The number of properties that are read at a time, and by one request. */
const batchSize = 500
const maxChecked = 1_000
/** Properties with one parcel id that are compared with another. */
const maxSharing = 20

/**
 * Saved properties of the tenant whose owner or parcel id may be that of another house, at most `limit`, by id. Each call checks a part
 * of the properties: `next` is where the next call continues, null after the last property. Changes nothing.
 */
export async function listAddressMixUps(
  ctx: Context,
  limit: number,
  cursor: string | null,
): Promise<{ mixUps: AddressMixUp[]; next: string | null }> {
  authorize(ctx.actor, 'owner.correct')
  const tenantId = requireTenant(ctx.actor)
  let after = cursor === null ? '00000000-0000-0000-0000-000000000000' : readCursor(cursor, [isStoredUuid])[0]!
  const found: FoundMixUp[] = []
  for (let checked = 0; checked < maxChecked; checked += batchSize) {
    const properties = await readMixUpProperties(ctx, tenantId, after)
    found.push(...(await findMixUps(ctx, tenantId, properties)))
    const isLast = properties.length < batchSize
    if (found.length > limit || isLast) return toPage(ctx, found.slice(0, limit), isLast && found.length <= limit)
    after = properties.at(-1)!.id
  }
  return { ...(await toPage(ctx, found, true)), next: writeCursor(after) }
}

async function toPage(ctx: Context, found: FoundMixUp[], isLast: boolean) {
  const mixUps: AddressMixUp[] = []
  for (const { property, ...mixUp } of found) {
    const parcel = await findOwnParcel(ctx, property).catch((error: unknown) => {
      if (error instanceof Unavailable) return null
      throw error
    })
    mixUps.push({ ...mixUp, ownParcelId: parcel?.parcelId ?? null, ownOwnerName: parcel?.ownerName ?? null })
  }
  return { mixUps, next: isLast ? null : writeCursor(mixUps.at(-1)!.propertyId) }
}

type FoundMixUp = Omit<AddressMixUp, 'ownParcelId' | 'ownOwnerName'> & { property: MixUpProperty }

/** Which of these houses of a tenant have the parcel id of another one, by the parcel records that cost nothing and the other saved houses. */
export async function findMixUps(
  ctx: Context,
  tenantId: string,
  properties: readonly MixUpProperty[],
): Promise<FoundMixUp[]> {
  const withParcel = properties.filter(({ parcelId }) => matchableParcelId(parcelId) !== null)
  const records = (await parcelsOf(ctx).byIds?.(withParcel.flatMap((property) => recordIdOf(property) ?? []))) ?? []
  const recordById = new Map(records.map((record) => [record.id, record]))
  const sharing = await readSharing(ctx, tenantId, withParcel)
  const found: FoundMixUp[] = []
  const pause = makePauses()
  for (const property of withParcel) {
    await pause()
    const { id: propertyId, address, ownerName, parcelId } = property
    const mixUp = { property, propertyId, address, ownerName: ownerName ?? null, parcelId: parcelId! }
    const record = recordById.get(recordIdOf(property) ?? '')
    if (record?.address) {
      const reason = recordMixUp(property, factsOfRecord(record))
      if (reason) found.push({ ...mixUp, reason, otherAddress: addressOfRecord(record), otherPropertyId: null })
      // The parcel is that of this house, whoever else has its id.
      continue
    }
    for (const other of sharing.get(parcelId!) ?? []) {
      const reason = other.id === propertyId ? null : sharedParcelMixUp(property, other)
      if (!reason) continue
      found.push({ ...mixUp, reason, otherAddress: other.address, otherPropertyId: other.id })
      break
    }
  }
  return found
}

/** The confirmed parcel of the address of a house, from records that cost nothing; null if there is none. Throws `Unavailable`. */
export async function findOwnParcel(ctx: Context, property: MixUpProperty): Promise<ParcelRecord | null> {
  if (!parcelsOf(ctx).byIds) return null
  const { found } = await parcelsOf(ctx).search(fullAddressOf(property))
  const parcel = findConfirmedParcel(found, property)
  // The same street and number are in other towns, too.
  return parcel && !recordMixUp({ ...property, parcelId: null }, factsOfRecord(parcel)) ? parcel : null
}

/** The provider's id of the parcel record from which the owner came, such as 'town:14-05'; null if the owner is not from one. */
function recordIdOf({ ownerSource, parcelId }: MixUpProperty): string | null {
  return ownerSource?.startsWith('parcels:') ? `${ownerSource.slice('parcels:'.length)}:${parcelId}` : null
}

const factsOfRecord = ({ address, city, state, zipCode, parcelId, centroid }: ParcelRecord) => ({
  ...{ address: address ?? '', city, state, zipCode, parcelId },
  ...centroid,
})

const addressOfRecord = ({ address, city, state, zipCode }: ParcelRecord) =>
  formatAddress({ address, city, state, zipCode })

function readMixUpProperties(ctx: Context, tenantId: string, after: string): Promise<MixUpProperty[]> {
  return ctx.database.within({ tenantId }, (em) =>
    queryRows<MixUpProperty>(
      em,
      `select ${describingColumns} from properties p where p.tenant_id = $1 and p.id > $2 order by p.id limit ${batchSize}`,
      [tenantId, after],
    ),
  )
}

/** The tenant's houses with the parcel ids of these, by parcel id. */
async function readSharing(
  ctx: Context,
  tenantId: string,
  properties: readonly MixUpProperty[],
): Promise<Map<string, MixUpProperty[]>> {
  const ids = [...new Set(properties.map(({ parcelId }) => parcelId!))]
  const found = await ctx.database.within({ tenantId }, (em) =>
    queryRows<MixUpProperty>(
      em,
      `select h.* from unnest($2::text[]) as wanted (parcel_id) cross join lateral (
         select ${describingColumns} from properties p
         where p.tenant_id = $1 and p.parcel_id collate "C" = wanted.parcel_id collate "C" order by p.id limit ${maxSharing}) h`,
      [tenantId, ids],
    ),
  )
  return Map.groupBy(found, ({ parcelId }) => parcelId!)
}
