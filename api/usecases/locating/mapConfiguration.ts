import type { Context } from '../../context.ts'
import { requireSignedIn } from '../../domain/permissions.ts'
import type { Point } from '../../domain/point.ts'

export interface MapSettings {
  provider: 'mapbox' | 'maplibre'
  accessToken: string | null
  tilesUrl: string | null
  center: Point
  zoom: number
}

/** Where a map begins (spec §2, §9): the demo town's middle, near enough to tell roofs apart. */
const initialView = { center: { lat: 39.77, lng: -86.16 }, zoom: 20 }

/** What the client draws its map with; the token is the map service's public one. */
export function readMapConfiguration(ctx: Context): MapSettings {
  requireSignedIn(ctx.actor)
  const provider = ctx.services.providers.basemap
  return {
    provider,
    accessToken: provider === 'mapbox' ? ctx.config.mapboxToken : null,
    tilesUrl: '/api/basemap/{z}/{x}/{y}.mvt',
    ...initialView,
  }
}
