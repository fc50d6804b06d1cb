import { addressKeyOf, type AddressKey } from '../../domain/addresses/addressKey.ts'
import { coveringCellRanges, mergeRanges } from '../../domain/cells.ts'
import { type Bounds, type Point, boundsAround, distanceMeters } from '../../domain/point.ts'
import { containsPoint } from '../../domain/polygons.ts'
import { type AddressedPoint, factsOf, type Query, type RecordedUnits, unitFactNames } from './parcels.ts'
import {
  type AddressRow,
  type OutlineRow,
  type ParcelRow,
  addressColumns,
  isOwnDataset,
  keyOfRow,
  outlineColumns,
  parcelColumns,
  preferOwn,
  reachFactName,
} from './parcelRows.ts'

/** A house number has at most seven digits. A longer one would overflow PostgreSQL's integer. */
export const maxNumberDigits = 7

/** A number of a house as the table stores it; null without one, and for a longer one. */
export function storableNumber(number: number | null | undefined): number | null {
  return number == null || number >= 10 ** maxNumberDigits ? null : number
}

const maxFound = 50
/** Buildings have many units, of which one is wanted. A larger building shows its first units. */
export const maxUnitsFound = 2_000

/** Maximum span of a range such as 101-397. */
const maxRangeSpan = 400

/**
 * Rows on these streets with the number, or with a range that includes it on its side of the street. Exact numbers come
 * first.
 */
export async function findByNumber<T extends AddressRow = AddressRow>(
  query: Query,
  keys: string[],
  number: number,
  columns: string = addressColumns,
  limit = maxFound,
): Promise<T[]> {
  return query<T>(
    `select ${columns} from parcels
     where street_key = any($1::text[]) and street_number between $2::integer - ${maxRangeSpan} and $2::integer
       and (street_number = $2 or (street_number_to >= $2 and (street_number - $2) % 2 = 0))
     order by street_number = $2 desc, street_number desc, dataset, parcel_id limit $3`,
    [keys, number, limit],
  )
}

/** Rows on these streets whose number differs by at most `maxDifference`, closest first. */
export async function findNearNumber<T extends AddressRow = AddressRow>(
  query: Query,
  keys: string[],
  number: number,
  maxDifference: number,
  columns: string = addressColumns,
): Promise<T[]> {
  return query<T>(
    `select ${columns} from parcels
     where street_key = any($1::text[]) and street_number between $2::integer - $3::integer and $2::integer + $3::integer
     order by abs(street_number - $2), street_number, dataset, parcel_id limit 1000`,
    [keys, number, maxDifference],
  )
}

/** Whether a row is a house with a number: not vacant land. */
export const houseCondition = `(street_number is not null and address is not null
       and coalesce(facts->>'use', facts->>'property_type', '') not ilike 'vacant%')`

/** Rows with a house number on a street in the bounds, by number, without vacant land. */
export async function findOnStreet(query: Query, key: string, bounds: Bounds): Promise<AddressRow[]> {
  return query<AddressRow>(
    `select ${addressColumns} from parcels
     where street_key = $1 and lat between $2 and $3 and lng between $4 and $5 and ${houseCondition}
     order by street_number, dataset, parcel_id limit 2000`,
    [key, bounds.south, bounds.north, bounds.west, bounds.east],
  )
}

/** At most `limit` rows with a house number in the bounds, by street and number, each address once, without vacant land. */
export async function findHousesIn(query: Query, bounds: Bounds, limit: number): Promise<AddressRow[]> {
  const { south, north, west, east } = bounds
  const values: unknown[] = [south, north, west, east, limit]
  const cells = rangeCondition('cell', coveringCellRanges(bounds), values)
  return query<AddressRow>(
    `select distinct on (street_key, street_number, address, city) ${addressColumns} from parcels
     where ${cells} and lat between $1 and $2 and lng between $3 and $4 and ${houseCondition}
     order by street_key, street_number, address, city, dataset, parcel_id limit $5`,
    values,
  )
}

/** Cells of this many degrees are larger than the distance between two counties' points of one house. */
const sameHouseDegrees = 0.005

/** The rows of one number of a street, without those of shared data sets beside one of the company's own: they are of the same house. */
function withoutReplaced<T extends AddressRow>(rows: T[]): T[] {
  const cell = (degrees: number) => Math.floor(degrees / sameHouseDegrees)
  const around = [-1, 0, 1]
  const taken = new Set(
    rows
      .filter(({ dataset }) => isOwnDataset(dataset))
      .flatMap(({ lat, lng }) => around.flatMap((y) => around.map((x) => `${cell(lat) + y} ${cell(lng) + x}`))),
  )
  const own = rows.filter(({ dataset }) => isOwnDataset(dataset))
  const others = rows.filter(
    ({ dataset, lat, lng }) => !isOwnDataset(dataset) && !taken.has(`${cell(lat)} ${cell(lng)}`),
  )
  return [...own, ...others]
}

/** Sorts rows with exactly the requested number and unit ('2A', '101 1/2') before rows that share its digits. */
export function sortExactFirst<T extends AddressRow>(found: T[], requested: AddressKey): T[] {
  const rows = withoutReplaced(found)
  const rank = (row: T) => {
    const { number, unit } = keyOfRow(row)
    return (number === requested.number ? 0 : 2) + (unit === requested.unit ? 0 : 1)
  }
  return rows
    .map((row) => ({ row, rank: rank(row) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ row }) => row)
}

/** Every point of a typical lot is within this distance of its centroid. A larger parcel has a `reach_m` fact. */
export const typicalReachMeters = 100
/** Size of the largest parcels that a lookup finds, such as campuses, golf courses and islands. */
const maxReachMeters = 3_000

/** Returns the parcels that contain the point. Parcels with a large reach are searched only if no other contains it. */
export async function findParcelsAt(query: Query, point: Point): Promise<ParcelRow[]> {
  const nearby = await findInBounds<ParcelRow>(query, boundsAround(point, typicalReachMeters), parcelColumns)
  const containing = nearby.filter((row) => row.outline !== null && containsPoint(row.outline, point))
  if (containing.length > 0) return preferOwn(containing)
  const distant = await findInBounds<ParcelRow>(
    query,
    boundsAround(point, maxReachMeters),
    parcelColumns,
    `and (facts->>'${reachFactName}')::float8 + 1 >=
       111320 * sqrt(power(lat - $1, 2) + power((lng - $2) * cos(radians($1)), 2))`,
    [point.lat, point.lng],
  )
  return preferOwn(distant.filter((row) => row.outline !== null && containsPoint(row.outline, point)))
}

/** Most buildings are within this distance of their parcel's centroid. */
const nearReachMeters = 30

/** Returns, for each point, a parcel that contains it or null. Runs at most three queries. */
export async function findParcelAtEach(query: Query, points: readonly Point[]): Promise<(OutlineRow | null)[]> {
  const found = new Map<Point, OutlineRow>()
  for (const meters of [nearReachMeters, typicalReachMeters, maxReachMeters]) {
    const remaining = points.filter((point) => !found.has(point))
    if (remaining.length === 0) break
    const condition = meters > typicalReachMeters ? `and facts->>'${reachFactName}' is not null` : ''
    const containing = await findContaining(query, remaining, meters, condition)
    for (const [index, row] of containing.entries()) if (row) found.set(remaining[index]!, row)
  }
  return points.map((point) => found.get(point) ?? null)
}

async function findContaining(query: Query, points: readonly Point[], meters: number, condition: string) {
  const bounds = points.map((point) => boundsAround(point, meters))
  const ranges = mergeRanges(bounds.flatMap(coveringCellRanges))
  // A lateral join per range makes the planner use the index. It cannot estimate how few rows the ranges select
  // together.
  const rows = await query<OutlineRow>(
    `select parcel.* from unnest($1::bigint[], $2::bigint[]) range (first, last) cross join lateral (
       select ${outlineColumns} from parcels where cell between range.first and range.last ${condition} offset 0) parcel`,
    [ranges.map(([first]) => `${first}`), ranges.map(([, last]) => `${last}`)],
  )
  return points.map((point, index) => {
    const { south, west, north, east } = bounds[index]!
    const isInBounds = ({ lat, lng }: Point) => lat >= south && lat <= north && lng >= west && lng <= east
    return rows.find((row) => isInBounds(row) && row.outline !== null && containsPoint(row.outline, point)) ?? null
  })
}

/** More units than this are counted by their records and not by their addresses, because parsing takes 17 µs for each. */
const maxParsedUnits = 50

/** Returns, for each place, the parcels nearby with its house number and street, the units of a building among them. Runs one query. */
export async function findUnitsAtEach(query: Query, places: readonly AddressedPoint[]): Promise<RecordedUnits[]> {
  const keys = places.map(({ address }) => addressKeyOf({ address }))
  const bounds = places.map((place) => boundsAround(place, typicalReachMeters))
  const facts = unitFactNames.map((name) => `'${name}', facts->'${name}'`).join(', ')
  const rows = await query<{ at: number; total: number; addresses: string[]; facts: Record<string, unknown>[] }>(
    `select place.at::integer as at, found.* from
       unnest($1::text[], $2::integer[], $3::float8[], $4::float8[], $5::float8[], $6::float8[])
         with ordinality as place (street_key, street_number, south, north, west, east, at)
     cross join lateral (
       select count(distinct address)::integer as total, (array_agg(distinct address))[1:${maxParsedUnits}] as addresses,
         (array_agg(distinct jsonb_build_object(${facts})))[1:${maxParsedUnits}] as facts
       from (
         select address, facts from parcels
         where street_key = place.street_key and street_number = place.street_number and address is not null
           and lat between place.south and place.north and lng between place.west and place.east
         limit ${maxUnitsFound}
       ) as parcel
       having count(*) > 0
     ) as found`,
    [
      keys.map(({ street }) => street),
      keys.map(({ parsed }) => storableNumber(parsed.houseNumber?.first)),
      bounds.map(({ south }) => south),
      bounds.map(({ north }) => north),
      bounds.map(({ west }) => west),
      bounds.map(({ east }) => east),
    ],
  )
  const byPlace = new Map(rows.map((row) => [row.at - 1, row]))
  return places.map((_, at) => {
    const { total, addresses, facts } = byPlace.get(at) ?? { total: 0, addresses: [], facts: [] }
    const counted = facts.map((some) => factsOf({ facts: some, type: null }).units ?? 0)
    return total > maxParsedUnits
      ? { count: Math.max(total, ...counted), addresses: [] }
      : { count: Math.max(0, ...counted), addresses }
  })
}

/** Returns the row with an address whose centroid is closest to the point, or null if none is within `meters`. */
export async function findNearestAddress(query: Query, point: Point, meters: number): Promise<AddressRow | null> {
  const rows = await findInBounds<AddressRow>(
    query,
    boundsAround(point, meters),
    addressColumns,
    'and street_number is not null',
  )
  const nearest = rows
    .map((row) => ({ row, distance: distanceMeters(row, point) }))
    .filter(({ distance }) => distance <= meters)
    .sort((a, b) => a.distance - b.distance)
  return nearest[0]?.row ?? null
}

/** Returns rows with a centroid in the bounds. `condition` numbers its parameters from $1. */
export async function findInBounds<T>(
  query: Query,
  bounds: Bounds,
  columns: string,
  condition = '',
  parameters: unknown[] = [],
): Promise<T[]> {
  const values = [...parameters]
  const cells = rangeCondition('cell', coveringCellRanges(bounds), values)
  return query<T>(`select ${columns} from parcels where ${cells} ${condition}`, values)
}

/**
 * Returns the condition that a column is in one of the ranges, and appends their ends to `values`. The ranges are
 * written out instead of joined, so that the planner can estimate the rows and does not scan the table.
 */
export function rangeCondition(
  column: string,
  ranges: [number | bigint, number | bigint][],
  values: unknown[],
): string {
  const toCondition = ([first, last]: (typeof ranges)[number]) =>
    `${column} between $${values.push(String(first))} and $${values.push(String(last))}`
  return `(${ranges.map(toCondition).join(' or ')})`
}
