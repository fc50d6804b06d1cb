import 'maplibre-gl/dist/maplibre-gl.css'
import { Layer, Map as GlMap, Source } from 'react-map-gl/maplibre'
import { mapFonts } from './basemap/fonts.ts'
import { addBasemapImages } from './basemap/images.ts'
import { BASEMAP_TILES_URL } from './basemap/tileSource.ts'
import { basemapStyle } from './basemap/style.ts'
import './basemap/maplibreWorker.ts'
import type { MapEngine } from './engine.ts'
import { addMarkerImage } from './markerImages.ts'

/** The map without a token and without a network: the server's own vector tiles. */
export const maplibreEngine: MapEngine = {
  Map: GlMap,
  Source,
  Layer,
  boldFont: mapFonts.bold,
  attribution: 'Porchlight map · MapLibre',
  // Where the configuration names no tiles, a keyed provider has failed.
  style: (mapType, theme, { tilesUrl }) =>
    basemapStyle({ mapType, theme, tilesUrl: toAbsoluteUrl(tilesUrl ?? BASEMAP_TILES_URL) }),
  registerImages: (map) => {
    addBasemapImages(map)
    map.setMissingStyleImageResolver((name) => addMarkerImage(map, name))
  },
}

/** The tiles are fetched by a worker, whose own address is not the page's; `URL` would escape the braces. */
function toAbsoluteUrl(tilesUrl: string): string {
  return tilesUrl.startsWith('/') ? location.origin + tilesUrl : tilesUrl
}
