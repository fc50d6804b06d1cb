import { type AddressKey, addressKeyOf } from '../../domain/addresses/addressKey.ts'
import { streetNumberOf } from '../../domain/addresses/houseNumbers.ts'
import { fitOf } from '../../domain/addresses/selectParcel.ts'
import type { GeocodeCandidate } from '../../domain/locating/geocode.ts'
import { type Bounds, type Point, centerOf } from '../../domain/point.ts'
import {
  sortExactFirst,
  storableNumber,
  findNearNumber,
  findNearestAddress,
  findParcelsAt,
  findByNumber,
  maxUnitsFound,
} from '../parcels/parcelQueries.ts'
import type { Query } from '../parcels/parcels.ts'
import { type AddressRow, addressColumns, keyOfRow } from '../parcels/parcelRows.ts'
import { type StreetMatch, findStreets } from '../parcels/findStreets.ts'
import { toCandidate, isInOtherState, rankCandidates, markPlaceMismatch } from './candidates.ts'
import type { AddressSuggestion, ForwardOptions, GeocodeSource } from './geocoder.ts'
import { interpolateAddress } from './interpolateAddress.ts'
import { suggestAddresses } from './suggestAddresses.ts'

/** Maximum difference between a missing number and its neighbors on the street. */
const maxNeighborNumberGap = 500
/** A click farther than this from every address has none, for example in a park. */
const maxNearestMeters = 60

/** Geocodes addresses from the parcels in the database. Needs no network. */
export class EmbeddedGeocoder implements GeocodeSource {
  readonly #query: Query

  constructor(query: Query) {
    this.#query = query
  }

  async forward(address: string, options: ForwardOptions = {}): Promise<GeocodeCandidate[]> {
    const key = addressKeyOf({ address })
    const requested = key.parsed
    const number = storableNumber(requested.houseNumber?.first)
    if (requested.houseNumber && number === null) return []
    const streets = await findStreets(this.#query, requested.street)
    if (streets.keys.length === 0) return []
    const bounds = options.bounds ?? null
    const found =
      number === null ? await this.#findStreetMiddles(streets, bounds) : await this.#findAddresses(streets, key, number)
    const inRequestedState = found
      .filter((candidate) => !isInOtherState(candidate, requested))
      .map((candidate) => markPlaceMismatch(candidate, requested))
    return rankCandidates(inRequestedState, bounds).slice(0, options.limit ?? 5)
  }

  async reverse(point: Point): Promise<GeocodeCandidate | null> {
    const containing = (await findParcelsAt(this.#query, point)).find((row) => row.street_number !== null)
    if (containing) return toCandidate(containing, 'rooftop', false)
    const nearestRow = await findNearestAddress(this.#query, point, maxNearestMeters)
    return nearestRow && toCandidate(nearestRow, 'nearest', false)
  }

  suggest(query: string, bounds: Bounds | null = null): Promise<AddressSuggestion[]> {
    return suggestAddresses(this.#query, query, bounds)
  }

  async #findAddresses(streets: StreetMatch, requested: AddressKey, number: number): Promise<GeocodeCandidate[]> {
    const { parsed } = requested
    const limit = parsed.unit === null ? undefined : maxUnitsFound
    const found = await findByNumber(this.#query, streets.keys, number, addressColumns, limit)
    const exact = sortExactFirst(found, requested)
    if (exact.length > 0) return exact.map((row) => toExactCandidate(row, requested, !streets.isComplete))
    const rows = await findNearNumber(this.#query, streets.keys, number, maxNeighborNumberGap)
    return interpolateAddress(rows, number).map(({ below, point }) =>
      toCandidate(below, 'interpolated', !streets.isComplete, { number: streetNumberOf(parsed.number), point }),
    )
  }

  /** Returns one candidate per street, at the house in its middle or, with bounds, closest to their center. */
  async #findStreetMiddles(streets: StreetMatch, bounds: Bounds | null): Promise<GeocodeCandidate[]> {
    const center = bounds && centerOf(bounds)
    const rows = await this.#query<AddressRow>(
      `select distinct on (street_key, dataset, city) ${addressColumns} from (
         select *, percent_rank() over (partition by street_key, dataset, city order by street_number) as along
         from parcels where street_key = any($1::text[])) as houses
       order by street_key, dataset, city,
         case when $2::float8 is null then abs(along - 0.5) else power(lat - $2, 2) + power(lng - $3, 2) end`,
      [streets.keys, center?.lat ?? null, center?.lng ?? null],
    )
    return rows.map((row) => toCandidate(row, 'street', true, { number: '', point: { lat: row.lat, lng: row.lng } }))
  }
}

/**
 * A house with a range matches each number of the range: 3 matches '1-3 Demo Pl'. Another number with these digits ('2A' for '2') and
 * another unit are partial matches. A building has the place of its units.
 */
function toExactCandidate(row: AddressRow, requested: AddressKey, partial: boolean): GeocodeCandidate {
  const candidate = toCandidate(row, 'rooftop', partial)
  const own = keyOfRow(row)
  const unit = own.unit === '' || requested.unit === '' ? own.unit : requested.unit
  // The street is one that `findStreets` took for the requested one.
  const wanted = { ...requested, unit, street: own.street, streetParts: own.streetParts }
  return {
    ...candidate,
    streetNumber: row.street_number_to === null ? candidate.streetNumber : streetNumberOf(requested.parsed.number),
    partial: partial || fitOf(wanted, own) !== 'same',
  }
}
