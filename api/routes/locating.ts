import { z } from 'zod'
import { NotFound } from '../domain/errors.ts'
import { messages } from '../domain/messages.ts'
import { logMapLoad, reportParcelCall } from '../usecases/activity.ts'
import { parcelsAt, readParcel, searchParcels } from '../usecases/places.ts'
import { text } from './body.ts'
import { route } from './handler.ts'
import { presentParcel, presentParcelDetails } from './presenters.ts'
import { done, one, parcel, parcelDetails } from './shapes.ts'

const point = z.object({ lat: z.number(), lng: z.number() }).meta({ example: { lat: 39.77, lng: -86.16 } })
const results = z.object({ results: z.array(parcel) })
const unavailable = 'The parcel look-up does not answer.'

/** Parcel look-up behind the product's own backend, and what a map reports of its use (spec §7). */
export const locatingRoutes = [
  route({
    method: 'get',
    path: '/regrid/search',
    operationId: 'parcelSearch',
    twin: 'Query.parcelSearch',
    access: 'place.lookUp',
    summary: 'Find parcels by address',
    description: 'Those with its house number, else the neighbours within 20 numbers, nearest first; at most five.',
    query: z.object({
      address: z.string().default('').describe('A street address: `1018 W 12th Demo St`.'),
      context: z.string().optional().describe('Narrows to a place: `/us/in/indianapolis`.'),
    }),
    answer: results,
    errors: {
      422: 'No address, or no tenant was chosen.',
      429: 'Too many look-ups in a short time.',
      503: unavailable,
    },
    handle: async (ctx, { query: { address, context } }) => ({
      results: (await searchParcels(ctx, address, context ?? null)).map(presentParcel),
    }),
  }),
  route({
    method: 'post',
    path: '/regrid/search-by-coordinates',
    operationId: 'parcelsAt',
    twin: 'Query.parcelsAt',
    access: 'place.lookUp',
    reads: true,
    summary: 'Find the parcels at a point',
    description: 'Usually one, none in a street, several where units share the land.',
    body: point,
    answer: results,
    errors: {
      422: 'The point is not on the map, or no tenant was chosen.',
      429: 'Too many look-ups in a short time.',
      503: unavailable,
    },
    handle: async (ctx, { body }) => ({ results: (await parcelsAt(ctx, body)).map(presentParcel) }),
  }),
  route({
    method: 'get',
    path: '/regrid/details/:id',
    operationId: 'parcel',
    twin: 'Query.parcel',
    access: 'place.lookUp',
    summary: 'Read a parcel',
    params: { id: "The provider's own key, as a search answers it." },
    answer: one(parcelDetails),
    errors: { 429: 'Too many look-ups in a short time.', 503: unavailable },
    async handle(ctx, { params: { id } }) {
      const found = await readParcel(ctx, id!)
      if (!found) throw new NotFound('Parcel not found')
      return { data: presentParcelDetails(found) }
    },
  }),
  route({
    method: 'post',
    path: '/activity/log-map-load',
    operationId: 'logMapLoad',
    twin: 'Mutation.logMapLoad',
    access: 'activity.report',
    summary: 'Log that a map was opened',
    description: 'Once for each map that is opened, never for a pan.',
    body: point.extend({ zoom: z.number().min(0).max(30) }).meta({ example: { lat: 39.77, lng: -86.16, zoom: 18 } }),
    answer: done,
    errors: { 422: 'The point is not on the map, or no tenant was chosen.' },
    async handle(ctx, { body }) {
      await logMapLoad(ctx, body)
      return { message: messages.mapLoadLogged }
    },
  }),
  route({
    method: 'post',
    path: '/activity/log-regrid-call',
    operationId: 'reportParcelCall',
    access: 'activity.report',
    summary: 'Report a parcel look-up of your own',
    description: 'Kept as reported and never billed.',
    body: z
      .object({ parcel_id: text(100), lat: z.number().nullish(), lng: z.number().nullish() })
      .meta({ example: { parcel_id: '49-06-27-000-001', lat: 39.77, lng: -86.16 } }),
    answer: done,
    errors: { 422: 'No tenant was chosen.' },
    async handle(ctx, { body: { parcel_id, lat, lng } }) {
      await reportParcelCall(ctx, { parcelId: parcel_id ?? null, lat: lat ?? null, lng: lng ?? null })
      return { message: messages.parcelCallLogged }
    },
  }),
]
