import { z } from 'zod'
import { tidyAddress } from '../../domain/address.ts'
import { addressLine, type GeocodeCandidate, type GeocodeType } from '../../domain/geocode.ts'
import { centreOf, distanceMetres, type Bounds, type Point } from '../../domain/point.ts'
import { Upstream, type UpstreamAnswer } from '../upstream/upstream.ts'
import type { AddressSuggestion, ForwardOptions, GeocodeSource } from './geocoder.ts'

/** A click further than this from every address is not at one. */
const nearestWithinMetres = 60
/** Nearer than this to an address that is known by its roof, a click is on the house. */
const onTheHouseMetres = 15
const mostSuggestions = 8

/**
 * Mapbox Geocoding, version 6 (docs.mapbox.com/api/search/geocoding). Places that become properties are asked for as
 * permanent, since they are stored; what is shown while somebody types is not.
 */
export class MapboxGeocoder implements GeocodeSource {
  readonly #upstream: Upstream

  constructor(options: { url: string; token: string; timeoutMs?: number }) {
    this.#upstream = new Upstream({
      name: 'address service',
      base: options.url,
      key: { parameter: 'access_token', value: options.token },
      ...(options.timeoutMs ? { timeoutMs: options.timeoutMs } : {}),
    })
  }

  async forward(address: string, { bounds, limit = 5 }: ForwardOptions = {}): Promise<GeocodeCandidate[]> {
    const q = queryOf(address)
    if (!q) return []
    const found = await this.#ask('forward', {
      ...{ q, types: 'address,street', autocomplete: 'false', permanent: 'true', limit: String(Math.min(10, limit)) },
      ...nearby(bounds),
    })
    return found.map((one) => candidateOf(one, typeOf(one)))
  }

  async reverse(point: Point): Promise<GeocodeCandidate | null> {
    const [found] = await this.#ask('reverse', {
      ...{ longitude: String(point.lng), latitude: String(point.lat), types: 'address', permanent: 'true', limit: '1' },
    })
    if (!found) return null
    const away = distanceMetres(placeOf(found), point)
    if (away > nearestWithinMetres) return null
    return candidateOf(found, typeOf(found) === 'rooftop' && away <= onTheHouseMetres ? 'rooftop' : 'nearest')
  }

  async suggest(query: string, bounds: Bounds | null = null): Promise<AddressSuggestion[]> {
    const q = queryOf(query)
    if (q.length < 2) return []
    const found = await this.#ask('forward', {
      ...{ q, types: 'address', autocomplete: 'true', limit: String(mostSuggestions) },
      ...nearby(bounds),
    })
    return found.map((one) => {
      const { address, streetNumber, street, city, state, zipCode, point } = candidateOf(one, 'rooftop')
      return {
        id: one.properties.mapbox_id,
        ...{ streetNumber, street, city: city ?? '', state: state ?? '', zipCode, address, point },
      }
    })
  }

  async #ask(endpoint: 'forward' | 'reverse', parameters: Record<string, string>): Promise<Feature[]> {
    const answer = await this.#upstream.get(['search', 'geocode', 'v6', endpoint], {
      ...{ country: 'us', language: 'en' },
      ...parameters,
    })
    return this.#features(answer)
  }

  #features({ status, body }: UpstreamAnswer): Feature[] {
    const answer = collection.safeParse(body)
    if (status !== 200 || !answer.success) throw this.#upstream.unavailable('sent an answer that cannot be used')
    return answer.data.features
  }
}

const name = z.object({ name: z.string() }).nullish()
const collection = z.object({
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
            street: name,
            neighborhood: name,
            locality: name,
            place: name,
            postcode: name,
            region: z.object({ name: z.string(), region_code: z.string().nullish() }).nullish(),
          })
          .nullish(),
      }),
    }),
  ),
})
type Feature = z.infer<typeof collection>['features'][number]

/** Twenty words and 256 characters at most, and no semicolon, which would separate two queries. */
function queryOf(text: string): string {
  return tidyAddress(text.replaceAll(';', ' ')).split(' ').slice(0, 20).join(' ').slice(0, 256)
}

/** Those in view first, those elsewhere after them. */
function nearby(bounds: Bounds | null | undefined): Record<string, string> {
  if (!bounds) return {}
  const { lat, lng } = centreOf(bounds)
  return { proximity: `${lng.toFixed(5)},${lat.toFixed(5)}` }
}

function placeOf({ properties: { coordinates } }: Feature): Point {
  return { lat: coordinates.latitude, lng: coordinates.longitude }
}

function typeOf({ properties }: Feature): GeocodeType {
  if (properties.feature_type === 'street') return 'street'
  const known = ['rooftop', 'parcel', 'point'].includes(properties.coordinates.accuracy ?? '')
  return known ? 'rooftop' : 'interpolated'
}

function candidateOf(feature: Feature, type: GeocodeType): GeocodeCandidate {
  const { properties } = feature
  const context = properties.context ?? {}
  const place = {
    city: context.place?.name ?? context.locality?.name ?? null,
    state: context.region?.region_code ?? context.region?.name ?? null,
    zipCode: context.postcode?.name ?? null,
  }
  return {
    address: addressLine({ address: properties.name, ...place }),
    streetNumber: context.address?.address_number ?? '',
    street: context.address?.street_name ?? context.street?.name ?? '',
    ...place,
    neighborhood: context.neighborhood?.name ?? null,
    type,
    partial: type === 'street' || isPartial(properties.match_code),
    point: placeOf(feature),
  }
}

/** Not all that was asked for was matched. A reverse answer was asked for by no words, and has no code. */
function isPartial(code: Record<string, unknown> | null | undefined): boolean {
  if (!code) return false
  return !['exact', 'high'].includes(String(code['confidence'])) || Object.values(code).includes('unmatched')
}
