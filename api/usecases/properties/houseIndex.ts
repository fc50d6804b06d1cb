import {
  compareKeyed,
  keyed,
  type Comparison,
  type HouseFacts,
  type KeyedHouse,
} from '../../domain/addresses/compareHouses.ts'
import { doorOf } from '../../domain/addresses/addressKey.ts'
import { streetNumberOf } from '../../domain/addresses/houseNumbers.ts'
import { matchableParcelId } from '../../domain/locating/parcelIds.ts'
import { pointKey } from '../../domain/point.ts'
import type { Database } from '../../database/connection.ts'
import { makePauses } from '../../domain/pauses.ts'

/** What identifies a house in a file or in the database. */
export interface HouseIdentity extends HouseFacts {
  streetNumber?: string | null | undefined
}

/** A house that is the one that is meant, or may be. */
export interface FoundHouse<House> {
  house: House
  comparison: Comparison
  /** The houses that may be meant, if it is unsure which, at most `maxAlternatives`. */
  alternatives: House[]
}

interface Entry<House> {
  order: number
  keyed: KeyedHouse
  house: House
}

/** Houses that are compared for one key, so that finding takes the same time however many houses there are. */
const maxCompared = 40
const maxAlternatives = 10
/** The size of the squares in which houses with points are looked for: points of one house are in neighboring squares. */
const squareDegrees = 0.003

/** Finds the house that is meant by its address, parcel id or point, with the rules of `compareHouses`. */
export class HouseIndex<House> {
  readonly #entries = new Map<string, Entry<House> | Entry<House>[]>()
  #count = 0

  /** Of houses that are equal, the one that was added first is found. */
  add(identity: HouseIdentity, house: House): void {
    const entry = { order: this.#count++, keyed: keyed(identity), house }
    for (const key of keysOf(entry.keyed, identity)) {
      const entries = this.#entries.get(key)
      // Most keys have one house.
      if (!entries) this.#entries.set(key, entry)
      else if (!Array.isArray(entries)) this.#entries.set(key, [entries, entry])
      else if (entries.length < maxCompared) entries.push(entry)
    }
  }

  /** The house that is the same, else one that may be; null if there is neither. */
  find(identity: HouseIdentity): FoundHouse<House> | null {
    const compared = this.findAll(identity)
    const found = compared.find(({ comparison }) => comparison.verdict === 'same') ?? compared[0]
    if (!found) return null
    const isSure = found.comparison.verdict === 'same'
    return { ...found, alternatives: isSure ? [] : compared.slice(0, maxAlternatives).map((other) => other.house) }
  }

  /** The houses that are the same or may be, in the order in which they were added. */
  findAll(identity: HouseIdentity): Omit<FoundHouse<House>, 'alternatives'>[] {
    const wanted = keyed(identity)
    const candidates = new Set(keysToFind(wanted, identity).flatMap((key) => this.#entries.get(key) ?? []))
    return [...candidates]
      .toSorted((one, other) => one.order - other.order)
      .map((entry) => ({ house: entry.house, comparison: compareKeyed(wanted, entry.keyed) }))
      .filter(({ comparison }) => comparison.verdict !== 'different')
  }
}

/** The keys of a house: its door with each thing that is known of its place, and its number on a street of this name nearby. */
function keysOf(house: KeyedHouse, identity: HouseIdentity): string[] {
  const door = doorOf(house.key)
  const { places, squares } = placesOf(house)
  const [square] = squares
  const doors = [...(places.length === 0 ? ['nowhere'] : places), ...(square ? [square] : []), 'anywhere']
  return [
    ...(door === null ? [] : doors.map((place) => `${door} ${place}`)),
    ...(door === null || !square ? [] : [`${numberOf(house)} ${square}`]),
    ...otherKeysOf(house, identity),
  ]
}

/** The keys under which a house that is the same, or may be, was added. */
function keysToFind(house: KeyedHouse, identity: HouseIdentity): string[] {
  const door = doorOf(house.key)
  const { places, squares } = placesOf(house)
  const doors = [...places, ...squares, 'nowhere', ...(places.length > 0 ? [] : ['anywhere'])]
  return [
    ...(door === null ? [] : doors.map((place) => `${door} ${place}`)),
    ...(door === null ? [] : squares.map((square) => `${numberOf(house)} ${square}`)),
    ...otherKeysOf(house, identity),
  ]
}

/** The number and the name of the street, without direction, suffix and unit. */
function numberOf({ key }: KeyedHouse): string {
  return `${key.parsed.houseNumber!.first}|${key.streetParts.name}`
}

function placesOf({ facts: { lat, lng }, key: { city, zipCode } }: KeyedHouse): {
  places: string[]
  squares: string[]
} {
  const places = [...(zipCode === '' ? [] : [zipCode]), ...(city === '' ? [] : [city])]
  if (lat == null || lng == null) return { places, squares: [] }
  const [row, column] = [Math.floor(lat / squareDegrees), Math.floor(lng / squareDegrees)]
  const around = [0, -1, 1]
  return { places, squares: around.flatMap((y) => around.map((x) => `${row + y}:${column + x}`)) }
}

function otherKeysOf({ facts }: KeyedHouse, { streetNumber }: HouseIdentity): string[] {
  const { parcelId, lat, lng, address } = facts
  const parcel = matchableParcelId(parcelId)
  const point = lat == null || lng == null ? null : pointKey({ lat, lng }, 5)
  return [
    ...(parcel === null ? [] : [`parcel ${parcel}`]),
    ...(point === null ? [] : [`point ${point} ${streetNumber?.trim() || streetNumberOf(address)}`]),
  ]
}

interface SavedHouse extends HouseIdentity {
  id: string
  streetNumber: string
  parcelId: string | null
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
