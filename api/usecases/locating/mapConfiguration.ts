import type { Context } from '../../context.ts'
import { requireSignedIn } from '../../domain/permissions.ts'
import { readTileKey } from './ownTiles.ts'
import type { Point } from '../../domain/point.ts'

export interface MapSettings {
  provider: 'mapbox' | 'maplibre'
  accessToken: string | null
  tilesUrl: string | null
  center: Point
  zoom: number
}

/** The initial view of a map (spec §2, §9): the center of the demo town, at a zoom that shows single roofs. */
const initialView = { center: { lat: 39.77, lng: -86.16 }, zoom: 20 }

/** The settings of the client's map. `accessToken` is the map service's public token. */
export async function readMapConfiguration(ctx: Context): Promise<MapSettings> {
  const { tenantId } = requireSignedIn(ctx.actor)
  const key = tenantId && (await readTileKey(ctx, tenantId))
  const provider = ctx.services.providers.basemap
  return {
    provider,
    accessToken: provider === 'mapbox' ? ctx.config.mapboxToken : null,
    tilesUrl: `/api/basemap/{z}/{x}/{y}.mvt${key ? `?parcels=${key}` : ''}`,
    ...initialView,
  }
}
