import { randomUUID } from 'node:crypto'
import { type FakeResponse, type FakeService, startFakeService } from './fakeService.ts'

/** A house as the double's county records it. */
export interface FakeParcel {
  number: number
  street: string
  lat: number
  lng: number
  owner?: string
  city?: string
  county?: string
  state?: string
}

export interface FakeRegrid extends FakeService {
  houses: FakeParcel[]
}

export const regridToken = 'sample-regrid-token-7f3a'

/** Places that the service knows by these paths, as counties of its own: the cities of our contexts are none. */
const knownPaths = new Set(['/us/in', '/us/in/marion', '/us/in/allen', '/us/ca', '/us/ca/los-angeles', '/us/oh'])

/**
 * Regrid's Parcel API version 2 as its support pages describe it: `{ parcels: FeatureCollection }` with the record's
 * fields under `properties.fields`, fields without a value left out, a limit of 20 unless told, 400 'Invalid context path'
 * for a path it does not know, an empty collection where nothing matches.
 */
export async function startFakeRegrid(houses: FakeParcel[] = []): Promise<FakeRegrid> {
  const records = new Map<string, FakeParcel>()
  const idOf = (house: FakeParcel) => {
    for (const [id, known] of records) if (known === house) return id
    const id = randomUUID()
    records.set(id, house)
    return id
  }
  const collection = (found: FakeParcel[], limit = '20'): FakeResponse => ({
    status: 200,
    body: {
      parcels: {
        type: 'FeatureCollection',
        features: found.slice(0, Number(limit)).map((house) => featureOf(house, idOf(house))),
      },
    },
  })

  const fake = await startFakeService({
    key: {
      parameter: 'token',
      value: regridToken,
      refusal: { status: 401, body: { status: 'error', message: 'Invalid token' } },
    },
    tooMany: { status: 429, body: { status: 'error', message: 'Rate limit exceeded' } },
    answer: (path, query) => {
      const [, endpoint = ''] = /^\/api\/v2\/parcels\/([^/]+)$/.exec(path) ?? []
      if (endpoint === 'address') return findByAddress(query)
      if (endpoint === 'point')
        return collection(
          all().filter((house) => containsPoint(house, query)),
          query['limit'],
        )
      const house = records.get(endpoint)
      return house ? collection([house]) : { status: 404, body: { status: 'error', message: 'Not found' } }
    },
  })
  const all = () => (fake as FakeRegrid).houses

  function findByAddress({ query: address = '', path, limit }: Record<string, string>): FakeResponse {
    if (path !== undefined && !knownPaths.has(path))
      return { status: 400, body: { status: 'error', message: 'Invalid context path' } }
    const typed = address.toLowerCase()
    const found = all()
      .filter((house) => path === undefined || pathOf(house).startsWith(`${path}/`))
      .filter(({ street }) => typed.includes(street.toLowerCase()))
    const number = Number.parseInt(typed, 10)
    const exact = found.filter((house) => house.number === number)
    return collection(exact.length > 0 ? exact : found, limit)
  }

  return Object.assign(fake, { houses })
}

function pathOf({ state = 'in', county = 'marion', city = 'sample-town' }: FakeParcel): string {
  return `/us/${state}/${county}/${city.toLowerCase().replaceAll(' ', '-')}`
}

/** A lot of thirty metres around the house. */
function lotBounds({ lat, lng }: FakeParcel): { south: number; west: number; north: number; east: number } {
  return { south: lat - 0.00014, west: lng - 0.00018, north: lat + 0.00014, east: lng + 0.00018 }
}

function containsPoint(house: FakeParcel, query: Record<string, string>): boolean {
  const { south, west, north, east } = lotBounds(house)
  const [lat, lng] = [Number(query['lat']), Number(query['lon'])]
  return lat >= south && lat <= north && lng >= west && lng <= east
}

function featureOf(house: FakeParcel, uuid: string) {
  const { south, west, north, east } = lotBounds(house)
  const [name = '', type = ''] = house.street.toUpperCase().split(/ (?=\S+$)/)
  const place = { city: house.city ?? 'Sample Town', state: (house.state ?? 'in').toUpperCase() }
  return {
    type: 'Feature',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ],
    },
    properties: {
      headline: `${house.number} ${house.street}`,
      path: `${pathOf(house)}/${house.number}`,
      fields: {
        ogc_fid: house.number,
        geoid: '18097',
        parcelnumb: `49-${house.number}`,
        usedesc: 'ONE FAMILY DWELLING',
        struct: true,
        yearbuilt: 1926,
        ...(house.owner
          ? {
              owner: house.owner,
              mailadd: '1 SAMPLE PLZ',
              mail_city: 'SAMPLE CITY',
              mail_state2: 'IN',
              mail_zip: '00042',
            }
          : {}),
        address: `${house.number} ${house.street.toUpperCase()}`,
        saddno: String(house.number),
        saddstr: name,
        saddsttyp: type,
        scity: place.city.toUpperCase(),
        city: 'sample',
        county: house.county ?? 'marion',
        state2: place.state,
        szip: '00042-1234',
        szip5: '00042',
        legaldesc: 'SAMPLE ADDITION LOT 7',
        lat: String(house.lat),
        lon: String(house.lng),
        gisacre: 0.17,
        ll_gisacre: 0.16981,
        ll_bldg_footprint_sqft: 1480,
        ll_uuid: uuid,
      },
      context: { headline: `${place.city}, ${place.state}`, name: place.city, path: pathOf(house), active: true },
      ll_uuid: uuid,
    },
    id: house.number,
  }
}
