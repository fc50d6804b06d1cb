import { randomUUID } from 'node:crypto'
import { type FakeResponse, type FakeService, startFakeService } from './fakeService.ts'

/** A parcel as the fake county records it. */
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
  parcels: FakeParcel[]
}

export const regridToken = 'sample-regrid-token-7f3a'

/** Context paths that the service knows. Our cities are not among them. */
const knownPaths = new Set(['/us/in', '/us/in/marion', '/us/in/allen', '/us/ca', '/us/ca/los-angeles', '/us/oh'])

/**
 * A fake of Regrid's Parcel API v2 by its documentation: `{ parcels: FeatureCollection }` with the record's fields
 * under `properties.fields`, empty fields omitted, a default limit of 20, 400 'Invalid context path' for an unknown
 * path, and an empty collection when nothing matches.
 */
export async function startFakeRegrid(parcels: FakeParcel[] = []): Promise<FakeRegrid> {
  const records = new Map<string, FakeParcel>()
  const idOf = (parcel: FakeParcel) => {
    for (const [id, known] of records) if (known === parcel) return id
    const id = randomUUID()
    records.set(id, parcel)
    return id
  }
  const collection = (found: FakeParcel[], limit = '20'): FakeResponse => ({
    status: 200,
    body: {
      parcels: {
        type: 'FeatureCollection',
        features: found.slice(0, Number(limit)).map((parcel) => featureOf(parcel, idOf(parcel))),
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
          all().filter((parcel) => containsPoint(parcel, query)),
          query['limit'],
        )
      const parcel = records.get(endpoint)
      return parcel ? collection([parcel]) : { status: 404, body: { status: 'error', message: 'Not found' } }
    },
  })
  const all = () => (fake as FakeRegrid).parcels

  function findByAddress({ query: address = '', path, limit }: Record<string, string>): FakeResponse {
    if (path !== undefined && !knownPaths.has(path))
      return { status: 400, body: { status: 'error', message: 'Invalid context path' } }
    const typed = address.toLowerCase()
    const found = all()
      .filter((parcel) => path === undefined || pathOf(parcel).startsWith(`${path}/`))
      .filter(({ street }) => typed.includes(street.toLowerCase()))
    const number = Number.parseInt(typed, 10)
    const exact = found.filter((parcel) => parcel.number === number)
    return collection(exact.length > 0 ? exact : found, limit)
  }

  return Object.assign(fake, { parcels })
}

function pathOf({ state = 'in', county = 'marion', city = 'sample-town' }: FakeParcel): string {
  return `/us/${state}/${county}/${city.toLowerCase().replaceAll(' ', '-')}`
}

/** A 30-meter lot around the parcel's point. */
function lotBounds({ lat, lng }: FakeParcel): { south: number; west: number; north: number; east: number } {
  return { south: lat - 0.00014, west: lng - 0.00018, north: lat + 0.00014, east: lng + 0.00018 }
}

function containsPoint(parcel: FakeParcel, query: Record<string, string>): boolean {
  const { south, west, north, east } = lotBounds(parcel)
  const [lat, lng] = [Number(query['lat']), Number(query['lon'])]
  return lat >= south && lat <= north && lng >= west && lng <= east
}

function featureOf(parcel: FakeParcel, uuid: string) {
  const { south, west, north, east } = lotBounds(parcel)
  const [name = '', type = ''] = parcel.street.toUpperCase().split(/ (?=\S+$)/)
  const place = { city: parcel.city ?? 'Sample Town', state: (parcel.state ?? 'in').toUpperCase() }
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
      headline: `${parcel.number} ${parcel.street}`,
      path: `${pathOf(parcel)}/${parcel.number}`,
      fields: {
        ogc_fid: parcel.number,
        geoid: '18097',
        parcelnumb: `49-${parcel.number}`,
        usedesc: 'ONE FAMILY DWELLING',
        struct: true,
        yearbuilt: 1926,
        ...(parcel.owner
          ? {
              owner: parcel.owner,
              mailadd: '1 SAMPLE PLZ',
              mail_city: 'SAMPLE CITY',
              mail_state2: 'IN',
              mail_zip: '00042',
            }
          : {}),
        address: `${parcel.number} ${parcel.street.toUpperCase()}`,
        saddno: String(parcel.number),
        saddstr: name,
        saddsttyp: type,
        scity: place.city.toUpperCase(),
        city: 'sample',
        county: parcel.county ?? 'marion',
        state2: place.state,
        szip: '00042-1234',
        szip5: '00042',
        legaldesc: 'SAMPLE ADDITION LOT 7',
        lat: String(parcel.lat),
        lon: String(parcel.lng),
        gisacre: 0.17,
        ll_gisacre: 0.16981,
        ll_bldg_footprint_sqft: 1480,
        ll_uuid: uuid,
      },
      context: { headline: `${place.city}, ${place.state}`, name: place.city, path: pathOf(parcel), active: true },
      ll_uuid: uuid,
    },
    id: parcel.number,
  }
}
