import { distanceMeters } from '../../../api/domain/point.ts'
import { type FakeResponse, type FakeService, startFakeService } from './fakeService.ts'

/** An address that the fake geocoder knows. */
export interface KnownAddress {
  number: string
  street: string
  lat: number
  lng: number
  accuracy?: 'rooftop' | 'parcel' | 'point' | 'interpolated' | 'approximate' | 'intersection'
  /** Parts of the match that differ from the query. */
  unmatched?: ('address_number' | 'street' | 'place' | 'postcode')[]
  confidence?: 'exact' | 'high' | 'medium' | 'low'
}

export interface FakeMapbox extends FakeService {
  addresses: KnownAddress[]
}

export const mapboxToken = 'pk.sample-mapbox-token-91bc'

/**
 * A fake of Mapbox Geocoding v6 by its documentation: a FeatureCollection with everything about a place under
 * `properties`, a `match_code` on addresses, 401 for a wrong token, 422 for invalid input.
 */
export async function startFakeMapbox(addresses: KnownAddress[] = []): Promise<FakeMapbox> {
  const fake = await startFakeService({
    key: {
      parameter: 'access_token',
      value: mapboxToken,
      refusal: { status: 401, body: { message: 'Not Authorized - Invalid Token' } },
    },
    tooMany: { status: 429, body: { message: 'Too Many Requests' } },
    answer: (path, query) => {
      const all = (fake as FakeMapbox).addresses
      if (path === '/search/geocode/v6/forward') return forward(all, query)
      if (path === '/search/geocode/v6/reverse') return reverse(all, query)
      return { status: 404, body: { message: 'Not Found' } }
    },
  })
  return Object.assign(fake, { addresses })
}

function forward(all: KnownAddress[], query: Record<string, string>): FakeResponse {
  const { q = '', limit = '5', proximity } = query
  if (!q || q.includes(';') || q.length > 256 || q.split(/\s+/).length > 20)
    return { status: 422, body: { message: 'Query is not valid' } }
  const typed = q.toLowerCase()
  const matchesQuery = ({ number, street }: KnownAddress) => {
    const line = `${number} ${street}`.trim().toLowerCase()
    return query['autocomplete'] === 'false' ? typed.startsWith(line) : line.startsWith(typed)
  }
  const [lng, lat] = (proximity ?? '0,0').split(',').map(Number) as [number, number]
  const found = all
    .filter(matchesQuery)
    .sort((a, b) => (proximity ? distanceMeters(a, { lat, lng }) - distanceMeters(b, { lat, lng }) : 0))
  return collection(found.slice(0, Number(limit)), true)
}

function reverse(all: KnownAddress[], { longitude, latitude, limit = '1' }: Record<string, string>): FakeResponse {
  const at = { lat: Number(latitude), lng: Number(longitude) }
  const found = all.toSorted((a, b) => distanceMeters(a, at) - distanceMeters(b, at))
  return collection(found.slice(0, Number(limit)), false)
}

function collection(found: KnownAddress[], asked: boolean): FakeResponse {
  const features = found.map((item) => featureOf(item, asked))
  return { status: 200, body: { type: 'FeatureCollection', features, attribution: 'NOTICE: © Sample' } }
}

function featureOf(item: KnownAddress, asked: boolean) {
  const id = `dXJuOm1ieGFkcjpzYW1wbGU-${item.number}`
  const part = (name: 'address_number' | 'street' | 'place' | 'postcode') =>
    item.unmatched?.includes(name) ? 'unmatched' : 'matched'
  return {
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [item.lng, item.lat] },
    properties: {
      mapbox_id: id,
      feature_type: item.number ? 'address' : 'street',
      name: `${item.number} ${item.street}`.trim(),
      name_preferred: `${item.number} ${item.street}`.trim(),
      place_formatted: 'Sample Town, Indiana 00042, United States',
      full_address: `${item.number} ${item.street}, Sample Town, Indiana 00042, United States`,
      coordinates: { longitude: item.lng, latitude: item.lat, accuracy: item.accuracy ?? 'rooftop' },
      context: {
        ...(item.number
          ? { address: { mapbox_id: id, address_number: item.number, street_name: item.street, name: item.street } }
          : {}),
        street: { mapbox_id: 'street.1', name: item.street },
        neighborhood: { mapbox_id: 'neighborhood.1', name: 'Sample Park' },
        postcode: { mapbox_id: 'postcode.1', name: '00042' },
        place: { mapbox_id: 'place.1', name: 'Sample Town' },
        region: { mapbox_id: 'region.1', name: 'Indiana', region_code: 'IN', region_code_full: 'US-IN' },
        country: { mapbox_id: 'country.1', name: 'United States', country_code: 'US', country_code_alpha_3: 'USA' },
      },
      ...(asked && item.number
        ? {
            match_code: {
              address_number: part('address_number'),
              street: part('street'),
              postcode: part('postcode'),
              place: part('place'),
              region: 'matched',
              locality: 'not_applicable',
              country: 'inferred',
              confidence: item.confidence ?? (item.unmatched ? 'low' : 'exact'),
            },
          }
        : {}),
    },
  }
}
