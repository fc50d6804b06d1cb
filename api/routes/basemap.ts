import type { Router } from 'express'
import { Malformed } from '../domain/errors.ts'
import { pathPart } from './body.ts'
import type { Serve } from './handler.ts'

/** Public record drawn as vector tiles: no names in it, so anybody may have it and keep it. */
export function basemapRoutes(router: Router, serve: Serve): void {
  router.get(
    '/basemap/:z/:x/:y.mvt',
    serve(async (ctx, request, response) => {
      const [z, x, y] = ['z', 'x', 'y'].map((name) => Number(pathPart(request, name))) as [number, number, number]
      if (![z, x, y].every((n) => Number.isInteger(n) && n >= 0) || z > 22)
        throw new Malformed('A tile is named by zoom, column and row.')
      const tile = await ctx.services.basemap.tile(z, x, y)
      if (!tile) {
        // Nothing is there to be drawn: an answer like any other, and no failure on the map's console.
        response.status(204).end()
        return undefined
      }
      response
        .setHeader('Content-Type', 'application/vnd.mapbox-vector-tile')
        .setHeader('Content-Encoding', 'gzip')
        .setHeader('Cache-Control', 'public, max-age=3600')
        .send(tile)
      return undefined
    }),
  )
}
