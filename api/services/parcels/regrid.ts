import { z } from 'zod'
import { streetNumberOf } from '../../domain/addresses/houseNumbers.ts'
import { formatAddress } from '../../domain/locating/geocode.ts'
import { isPoint, type Point } from '../../domain/point.ts'
import { Upstream, type UpstreamResponse } from '../upstream/upstream.ts'
import type { ParcelRecord, ParcelSource } from './parcels.ts'
import { toSearchPaths } from './regridPaths.ts'
import { centroidOf, type Outline } from './outline.ts'

/**
 * Regrid's Parcel API v2 (support.regrid.com/api/parcel-api-endpoints). It bills per returned record, so a point
 * lookup requests one record and an address lookup five. Zoning and buildings are not requested.
 */
export class RegridParcels implements ParcelSource {
  readonly #upstream: Upstream

  constructor(options: { url: string; token: string; timeoutMs?: number }) {
    this.#upstream = new Upstream({
      name: 'parcel service',
      baseUrl: options.url,
      apiKey: { parameter: 'token', value: options.token },
      ...(options.timeoutMs ? { timeoutMs: options.timeoutMs } : {}),
    })
  }

  /**
   * Searches the county first, then the state. A context names the county of the state's largest city, and the address
   * may be elsewhere.
   */
  async search(address: string, context?: string): Promise<ParcelRecord[]> {
    for (const path of toSearchPaths(context)) {
      const response = await this.#get('address', { query: address, limit: '5', ...(path ? { path } : {}) })
      const found = isInvalidPath(response) ? [] : this.#toRecords(response)
      if (found.length > 0) return found
    }
    return []
  }

  async atPoint({ lat, lng }: Point): Promise<ParcelRecord[]> {
    // No `path`: the point determines the county.
    return this.#toRecords(await this.#get('point', { lat: String(lat), lon: String(lng), limit: '1' }))
  }

  async byId(id: string): Promise<ParcelRecord | null> {
    if (!/^[0-9a-f-]{36}$/i.test(id)) return null
    const response = await this.#get(id.toLowerCase(), {})
    if (response.status === 404) return null
    return this.#toRecords(response)[0] ?? null
  }

  #get(endpoint: string, parameters: Record<string, string>): Promise<UpstreamResponse> {
    const leanParameters = {
      return_matched_buildings: 'false',
      return_matched_addresses: 'false',
      return_zoning: 'false',
    }
    return this.#upstream.get(['api', 'v2', 'parcels', endpoint], { ...parameters, ...leanParameters })
  }

  #toRecords({ status, body }: UpstreamResponse): ParcelRecord[] {
    const parsed = responseSchema.safeParse(body)
    if (status !== 200 || !parsed.success) throw this.#upstream.toUnavailable('sent an unexpected response')
    return parsed.data.parcels.features.map(toParcelRecord)
  }
}

/** Whether Regrid answered 400 'Invalid context path' because it does not know the place. */
function isInvalidPath({ status, body }: UpstreamResponse): boolean {
  return status === 400 && /invalid context path/i.test(JSON.stringify(body))
}

// Regrid omits fields without a value, and some counties send numbers as text.
const textSchema = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? '').trim() || null)
const numberSchema = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value == null || value === '' || !Number.isFinite(Number(value)) ? null : Number(value)))

const ringSchema = z.array(z.array(z.number()).min(2)).min(4)
const outlineSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: z.array(ringSchema).min(1) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ringSchema).min(1)).min(1) }),
])

const featureSchema = z.object({
  // A record with an invalid geometry is still useful, and was billed.
  geometry: outlineSchema.nullish().catch(null),
  properties: z.object({
    headline: textSchema,
    path: textSchema,
    ll_uuid: textSchema,
    fields: z.object({
      ll_uuid: textSchema,
      parcelnumb: textSchema,
      owner: textSchema,
      mailadd: textSchema,
      mail_city: textSchema,
      mail_state2: textSchema,
      mail_zip: textSchema,
      address: textSchema,
      saddno: textSchema,
      saddpref: textSchema,
      saddstr: textSchema,
      saddsttyp: textSchema,
      saddstsuf: textSchema,
      scity: textSchema,
      state2: textSchema,
      szip5: textSchema,
      szip: textSchema,
      neighborhood: textSchema,
      lat: numberSchema,
      lon: numberSchema,
      legaldesc: textSchema,
      yearbuilt: numberSchema,
      usedesc: textSchema,
      ll_gisacre: numberSchema,
      gisacre: numberSchema,
      area_building: numberSchema,
      ll_bldg_footprint_sqft: numberSchema,
    }),
  }),
})
const locatedFeatureSchema = featureSchema.refine(
  ({ geometry, properties: { fields } }) => geometry || (fields.lat !== null && fields.lon !== null),
)
const responseSchema = z.object({ parcels: z.object({ features: z.array(locatedFeatureSchema).max(1000) }) })

function toParcelRecord({ geometry, properties }: z.infer<typeof featureSchema>): ParcelRecord {
  const { fields } = properties
  const outline: Outline | null = geometry ?? null
  const site = {
    address: fields.address,
    city: fields.scity,
    state: fields.state2?.toUpperCase() ?? null,
    zipCode: (fields.szip5 ?? fields.szip)?.slice(0, 5) ?? null,
  }
  return {
    id: fields.ll_uuid ?? properties.ll_uuid ?? '',
    parcelId: fields.parcelnumb ?? '',
    ...site,
    streetNumber: streetNumberOf(fields.saddno ?? fields.address ?? ''),
    streetName: [fields.saddpref, fields.saddstr, fields.saddsttyp, fields.saddstsuf].filter(Boolean).join(' ') || null,
    neighborhood: fields.neighborhood,
    ownerName: fields.owner,
    ownerAddress:
      formatAddress({
        address: fields.mailadd,
        city: fields.mail_city,
        state: fields.mail_state2,
        zipCode: fields.mail_zip,
      }) || null,
    headline: formatAddress(site) || properties.headline || `Parcel ${fields.parcelnumb ?? ''}`.trim(),
    category: 'parcel',
    type: fields.usedesc,
    centroid: toCentroid(fields.lat, fields.lon, outline),
    outline,
    facts: omitNulls({
      legal: fields.legaldesc,
      year_built: fields.yearbuilt,
      property_type: fields.usedesc,
      acres: fields.ll_gisacre ?? fields.gisacre,
      sqft: fields.area_building ?? fields.ll_bldg_footprint_sqft,
      path: properties.path,
    }),
    source: 'regrid',
  }
}

/** The record's point, or the centroid of its outline if it has none. */
function toCentroid(lat: number | null, lng: number | null, outline: Outline | null): Point {
  const point = { lat: lat ?? Number.NaN, lng: lng ?? Number.NaN }
  if (isPoint(point) || !outline) return point
  return centroidOf(outline)
}

function omitNulls(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null))
}
