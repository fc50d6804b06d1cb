import 'maplibre-gl/dist/maplibre-gl.css'
import { Layer, Map as GlMap, Source } from 'react-map-gl/maplibre'
import { mapFonts } from './basemap/fonts.ts'
import { addBasemapImages } from './basemap/images.ts'
import { BASEMAP_TILES_URL } from '../../domain/basemapTiles.ts'
import { basemapStyle } from './basemap/style.ts'
import './basemap/maplibreWorker.ts'
import type { MapEngine } from './engine.ts'
import MapSurface, { type MapSurfaceProps } from './MapSurface.tsx'
import { addMarkerImage } from './markerImages.ts'

/** The embedded map: the server's own vector tiles, without a token or external network. */
const maplibreEngine: MapEngine = {
  Map: GlMap,
  Source,
  Layer,
  boldFont: mapFonts.bold,
  attribution: 'Porchlight map · MapLibre',
  // The configuration has no tile URL if Mapbox is configured but its token was rejected.
  style: (mapType, theme, { tilesUrl }) =>
    basemapStyle({ mapType, theme, tilesUrl: toAbsoluteUrl(tilesUrl ?? BASEMAP_TILES_URL) }),
  registerImages: (map) => {
    addBasemapImages(map)
    map.setMissingStyleImageResolver((name) => addMarkerImage(map, name))
  },
}

/** A separate file, so that its 300 kB are loaded only if the embedded map is shown. */
export default function MaplibreMap(props: Omit<MapSurfaceProps, 'engine'>) {
  return <MapSurface {...props} engine={maplibreEngine} />
}

/**
 * Tiles are fetched by a worker, which cannot resolve relative URLs. `new URL()` would escape the braces of the
 * template.
 */
function toAbsoluteUrl(tilesUrl: string): string {
  return tilesUrl.startsWith('/') ? location.origin + tilesUrl : tilesUrl
}
