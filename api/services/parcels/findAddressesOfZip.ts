import { zipCodeRange } from '../../domain/addresses/zipCodeRange.ts'
import { cellRangesNear } from '../../domain/cells.ts'
import type { Point } from '../../domain/point.ts'
import { houseCondition } from './parcelQueries.ts'
import type { AddressesOfZip, Query } from './parcels.ts'

/** Where at most `limit` houses with the ZIP code are, and at most `limit` of the others near them. A place is given once. */
export async function findAddressesOfZip(query: Query, zipCode: string, limit: number): Promise<AddressesOfZip> {
  const zipCodes = zipCodeRange(zipCode)
  const inside = await query<Point>(
    `select distinct lat, lng from parcels
     where zip_code collate "C" >= $1 and zip_code collate "C" < $2 and ${houseCondition} limit $3`,
    [...zipCodes, limit],
  )
  const ranges = cellRangesNear(inside)
  const beside = await query<Point>(
    `select house.lat, house.lng from unnest($1::bigint[], $2::bigint[]) c (first, last)
     cross join lateral (
       select lat, lng from parcels where cell between c.first and c.last
         and (zip_code collate "C" < $3 or zip_code collate "C" >= $4) and ${houseCondition} offset 0) house
     limit $5`,
    [ranges.map(([first]) => `${first}`), ranges.map(([, last]) => `${last}`), ...zipCodes, limit],
  )
  return { inside, beside }
}
