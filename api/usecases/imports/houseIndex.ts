import { addressKeyOf, type AddressKey } from '../../domain/addressKey.ts'
import { streetNumberOf } from '../../domain/address.ts'
import { matchableParcelId } from '../../domain/parcelIds.ts'
import { pointKey } from '../../domain/point.ts'
import type { Database } from '../../database/connection.ts'
import { makePauses } from '../../domain/pauses.ts'

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
 * Finds the house that is meant: the one with the same parcel id (a placeholder such as N/A is none), else with the same address, else with the same number at the
 * same point, where a second one cannot be saved. Finding takes the same time however many houses there are.
 */
export class HouseIndex<House> {
  readonly #byParcel = new Map<string, House>()
  readonly #byAddress = new Map<string, { order: number; house: House }>()
  readonly #byPoint = new Map<string, House>()
  #count = 0

  /** A house that was added before is found first. */
  add(identity: HouseIdentity, house: House): void {
    const { parcel, key, point } = keysOf(identity)
    if (parcel !== null && !this.#byParcel.has(parcel)) this.#byParcel.set(parcel, house)
    if (key !== null) {
      const entry = { order: this.#count++, house }
      for (const text of keysToAdd(key)) if (!this.#byAddress.has(text)) this.#byAddress.set(text, entry)
    }
    if (point !== null && !this.#byPoint.has(point)) this.#byPoint.set(point, house)
  }

  find(identity: HouseIdentity): House | null {
    const { parcel, key, point } = keysOf(identity)
    const byParcel = parcel === null ? undefined : this.#byParcel.get(parcel)
    if (byParcel) return byParcel
    const byAddress = key && this.#findAddress(key)
    if (byAddress) return byAddress
    return (point === null ? undefined : this.#byPoint.get(point)) ?? null
  }

  #findAddress(key: AddressKey): House | null {
    const found = keysToFind(key).flatMap((text) => this.#byAddress.get(text) ?? [])
    if (found.length === 0) return null
    return found.reduce((first, next) => (next.order < first.order ? next : first)).house
  }
}

/**
 * The keys of an address in the index, one for each set of the parts of its place that it may be compared by, because a city or ZIP
 * code that the other address lacks does not tell them apart. A key begins with what the added address has.
 */
function keysToAdd({ door, city, zipCode }: AddressKey): string[] {
  const known = `${city !== ''} ${zipCode !== ''}`
  const cities = city === '' ? [''] : [city, '']
  const zipCodes = zipCode === '' ? [''] : [zipCode, '']
  return cities.flatMap((byCity) => zipCodes.map((byZipCode) => [known, door, byCity, byZipCode].join('|')))
}

/** The keys under which an address that is the same may have been added. */
function keysToFind({ door, city, zipCode }: AddressKey): string[] {
  return [true, false].flatMap((hasCity) =>
    [true, false].map((hasZipCode) =>
      [`${hasCity} ${hasZipCode}`, door, hasCity ? city : '', hasZipCode ? zipCode : ''].join('|'),
    ),
  )
}

function keysOf({ address, streetNumber, city, zipCode, parcelId, lat, lng }: HouseIdentity) {
  return {
    parcel: matchableParcelId(parcelId),
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

const pageSize = 1_000

/** The ids of the tenant's saved houses that rows of the file may mean. Reads the houses in pages and keeps only those. */
export async function indexSavedHouses(
  database: Database,
  tenantId: string,
  wanted: readonly HouseIdentity[],
): Promise<HouseIndex<string>> {
  const index = new HouseIndex<string>()
  const pause = makePauses()
  const parcels = new Set(wanted.flatMap(({ parcelId }) => matchableParcelId(parcelId) ?? []))
  const numbers = new Set(wanted.map(({ address, streetNumber }) => streetNumber?.trim() || streetNumberOf(address)))
  if (wanted.length === 0) return index
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const page = await database.query<SavedHouse>(
      { tenantId },
      `select p.id, p.address, p.street_number as "streetNumber", p.city, p.zip_code as "zipCode", p.parcel_id as "parcelId", p.lat, p.lng
       from properties p where p.tenant_id = $1 and p.id > $2 order by p.id limit $3`,
      [tenantId, after, pageSize],
    )
    for (const house of page) {
      await pause()
      if (
        numbers.has(house.streetNumber) ||
        numbers.has(streetNumberOf(house.address)) ||
        (house.parcelId && parcels.has(house.parcelId.trim()))
      )
        index.add(house, house.id)
    }
    if (page.length < pageSize) return index
    after = page.at(-1)!.id
  }
}
