import { parseAddress, streetKey, tidyAddress } from '../../domain/address.ts'
import { Unavailable } from '../../domain/errors.ts'
import type { Point } from '../../domain/point.ts'
import { asWritten, longestNumber, nearNumber, parcelAtEach, parcelsAt, withNumber } from './addressBook.ts'
import type { OwnRecords, ParcelRecord, Query } from './parcels.ts'
import { type ParcelRow, parcelColumns, recordOf } from './rows.ts'
import { findStreets } from './streets.ts'

/** A record further than this many numbers away is no answer to an address (spec §5). */
const nearestNumberWithin = 20
const mostForAnAddress = 5

export interface EmbeddedOptions {
  /** The one address for which the provider plays being down, so that the failure can be seen. */
  outageAddress?: string
}

/** Parcels from the database: the demo town and every county that was imported. Needs no network. */
export class EmbeddedParcels implements OwnRecords {
  readonly #query: Query
  readonly #outageAddress: string | null

  constructor(query: Query, options: EmbeddedOptions = {}) {
    this.#query = query
    this.#outageAddress = options.outageAddress === undefined ? null : addressKey(options.outageAddress)
  }

  async search(address: string, context?: string): Promise<ParcelRecord[]> {
    this.#failIfOutage(address)
    const parsed = parseAddress(tidyAddress(address))
    if (parsed.streetNumber === '' || parsed.streetNumber.length > longestNumber) return []
    const { keys } = await findStreets(this.#query, parsed.street)
    if (keys.length === 0) return []
    const number = Number(parsed.streetNumber)
    const state = stateOf(context) ?? parsed.state
    const inPlace = (rows: ParcelRow[]) =>
      inCity(
        parsed.city,
        rows.filter((row) => agrees(row.state?.toUpperCase(), state)),
      )
    const exact = await withNumber<ParcelRow>(this.#query, keys, number, parcelColumns)
    const found = asWritten(inPlace(exact), parsed.number)
    if (found.length > 0) return records(found)
    const near = await nearNumber<ParcelRow>(this.#query, keys, number, nearestNumberWithin, parcelColumns)
    return records(inPlace(near))
  }

  async atPoint(point: Point): Promise<ParcelRecord[]> {
    const rows = await parcelsAt(this.#query, point)
    for (const row of rows) this.#failIfOutage(row.address)
    return records(rows)
  }

  async byId(id: string): Promise<ParcelRecord | null> {
    const colon = id.indexOf(':')
    if (colon < 1) return null
    const [row] = await this.#query<ParcelRow>(
      `select ${parcelColumns} from parcels where dataset = $1 and parcel_id = $2`,
      [id.slice(0, colon), id.slice(colon + 1)],
    )
    if (!row) return null
    this.#failIfOutage(row.address)
    return recordOf(row)
  }

  async outlinesAt(points: readonly Point[]): Promise<ParcelRecord['outline'][]> {
    const found = await parcelAtEach(this.#query, points)
    return found.map((row) => (row && !this.#isOut(row.address) ? row.outline : null))
  }

  #isOut(address: string | null): boolean {
    return this.#outageAddress !== null && address !== null && addressKey(address) === this.#outageAddress
  }

  #failIfOutage(address: string | null): void {
    if (this.#isOut(address)) throw new Unavailable('The parcel service answered 503 Service Unavailable')
  }
}

function records(rows: ParcelRow[]): ParcelRecord[] {
  return rows.slice(0, mostForAnAddress).map(recordOf)
}

function agrees(known: string | null | undefined, asked: string | null): boolean {
  return asked === null || known === null || known === undefined || known === asked
}

/** Those in the asked city; all where none is, since people and counties name one place differently. */
function inCity(city: string | null, rows: ParcelRow[]): ParcelRow[] {
  if (city === null) return rows
  const there = rows.filter((row) => row.city !== null && streetKey(row.city) === streetKey(city))
  return there.length > 0 ? there : rows
}

function addressKey(address: string): string {
  const { streetNumber, street } = parseAddress(tidyAddress(address))
  return `${streetNumber} ${streetKey(street)}`
}

/** '/us/in/indianapolis' → 'IN'. The city of a context is the state's largest, not the address's (spec §9). */
function stateOf(context: string | undefined): string | null {
  return /^\/us\/([a-z]{2})(\/|$)/i.exec(context ?? '')?.[1]?.toUpperCase() ?? null
}
