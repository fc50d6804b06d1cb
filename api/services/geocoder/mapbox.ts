import { z } from 'zod'
import { normalizeAddressSpacing } from '../../domain/addresses/text.ts'
import { formatAddress, type GeocodeCandidate, type GeocodeType } from '../../domain/locating/geocode.ts'
import { centerOf, distanceMeters, type Bounds, type Point } from '../../domain/point.ts'
import { Upstream } from '../upstream/upstream.ts'
import type { AddressSuggestion, ForwardOptions, GeocodeSource } from './geocoder.ts'

/** A click farther than this from every address has none. */
const maxNearestMeters = 60
/** A click closer than this to an address with a rooftop location is on that house. */
const maxRooftopMeters = 15
const maxSuggestions = 8

/**
 * Mapbox Geocoding API v6 (docs.mapbox.com/api/search/geocoding). Lookups request permanent results, because
 * properties store them; suggestions request temporary results.
 */
export class MapboxGeocoder implements GeocodeSource {
  readonly #upstream: Upstream

  constructor(options: { url: string; token: string; timeoutMs?: number }) {
    this.#upstream = new Upstream({
      name: 'address service',
      baseUrl: options.url,
      apiKey: { parameter: 'access_token', value: options.token },
      ...(options.timeoutMs ? { timeoutMs: options.timeoutMs } : {}),
    })
  }

  async forward(address: string, { bounds, limit = 5 }: ForwardOptions = {}): Promise<GeocodeCandidate[]> {
    const q = toQueryText(address)
    if (!q) return []
    const features = await this.#request('forward', {
      q,
      types: 'address,street',
      autocomplete: 'false',
      permanent: 'true',
      limit: String(Math.min(10, limit)),
      ...toProximityParameter(bounds),
    })
    return features.map((item) => toCandidate(item, toGeocodeType(item)))
  }

  async reverse(point: Point): Promise<GeocodeCandidate | null> {
    const [feature] = await this.#request('reverse', {
      longitude: String(point.lng),
      latitude: String(point.lat),
      types: 'address',
      permanent: 'true',
      limit: '1',
    })
    if (!feature) return null
    const distance = distanceMeters(toPoint(feature), point)
    if (distance > maxNearestMeters) return null
    const isRooftop = toGeocodeType(feature) === 'rooftop' && distance <= maxRooftopMeters
    return toCandidate(feature, isRooftop ? 'rooftop' : 'nearest')
  }

  async suggest(query: string, bounds: Bounds | null = null): Promise<AddressSuggestion[]> {
    const q = toQueryText(query)
    if (q.length < 2) return []
    const parameters = { q, types: 'address', autocomplete: 'true', limit: String(maxSuggestions) }
    const features = await this.#request('forward', { ...parameters, ...toProximityParameter(bounds) })
    return features.map((item) => {
      const { address, streetNumber, street, city, state, zipCode, point } = toCandidate(item, 'rooftop')
      const id = item.properties.mapbox_id
      return { id, streetNumber, street, city: city ?? '', state: state ?? '', zipCode, address, point }
    })
  }

  async #request(endpoint: 'forward' | 'reverse', parameters: Record<string, string>): Promise<Feature[]> {
    const path = ['search', 'geocode', 'v6', endpoint]
    const { status, body } = await this.#upstream.get(path, { country: 'us', language: 'en', ...parameters })
    const parsed = featureCollectionSchema.safeParse(body)
    if (status !== 200 || !parsed.success) throw this.#upstream.toUnavailable('sent an unexpected response')
    return parsed.data.features
  }
}

const namedSchema = z.object({ name: z.string() }).nullish()
const featureCollectionSchema = z.object({
  features: z.array(
    z.object({
      properties: z.object({
        mapbox_id: z.string(),
        feature_type: z.string(),
        name: z.string(),
        coordinates: z.object({
          longitude: z.number().min(-180).max(180),
          latitude: z.number().min(-90).max(90),
          accuracy: z.string().nullish(),
        }),
        match_code: z.record(z.string(), z.unknown()).nullish(),
        context: z
          .object({
            address: z.object({ address_number: z.string().nullish(), street_name: z.string().nullish() }).nullish(),
            street: namedSchema,
            neighborhood: namedSchema,
            locality: namedSchema,
            place: namedSchema,
            postcode: namedSchema,
            region: z.object({ name: z.string(), region_code: z.string().nullish() }).nullish(),
          })
          .nullish(),
      }),
    }),
  ),
})
type Feature = z.infer<typeof featureCollectionSchema>['features'][number]

/** Mapbox accepts 20 words and 256 characters. A semicolon would separate two queries. */
function toQueryText(text: string): string {
  return normalizeAddressSpacing(text.replaceAll(';', ' ')).split(' ').slice(0, 20).join(' ').slice(0, 256)
}

/** Ranks results close to the center of the bounds higher. */
function toProximityParameter(bounds: Bounds | null | undefined): Record<string, string> {
  if (!bounds) return {}
  const { lat, lng } = centerOf(bounds)
  return { proximity: `${lng.toFixed(5)},${lat.toFixed(5)}` }
}

function toPoint({ properties: { coordinates } }: Feature): Point {
  return { lat: coordinates.latitude, lng: coordinates.longitude }
}

function toGeocodeType({ properties }: Feature): GeocodeType {
  if (properties.feature_type === 'street') return 'street'
  const isRooftop = ['rooftop', 'parcel', 'point'].includes(properties.coordinates.accuracy ?? '')
  return isRooftop ? 'rooftop' : 'interpolated'
}

function toCandidate(feature: Feature, type: GeocodeType): GeocodeCandidate {
  const { properties } = feature
  const context = properties.context ?? {}
  const place = {
    city: context.place?.name ?? context.locality?.name ?? null,
    state: context.region?.region_code ?? context.region?.name ?? null,
    zipCode: context.postcode?.name ?? null,
  }
  return {
    address: formatAddress({ address: properties.name, ...place }),
    streetNumber: context.address?.address_number ?? '',
    street: context.address?.street_name ?? context.street?.name ?? '',
    ...place,
    neighborhood: context.neighborhood?.name ?? null,
    type,
    partial: type === 'street' || isPartial(properties.match_code),
    point: toPoint(feature),
  }
}

/** Whether part of the query did not match. A reverse result has no match code. */
function isPartial(code: Record<string, unknown> | null | undefined): boolean {
  if (!code) return false
  return !['exact', 'high'].includes(String(code['confidence'])) || Object.values(code).includes('unmatched')
}
