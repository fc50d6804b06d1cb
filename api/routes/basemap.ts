import { Malformed } from '../domain/errors.ts'
import { defineRoute } from '../rest/routeDefinition.ts'

/** Public records as vector tiles. They contain no names, so they are public and cacheable. */
export const basemapRoutes = [
  defineRoute({
    method: 'get',
    path: '/basemap/:z/:x/:y.mvt',
    operationId: 'basemapTile',
    access: 'public',
    summary: 'Read a map tile',
    params: { z: 'Zoom level, 0 to 22.', x: 'Tile column.', y: 'Tile row.' },
    response: {
      files: {
        'application/vnd.mapbox-vector-tile': 'Streets, parcels and buildings in Mapbox Vector Tile format, version 2.',
      },
      nothing: 'The tile is empty.',
    },
    async handle(ctx, { params, response }) {
      const [z, x, y] = ['z', 'x', 'y'].map((name) => Number(params[name])) as [number, number, number]
      if (![z, x, y].every((n) => Number.isInteger(n) && n >= 0) || z > 22)
        throw new Malformed('A tile is identified by zoom, column and row.')
      const tile = await ctx.services.basemap.getTile(z, x, y)
      if (!tile) {
        // An empty tile is not an error; a 404 would appear as a failure in the browser console.
        response.status(204).end()
        return
      }
      response
        .setHeader('Content-Type', 'application/vnd.mapbox-vector-tile')
        .setHeader('Content-Encoding', 'gzip')
        .setHeader('Cache-Control', 'public, max-age=3600')
        .send(tile)
    },
  }),
]
