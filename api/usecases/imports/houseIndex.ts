import { addressKeyOf, isSameAddress, type AddressKey } from '../../domain/addressKey.ts'
import { streetNumberOf } from '../../domain/address.ts'
import { pointKey } from '../../domain/point.ts'
import type { Database } from '../../database/connection.ts'

/** What identifies a house in a file or in the database. */
export interface HouseIdentity {
  address: string
  streetNumber?: string | null | undefined
  city?: string | null | undefined
  zipCode?: string | null | undefined
  parcelId?: string | null | undefined
  lat?: number | undefined
  lng?: number | undefined
}

/**
 * Finds the house that is meant: the one with the same parcel id, else with the same address, else with the same number at the
 * same point, where a second one cannot be saved.
 */
export class HouseIndex<House> {
  readonly #byParcel = new Map<string, House>()
  readonly #byDoor = new Map<string, { key: AddressKey; house: House }[]>()
  readonly #byPoint = new Map<string, House>()

  /** A house that was added before is found first. */
  add(identity: HouseIdentity, house: House): void {
    const { parcel, key, point } = keysOf(identity)
    if (parcel !== null && !this.#byParcel.has(parcel)) this.#byParcel.set(parcel, house)
    if (key !== null) {
      const sameDoor = this.#byDoor.get(key.door)
      if (sameDoor) sameDoor.push({ key, house })
      else this.#byDoor.set(key.door, [{ key, house }])
    }
    if (point !== null && !this.#byPoint.has(point)) this.#byPoint.set(point, house)
  }

  find(identity: HouseIdentity): House | null {
    const { parcel, key, point } = keysOf(identity)
    const byParcel = parcel === null ? undefined : this.#byParcel.get(parcel)
    if (byParcel) return byParcel
    const byAddress = key && this.#byDoor.get(key.door)?.find((other) => isSameAddress(other.key, key))
    if (byAddress) return byAddress.house
    return (point === null ? undefined : this.#byPoint.get(point)) ?? null
  }
}

function keysOf({ address, streetNumber, city, zipCode, parcelId, lat, lng }: HouseIdentity) {
  return {
    parcel: parcelId?.trim() || null,
    key: address === '' ? null : addressKeyOf({ address, city, zipCode }),
    point:
      lat === undefined || lng === undefined
        ? null
        : `${pointKey({ lat, lng }, 5)} ${streetNumber?.trim() || streetNumberOf(address)}`,
  }
}

interface SavedHouse {
  id: string
  address: string
  streetNumber: string
  city: string | null
  zipCode: string | null
  parcelId: string | null
  lat: number
  lng: number
}

const pageSize = 10_000

/** The ids of the tenant's saved houses that rows of the file may mean. Reads the houses in pages and keeps only those. */
export async function indexSavedHouses(
  database: Database,
  tenantId: string,
  wanted: readonly HouseIdentity[],
): Promise<HouseIndex<string>> {
  const index = new HouseIndex<string>()
  const parcels = new Set(wanted.flatMap(({ parcelId }) => parcelId?.trim() || []))
  const numbers = new Set(wanted.map(({ address, streetNumber }) => streetNumber?.trim() || streetNumberOf(address)))
  if (wanted.length === 0) return index
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const page = await database.query<SavedHouse>(
      { tenantId },
      `select p.id, p.address, p.street_number as "streetNumber", p.city, p.zip_code as "zipCode", p.parcel_id as "parcelId", p.lat, p.lng
       from properties p where p.tenant_id = $1 and p.id > $2 order by p.id limit $3`,
      [tenantId, after, pageSize],
    )
    for (const house of page)
      if (
        numbers.has(house.streetNumber) ||
        numbers.has(streetNumberOf(house.address)) ||
        (house.parcelId && parcels.has(house.parcelId.trim()))
      )
        index.add(house, house.id)
    if (page.length < pageSize) return index
    after = page.at(-1)!.id
  }
}
