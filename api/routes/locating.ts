import { z } from 'zod'
import { Malformed, NotFound } from '../domain/errors.ts'
import { messages } from '../domain/messages.ts'
import { etagOf, isNotModified } from '../rest/etags.ts'
import { limitedText, optionalText } from '../rest/parameters.ts'
import { presentParcel, presentParcelDetails } from '../rest/presenters.ts'
import { defineRoute } from '../rest/routeDefinition.ts'
import { messageResponse, itemResponse, parcel, parcelDetails } from '../rest/shapes.ts'
import { recordMapLoad, recordParcelCallReport } from '../usecases/activity/mapLoads.ts'
import { findParcelsAt, readParcel, searchParcels } from '../usecases/locating/lookups.ts'
import { readTile } from '../usecases/locating/tiles.ts'

const point = z.object({ lat: z.number(), lng: z.number() }).meta({ example: { lat: 39.77, lng: -86.16 } })
const parcelResults = z.object({ results: z.array(parcel) })
const serviceUnavailable = 'The parcel service is unavailable.'

/** Parcel lookups through our own backend, and usage reports of maps (spec §7). */
export const locatingRoutes = [
  defineRoute('get', '/regrid/search', {
    graphqlOperation: 'Query.parcelSearch',
    access: 'place.lookUp',
    summary: 'Find parcels by address',
    description:
      'At most five parcels: those with the exact house number, otherwise those within 20 house numbers, nearest first.',
    query: z.object({
      address: limitedText('address', 'Please enter an address').describe('A street address: `1018 W 12th Demo St`.'),
      context: limitedText('context').optional().describe('Limits the search to a place: `/us/in/indianapolis`.'),
    }),
    response: parcelResults,
    errors: {
      422: 'The address is missing, or no tenant was chosen.',
      429: 'Too many lookups in a short time.',
      503: serviceUnavailable,
    },
    handle: async (ctx, { query: { address, context } }) => ({
      results: (await searchParcels(ctx, address, context ?? null)).map(presentParcel),
    }),
  }),
  defineRoute('post', '/regrid/search-by-coordinates', {
    graphqlOperation: 'Query.parcelsAt',
    access: 'place.lookUp',
    readOnly: true,
    summary: 'Find the parcels at a point',
    description: 'Usually one parcel; none on a street, several where units share a lot.',
    body: point,
    response: parcelResults,
    errors: {
      422: 'The point is invalid, or no tenant was chosen.',
      429: 'Too many lookups in a short time.',
      503: serviceUnavailable,
    },
    handle: async (ctx, { body }) => ({ results: (await findParcelsAt(ctx, body)).map(presentParcel) }),
  }),
  defineRoute('get', '/regrid/details/:id', {
    graphqlOperation: 'Query.parcel',
    access: 'place.lookUp',
    summary: 'Read a parcel',
    params: { id: 'Id assigned by the provider, as returned by a search.' },
    response: itemResponse(parcelDetails),
    errors: { 429: 'Too many lookups in a short time.', 503: serviceUnavailable },
    async handle(ctx, { params: { id } }) {
      const found = await readParcel(ctx, id!)
      if (!found) throw new NotFound('Parcel not found')
      return { data: presentParcelDetails(found) }
    },
  }),
  defineRoute('post', '/activity/log-map-load', {
    graphqlOperation: 'Mutation.logMapLoad',
    access: 'activity.report',
    summary: 'Log that a map was opened',
    description: 'Send once for each map that is opened, not when it is moved.',
    body: point.extend({ zoom: z.number().min(0).max(30) }).meta({ example: { lat: 39.77, lng: -86.16, zoom: 18 } }),
    response: messageResponse,
    errors: { 422: 'The point is invalid, or no tenant was chosen.' },
    async handle(ctx, { body }) {
      await recordMapLoad(ctx, body)
      return { message: messages.mapLoadLogged }
    },
  }),
  defineRoute('post', '/activity/log-regrid-call', {
    operationId: 'reportParcelCall',
    access: 'activity.report',
    summary: 'Report a parcel lookup',
    description: 'Recorded without its parcel, near a place of two decimals, and never billed.',
    body: z
      .object({ parcel_id: optionalText('parcel_id'), lat: z.number().nullish(), lng: z.number().nullish() })
      .meta({ example: { parcel_id: '49-06-27-000-001', lat: 39.77, lng: -86.16 } }),
    response: messageResponse,
    errors: { 422: 'No tenant was chosen.' },
    async handle(ctx, { body: { lat, lng } }) {
      await recordParcelCallReport(ctx, { lat: lat ?? null, lng: lng ?? null })
      return { message: messages.parcelCallLogged }
    },
  }),
]

/** Public records as vector tiles. They contain no names, so they are public and cacheable. */
export const basemapRoutes = [
  defineRoute('get', '/basemap/:z/:x/:y.mvt', {
    operationId: 'basemapTile',
    access: 'public',
    summary: 'Read a map tile',
    params: { z: 'Zoom level, 0 to 22.', x: 'Tile column.', y: 'Tile row.' },
    query: z.object({
      parcels: limitedText('parcels')
        .optional()
        .describe('From `tiles_url` of the map settings: adds the parcels that the company has imported for itself.'),
    }),
    response: {
      files: {
        'application/vnd.mapbox-vector-tile': 'Streets, parcels and buildings in Mapbox Vector Tile format, version 2.',
      },
      noContent: 'The tile is empty.',
    },
    errors: { 400: 'The path does not identify a tile.', 429: 'Too many tiles were read from this network address.' },
    async handle(ctx, { params, query, request, response }) {
      const [z, x, y] = ['z', 'x', 'y'].map((name) => Number(params[name])) as [number, number, number]
      if (![z, x, y].every((n) => Number.isInteger(n) && n >= 0) || z > 22)
        throw new Malformed('A tile is identified by zoom, column and row.')
      const tile = await readTile(ctx, z, x, y, query.parcels)
      response.setHeader('Cache-Control', 'public, max-age=3600')
      if (!tile) {
        // An empty tile is not an error; a 404 would appear as a failure in the browser console.
        response.status(204).end()
        return
      }
      const etag = etagOf(tile)
      response.setHeader('ETag', etag)
      if (isNotModified(request, etag)) {
        response.status(304).end()
        return
      }
      response
        .setHeader('Content-Type', 'application/vnd.mapbox-vector-tile')
        .setHeader('Content-Encoding', 'gzip')
        .send(tile)
    },
  }),
]
