import type { CountedPlace, AddressCount, Query } from './parcels.ts'
import { houseCondition } from './parcelQueries.ts'

interface CountRow {
  place: number
  inside: number
  border: [lng: number, lat: number][]
}

/** Counts the houses of each place in one query. An address that several data sets have is one house. */
export async function countAddresses(query: Query, places: readonly CountedPlace[]): Promise<AddressCount[]> {
  const cells = places.flatMap(({ inside, border }, place) => [
    ...inside.map((range) => ({ place, range, isInside: true })),
    ...border.map((range) => ({ place, range, isInside: false })),
  ])
  // A lateral join per range makes the planner use the index.
  const rows = await query<CountRow>(
    `select place, (count(*) filter (where is_inside))::int as inside,
       coalesce(json_agg(json_build_array(lng, lat)) filter (where not is_inside), '[]') as border
     from (select c.place, bool_or(c.is_inside) as is_inside, min(house.lat) as lat, min(house.lng) as lng
       from unnest($1::int[], $2::bigint[], $3::bigint[], $4::boolean[]) c (place, first, last, is_inside)
       cross join lateral (
         select street_key, street_number, address, city, lat, lng from parcels
         where cell between c.first and c.last and ${houseCondition} offset 0) house
       group by c.place, house.street_key, house.street_number, house.address, house.city) house
     group by place`,
    [
      cells.map(({ place }) => place),
      cells.map(({ range: [first] }) => `${first}`),
      cells.map(({ range: [, last] }) => `${last}`),
      cells.map(({ isInside }) => isInside),
    ],
  )
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return places.map((_, place) => {
    const { inside = 0, border = [] } = byPlace.get(place) ?? {}
    return { inside, border: border.map(([lng, lat]) => ({ lat, lng })) }
  })
}
