import { addressKeyOf } from '../../domain/addresses/addressKey.ts'
import { parseAddress } from '../../domain/addresses/parseAddress.ts'
import { streetKeyOf } from '../../domain/addresses/streets.ts'
import { normalizeName } from '../../domain/addresses/text.ts'
import { Unavailable } from '../../domain/errors.ts'
import type { Bounds, Point } from '../../domain/point.ts'
import {
  sortExactFirst,
  storableNumber,
  findNearNumber,
  findParcelAtEach,
  findParcelsAt,
  findByNumber,
  maxUnitsFound,
  findOnStreet,
  findHousesIn,
  findUnitsAtEach,
} from './parcelQueries.ts'
import { countAddresses } from './countAddresses.ts'
import { findAddressesOfZip } from './findAddressesOfZip.ts'
import type {
  AddressedPoint,
  CountedPlace,
  FreeParcelSource,
  House,
  AddressesOfZip,
  AddressCount,
  ParcelRecord,
  Query,
  RecordedUnits,
  StreetAddress,
} from './parcels.ts'
import { type ParcelRow, parcelColumns, storedNumberOf, toAddressLine, toParcelRecord } from './parcelRows.ts'
import { findStreets } from './findStreets.ts'

/** Records farther than this from the requested number are not results (spec §5). */
const maxNumberDifference = 20
const maxResults = 5

export interface EmbeddedParcelsOptions {
  /** An address whose lookups fail with `Unavailable`, to demonstrate an outage. */
  simulatedOutageAddress?: string
}

/** Looks up parcels in the database: the demo town and imported counties. Needs no network. */
export class EmbeddedParcels implements FreeParcelSource {
  readonly #query: Query
  readonly #outageAddress: string | null

  constructor(query: Query, options: EmbeddedParcelsOptions = {}) {
    this.#query = query
    this.#outageAddress =
      options.simulatedOutageAddress === undefined ? null : toAddressKey(options.simulatedOutageAddress)
  }

  async search(address: string, context?: string): Promise<ParcelRecord[]> {
    this.#failIfOutage(address)
    const key = addressKeyOf({ address })
    const { parsed } = key
    const number = storableNumber(parsed.houseNumber?.first)
    if (number === null) return []
    const { keys } = await findStreets(this.#query, parsed.street)
    if (keys.length === 0) return []
    const state = stateOfContext(context) ?? parsed.state
    const filterByPlace = (rows: ParcelRow[]) =>
      preferCity(
        parsed.city,
        rows.filter((row) => isCompatible(row.state?.toUpperCase(), state)),
      )
    const exact = await findByNumber<ParcelRow>(this.#query, keys, number, parcelColumns, maxUnitsFound)
    const found = sortExactFirst(filterByPlace(exact), key)
    if (found.length > 0) return toRecords(found)
    const neighbors = await findNearNumber<ParcelRow>(this.#query, keys, number, maxNumberDifference, parcelColumns)
    return toRecords(filterByPlace(neighbors))
  }

  async atPoint(point: Point): Promise<ParcelRecord[]> {
    const rows = await findParcelsAt(this.#query, point)
    for (const row of rows) this.#failIfOutage(row.address)
    return toRecords(rows)
  }

  async byId(id: string): Promise<ParcelRecord | null> {
    const key = splitId(id)
    if (!key) return null
    const [row] = await this.#query<ParcelRow>(
      `select ${parcelColumns} from parcels where dataset = $1 and parcel_id = $2`,
      [key.dataset, key.parcelId],
    )
    if (!row) return null
    this.#failIfOutage(row.address)
    return toParcelRecord(row)
  }

  async byIds(ids: readonly string[]): Promise<ParcelRecord[]> {
    const keys = ids.map(splitId).filter((key) => key !== null)
    const rows = await this.#query<ParcelRow>(
      `select ${parcelColumns} from parcels
       where (dataset, parcel_id) in (select * from unnest($1::text[], $2::text[]))`,
      [keys.map(({ dataset }) => dataset), keys.map(({ parcelId }) => parcelId)],
    )
    return rows.filter((row) => !this.#hasOutage(row.address)).map(toParcelRecord)
  }

  async outlinesAt(points: readonly Point[]): Promise<ParcelRecord['outline'][]> {
    const found = await findParcelAtEach(this.#query, points)
    return found.map((row) => (row && !this.#hasOutage(row.address) ? row.outline : null))
  }

  async unitsAt(places: readonly AddressedPoint[]): Promise<RecordedUnits[]> {
    const found = await findUnitsAtEach(this.#query, places)
    return found.map((units, at) => (this.#hasOutage(places[at]!.address) ? { count: 0, addresses: [] } : units))
  }

  async addressesOnStreet(street: string, bounds: Bounds): Promise<StreetAddress[]> {
    const rows = await findOnStreet(this.#query, street, bounds)
    return rows.map((row) => ({ address: toAddressLine(row), city: row.city, point: { lat: row.lat, lng: row.lng } }))
  }

  async housesIn(bounds: Bounds, limit: number): Promise<House[]> {
    const rows = await findHousesIn(this.#query, bounds, limit)
    return rows.map((row) => ({
      address: toAddressLine(row),
      streetNumber: storedNumberOf(row),
      streetName: row.street_name,
      city: row.city,
      state: row.state,
      zipCode: row.zip_code,
      lat: row.lat,
      lng: row.lng,
    }))
  }

  addressesOfZip(zipCode: string, limit: number): Promise<AddressesOfZip> {
    return findAddressesOfZip(this.#query, zipCode, limit)
  }

  countAddresses(places: readonly CountedPlace[]): Promise<AddressCount[]> {
    return countAddresses(this.#query, places)
  }

  #hasOutage(address: string | null): boolean {
    return this.#outageAddress !== null && address !== null && toAddressKey(address) === this.#outageAddress
  }

  #failIfOutage(address: string | null): void {
    if (this.#hasOutage(address)) throw new Unavailable('The parcel service answered 503 Service Unavailable')
  }
}

/** The data set and the parcel id in an id of a record; null for one of another provider. */
function splitId(id: string): { dataset: string; parcelId: string } | null {
  const colon = id.indexOf(':')
  return colon < 1 ? null : { dataset: id.slice(0, colon), parcelId: id.slice(colon + 1) }
}

/** The first records, and all those that share the number or the land of the first one: the units of a building. */
function toRecords(rows: ParcelRow[]): ParcelRecord[] {
  const [first] = rows
  const isBuilding = (row: ParcelRow) =>
    row.street_number !== null && row.street_number === first!.street_number && row.street_key === first!.street_key
  return rows
    .slice(0, maxUnitsFound)
    .filter((row, index) => index < maxResults || isBuilding(row))
    .map(toParcelRecord)
}

function isCompatible(known: string | null | undefined, requested: string | null): boolean {
  return requested === null || known === null || known === undefined || known === requested
}

/** Rows in the requested city, or all rows if none are, because people and counties name places differently. */
function preferCity(city: string | null, rows: ParcelRow[]): ParcelRow[] {
  if (city === null) return rows
  const inRequestedCity = rows.filter((row) => row.city !== null && normalizeName(row.city) === normalizeName(city))
  return inRequestedCity.length > 0 ? inRequestedCity : rows
}

function toAddressKey(address: string): string {
  const { houseNumber, street } = parseAddress(address)
  return `${houseNumber?.first ?? ''} ${streetKeyOf(street)}`
}

/** '/us/in/indianapolis' → 'IN'. The city of a context is the state's largest, not the address's (spec §9). */
function stateOfContext(context: string | undefined): string | null {
  return /^\/us\/([a-z]{2})(\/|$)/i.exec(context ?? '')?.[1]?.toUpperCase() ?? null
}
