import {
  compareKeyed,
  keyed,
  type Comparison,
  type PropertyDescription,
  type KeyedProperty,
} from '../../domain/addresses/compareProperties.ts'
import { doorOf } from '../../domain/addresses/addressKey.ts'
import { streetNumberOf } from '../../domain/addresses/houseNumbers.ts'
import { matchableParcelId } from '../../domain/locating/parcelIds.ts'
import { pointKey } from '../../domain/point.ts'
import type { Database } from '../../database/connection.ts'
import { makePauses } from '../../domain/pauses.ts'

/** What identifies a house in a file or in the database. */
export interface PropertyIdentity extends PropertyDescription {
  streetNumber?: string | null | undefined
}

/** A house that is the one that is meant, or may be. */
export interface FoundProperty<Property> {
  property: Property
  comparison: Comparison
  /** The houses that may be meant, if it is unsure which, at most `maxAlternatives`. */
  alternatives: Property[]
}

interface Entry<Property> {
  order: number
  keyed: KeyedProperty
  property: Property
}

/** Houses that are compared for one key, so that finding takes the same time however many houses there are. */
const maxCompared = 40
const maxAlternatives = 10
/** The size of the squares in which houses with points are looked for: points of one house are in neighboring squares. */
const squareDegrees = 0.003

/** Finds the house that is meant by its address, parcel id or point, with the rules of `compareProperties`. */
export class PropertyIndex<Property> {
  readonly #entries = new Map<string, Entry<Property> | Entry<Property>[]>()
  /** The first parts of the keys with a place, of which a house that is looked for has a dozen. */
  readonly #doors = new Set<string>()
  /** What was the same as a house that was looked for, which stays so, because the first one that was added is found. */
  readonly #same = new Map<string, FoundProperty<Property>>()
  readonly #isWithoutPoints: boolean
  #count = 0

  /** `isWithoutPoints` if those that are looked for have none: then houses that may be meant are found by number, street name and place. */
  constructor({ isWithoutPoints = false } = {}) {
    this.#isWithoutPoints = isWithoutPoints
  }

  /** Of houses that are equal, the one that was added first is found. */
  add(identity: PropertyIdentity, property: Property): void {
    const entry = { order: this.#count++, keyed: keyed(identity), property }
    for (const door of doorsOf(entry.keyed)) this.#doors.add(door)
    const keys = keysOf(entry.keyed, identity)
    if (this.#isWithoutPoints) keys.push(...numbersInPlaces(entry.keyed))
    for (const key of keys) {
      const entries = this.#entries.get(key)
      // Most keys have one house.
      if (!entries) this.#entries.set(key, entry)
      else if (!Array.isArray(entries)) this.#entries.set(key, [entries, entry])
      else if (entries.length < maxCompared) entries.push(entry)
    }
  }

  /** The house that is the same, else one that may be; null if there is neither. */
  find(identity: PropertyIdentity): FoundProperty<Property> | null {
    if (this.#count === 0) return null
    // A file of visits has a row for each visit at a house.
    const text = textOf(identity)
    const known = this.#same.get(text)
    if (known) return known
    const compared = this.findAll(identity)
    const same = compared.find(({ comparison }) => comparison.verdict === 'same')
    if (same) {
      const found = { ...same, alternatives: [] }
      this.#same.set(text, found)
      return found
    }
    const [found] = compared
    return found ? { ...found, alternatives: compared.slice(0, maxAlternatives).map((other) => other.property) } : null
  }

  /** The houses that are the same or may be, in the order in which they were added. */
  findAll(identity: PropertyIdentity): Omit<FoundProperty<Property>, 'alternatives'>[] {
    if (this.#count === 0) return []
    const wanted = keyed(identity)
    const keys = doorsOf(wanted).some((door) => this.#doors.has(door))
      ? keysToFind(wanted, identity)
      : otherKeysOf(wanted, identity)
    if (this.#isWithoutPoints) keys.push(...numbersInPlaces(wanted))
    const candidates = new Set(keys.flatMap((key) => this.#entries.get(key) ?? []))
    return [...candidates]
      .toSorted((one, other) => one.order - other.order)
      .map((entry) => ({ property: entry.property, comparison: compareKeyed(wanted, entry.keyed) }))
      .filter(({ comparison }) => comparison.verdict !== 'different')
  }
}

/** All that identifies a house. */
const textOf = ({ address, city, state, zipCode, lat, lng, parcelId, streetNumber }: PropertyIdentity): string =>
  JSON.stringify([address, city, state, zipCode, lat, lng, parcelId, streetNumber])

/** The keys of a house: its door with each thing that is known of its place, and its number on a street of this name nearby. */
function keysOf(property: KeyedProperty, identity: PropertyIdentity): string[] {
  const door = doorOf(property.key)
  const { places, squares } = placesOf(property)
  const [square] = squares
  const doors = [...(places.length === 0 ? ['nowhere'] : places), ...(square ? [square] : []), 'anywhere']
  return [
    ...(door === null ? [] : doors.map((place) => `${door} ${place}`)),
    ...(door === null || !square ? [] : [`${numberOf(property)} ${square}`]),
    ...otherKeysOf(property, identity),
  ]
}

/** The keys under which a house that is the same, or may be, was added. */
function keysToFind(property: KeyedProperty, identity: PropertyIdentity): string[] {
  const door = doorOf(property.key)
  const { places, squares } = placesOf(property)
  const doors = [...places, ...squares, 'nowhere', ...(places.length > 0 ? [] : ['anywhere'])]
  return [
    ...(door === null ? [] : doors.map((place) => `${door} ${place}`)),
    ...(door === null ? [] : squares.map((square) => `${numberOf(property)} ${square}`)),
    ...otherKeysOf(property, identity),
  ]
}

/** The number and the name of the street, without direction, suffix and unit. */
function numberOf({ key }: KeyedProperty): string {
  return `${key.parsed.houseNumber!.first}|${key.streetParts.name}`
}

/** The number on a street of this name in each place that is known. */
function numbersInPlaces(property: KeyedProperty): string[] {
  if (doorOf(property.key) === null) return []
  return placesOf(property).places.map((place) => `${numberOf(property)} ${place}`)
}

/** The first parts of the keys with a place: the door, and the number on a street of this name. */
function doorsOf(property: KeyedProperty): string[] {
  const door = doorOf(property.key)
  return door === null ? [] : [door, numberOf(property)]
}

function placesOf({ facts: { lat, lng }, key: { city, zipCode } }: KeyedProperty): {
  places: string[]
  squares: string[]
} {
  const places = [...(zipCode === '' ? [] : [zipCode]), ...(city === '' ? [] : [city])]
  if (lat == null || lng == null) return { places, squares: [] }
  const [row, column] = [Math.floor(lat / squareDegrees), Math.floor(lng / squareDegrees)]
  const around = [0, -1, 1]
  return { places, squares: around.flatMap((y) => around.map((x) => `${row + y}:${column + x}`)) }
}

function otherKeysOf({ facts }: KeyedProperty, { streetNumber }: PropertyIdentity): string[] {
  const { parcelId, lat, lng, address } = facts
  const parcel = matchableParcelId(parcelId)
  const point = lat == null || lng == null ? null : pointKey({ lat, lng }, 5)
  return [
    ...(parcel === null ? [] : [`parcel ${parcel}`]),
    ...(point === null ? [] : [`point ${point} ${streetNumber?.trim() || streetNumberOf(address)}`]),
  ]
}

interface SavedProperty extends PropertyIdentity {
  id: string
  streetNumber: string
  parcelId: string | null
}

const pageSize = 1_000

/** The ids of the tenant's saved houses that rows of the file may mean. Reads the houses in pages and keeps only those. */
export async function indexSavedProperties(
  database: Database,
  tenantId: string,
  wanted: readonly PropertyIdentity[],
  options?: ConstructorParameters<typeof PropertyIndex>[0],
): Promise<PropertyIndex<string>> {
  const index = new PropertyIndex<string>(options)
  const pause = makePauses()
  const parcels = new Set(wanted.flatMap(({ parcelId }) => matchableParcelId(parcelId) ?? []))
  const numbers = new Set(wanted.map(({ address, streetNumber }) => streetNumber?.trim() || streetNumberOf(address)))
  if (wanted.length === 0) return index
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const page = await database.query<SavedProperty>(
      { tenantId },
      `select p.id, p.address, p.street_number as "streetNumber", p.city, p.zip_code as "zipCode", p.parcel_id as "parcelId", p.lat, p.lng
       from properties p where p.tenant_id = $1 and p.id > $2 order by p.id limit $3`,
      [tenantId, after, pageSize],
    )
    for (const property of page) {
      await pause()
      if (
        numbers.has(property.streetNumber) ||
        numbers.has(streetNumberOf(property.address)) ||
        (property.parcelId && parcels.has(property.parcelId.trim()))
      )
        index.add(property, property.id)
    }
    if (page.length < pageSize) return index
    after = page.at(-1)!.id
  }
}
