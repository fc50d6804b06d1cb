import { parseAddress } from '../../domain/address.ts'
import { cellsCovering, joined } from '../../domain/cells.ts'
import { type Bounds, type Point, boundsAround, distanceMetres } from '../../domain/point.ts'
import type { Query } from './parcels.ts'
import {
  type AddressRow,
  type OutlineRow,
  type ParcelRow,
  addressColumns,
  outlineColumns,
  parcelColumns,
  reachFact,
} from './rows.ts'
import { contains } from './shape.ts'

/** House numbers have at most so many digits; what is longer is none, and too large for the database's integers. */
export const longestNumber = 7

/** No range such as 101-397 is taken to span more numbers than this. */
const widestRange = 400

/** The rows on these streets that have the number, or hold it in a range on its side; the very number first. */
export async function withNumber<T extends AddressRow = AddressRow>(
  query: Query,
  keys: string[],
  number: number,
  columns: string = addressColumns,
): Promise<T[]> {
  return query<T>(
    `select ${columns} from parcels
     where street_key = any($1::text[]) and street_number between $2::integer - ${widestRange} and $2::integer
       and (street_number = $2 or (street_number_to >= $2 and (street_number - $2) % 2 = 0))
     order by street_number = $2 desc, street_number desc, dataset, parcel_id limit 50`,
    [keys, number],
  )
}

/** The rows on these streets within so many numbers, nearest first. */
export async function nearNumber<T extends AddressRow = AddressRow>(
  query: Query,
  keys: string[],
  number: number,
  within: number,
  columns: string = addressColumns,
): Promise<T[]> {
  return query<T>(
    `select ${columns} from parcels
     where street_key = any($1::text[]) and street_number between $2::integer - $3::integer and $2::integer + $3::integer
     order by abs(street_number - $2), street_number, dataset, parcel_id limit 1000`,
    [keys, number, within],
  )
}

/** Rows written with the number exactly as asked, '2A' or '101 1/2', before those that share its digits. */
export function asWritten<T extends AddressRow>(rows: T[], number: string): T[] {
  const wanted = number.toLowerCase()
  const isAsked = (row: T) => parseAddress(row.address ?? '').number.toLowerCase() === wanted
  return [...rows.filter(isAsked), ...rows.filter((row) => !isAsked(row))]
}

/** A house lot's centroid is within this of every point of it; what reaches further has a `reach_m` fact. */
export const usualReach = 100
/** The largest parcels that are looked for: campuses, golf courses, islands. */
const farthestReach = 3_000

/** The parcels that contain the point, smallest reach first. */
export async function parcelsAt(query: Query, point: Point): Promise<ParcelRow[]> {
  const near = await inView<ParcelRow>(query, boundsAround(point, usualReach), parcelColumns)
  const holding = near.filter((row) => row.outline !== null && contains(row.outline, point))
  if (holding.length > 0) return holding
  const far = await inView<ParcelRow>(
    query,
    boundsAround(point, farthestReach),
    parcelColumns,
    `and (facts->>'${reachFact}')::float8 + 1 >=
       111320 * sqrt(power(lat - $1, 2) + power((lng - $2) * cos(radians($1)), 2))`,
    [point.lat, point.lng],
  )
  return far.filter((row) => row.outline !== null && contains(row.outline, point))
}

/** Most houses stand nearer than this to the centroid of their lot. */
const nearReach = 30

/** A parcel that contains each of these points, null where there is none: three questions at most, however many they are. */
export async function parcelAtEach(query: Query, points: readonly Point[]): Promise<(OutlineRow | null)[]> {
  const found = new Map<Point, OutlineRow>()
  for (const metres of [nearReach, usualReach, farthestReach]) {
    const left = points.filter((point) => !found.has(point))
    if (left.length === 0) break
    const condition = metres > usualReach ? `and facts->>'${reachFact}' is not null` : ''
    const holding = await holdingEach(query, left, metres, condition)
    for (const [nth, row] of holding.entries()) if (row) found.set(left[nth]!, row)
  }
  return points.map((point) => found.get(point) ?? null)
}

async function holdingEach(query: Query, points: readonly Point[], metres: number, condition: string) {
  const bounds = points.map((point) => boundsAround(point, metres))
  const ranges = joined(bounds.flatMap(cellsCovering))
  // Range by range, so that the planner takes the index for each: it cannot know how few they are together.
  const rows = await query<OutlineRow>(
    `select parcel.* from unnest($1::bigint[], $2::bigint[]) range (first, last) cross join lateral (
       select ${outlineColumns} from parcels where cell between range.first and range.last ${condition} offset 0) parcel`,
    [ranges.map(([first]) => `${first}`), ranges.map(([, last]) => `${last}`)],
  )
  return points.map((point, nth) => {
    const { south, west, north, east } = bounds[nth]!
    const inView = ({ lat, lng }: Point) => lat >= south && lat <= north && lng >= west && lng <= east
    return rows.find((row) => inView(row) && row.outline !== null && contains(row.outline, point)) ?? null
  })
}

/** The row with an address whose centroid is nearest to the point, if any is within so many metres. */
export async function nearestAddress(query: Query, point: Point, metres: number): Promise<AddressRow | null> {
  const rows = await inView<AddressRow>(
    query,
    boundsAround(point, metres),
    addressColumns,
    'and street_number is not null',
  )
  const nearest = rows
    .map((row) => ({ row, distance: distanceMetres(row, point) }))
    .filter(({ distance }) => distance <= metres)
    .sort((a, b) => a.distance - b.distance)
  return nearest[0]?.row ?? null
}

/** Rows whose centroid lies in view; `condition` has its own parameters from $1 on. */
export async function inView<T>(
  query: Query,
  bounds: Bounds,
  columns: string,
  condition = '',
  parameters: unknown[] = [],
): Promise<T[]> {
  const values = [...parameters]
  const cells = between('cell', cellsCovering(bounds), values)
  return query<T>(`select ${columns} from parcels where ${cells} ${condition}`, values)
}

/**
 * The condition that a column lies in one of the ranges, whose ends are added to `values`. Written out, not joined to a
 * list: the planner then knows how few rows that is, and never reads the whole table for them.
 */
export function between(column: string, ranges: [number | bigint, number | bigint][], values: unknown[]): string {
  const one = ([first, last]: (typeof ranges)[number]) =>
    `${column} between $${values.push(String(first))} and $${values.push(String(last))}`
  return `(${ranges.map(one).join(' or ')})`
}
