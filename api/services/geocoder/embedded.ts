import { type ParsedAddress, parseAddress, streetNumberOf, tidyAddress } from '../../domain/address.ts'
import type { GeocodeCandidate } from '../../domain/geocode.ts'
import { type Bounds, type Point, centreOf } from '../../domain/point.ts'
import { asWritten, longestNumber, nearNumber, nearestAddress, parcelsAt, withNumber } from '../parcels/addressBook.ts'
import type { Query } from '../parcels/parcels.ts'
import { type AddressRow, addressColumns } from '../parcels/rows.ts'
import { type StreetMatch, findStreets } from '../parcels/streets.ts'
import { candidateOf, isElsewhere, ranked, withPlace } from './candidates.ts'
import type { AddressSuggestion, ForwardOptions, GeocodeSource } from './geocoder.ts'
import { between } from './interpolate.ts'
import { suggestAddresses } from './suggest.ts'

/** Neighbours are looked for this many numbers up and down the street. */
const neighboursWithin = 500
/** A click further than this from every address is not at one (the park, the river). */
const nearestWithinMetres = 60

/** Addresses from the database's parcels. Needs no network. */
export class EmbeddedGeocoder implements GeocodeSource {
  readonly #query: Query

  constructor(query: Query) {
    this.#query = query
  }

  async forward(address: string, options: ForwardOptions = {}): Promise<GeocodeCandidate[]> {
    const asked = parseAddress(tidyAddress(address))
    if (asked.streetNumber.length > longestNumber) return []
    const streets = await findStreets(this.#query, asked.street)
    if (streets.keys.length === 0) return []
    const bounds = options.bounds ?? null
    const found = asked.streetNumber === '' ? await this.#middles(streets, bounds) : await this.#houses(streets, asked)
    const there = found.filter((one) => !isElsewhere(one, asked)).map((one) => withPlace(one, asked))
    return ranked(there, bounds).slice(0, options.limit ?? 5)
  }

  async reverse(point: Point): Promise<GeocodeCandidate | null> {
    const here = (await parcelsAt(this.#query, point)).find((row) => row.street_number !== null)
    if (here) return candidateOf(here, 'rooftop', false)
    const near = await nearestAddress(this.#query, point, nearestWithinMetres)
    return near && candidateOf(near, 'nearest', false)
  }

  suggest(query: string, bounds: Bounds | null = null): Promise<AddressSuggestion[]> {
    return suggestAddresses(this.#query, query, bounds)
  }

  async #houses(streets: StreetMatch, asked: ParsedAddress): Promise<GeocodeCandidate[]> {
    const number = Number(asked.streetNumber)
    const exact = asWritten(await withNumber(this.#query, streets.keys, number), asked.number)
    if (exact.length > 0) return exact.map((row) => houseOf(row, asked, !streets.whole))
    const rows = await nearNumber(this.#query, streets.keys, number, neighboursWithin)
    return between(rows, number).map(({ below, point }) =>
      candidateOf(below, 'interpolated', !streets.whole, { number: asked.streetNumber, point }),
    )
  }

  /** The house in the middle of each street stands for the street. */
  async #middles(streets: StreetMatch, bounds: Bounds | null): Promise<GeocodeCandidate[]> {
    const centre = bounds && centreOf(bounds)
    const rows = await this.#query<AddressRow>(
      `select distinct on (street_key, dataset, city) ${addressColumns} from (
         select *, percent_rank() over (partition by street_key, dataset, city order by street_number) as along
         from parcels where street_key = any($1::text[])) as houses
       order by street_key, dataset, city,
         case when $2::float8 is null then abs(along - 0.5) else power(lat - $2, 2) + power(lng - $3, 2) end`,
      [streets.keys, centre?.lat ?? null, centre?.lng ?? null],
    )
    return rows.map((row) => candidateOf(row, 'street', true, { number: '', point: { lat: row.lat, lng: row.lng } }))
  }
}

/** A house in a range answers to any number of the range: 3 finds '1-3 Demo Pl'. */
function houseOf(row: AddressRow, asked: ParsedAddress, partial: boolean): GeocodeCandidate {
  const house = candidateOf(row, 'rooftop', partial)
  return {
    ...house,
    streetNumber: streetNumberOf(row.address ?? '') === asked.streetNumber ? house.streetNumber : asked.streetNumber,
  }
}
