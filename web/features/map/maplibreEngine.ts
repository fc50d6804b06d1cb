import 'maplibre-gl/dist/maplibre-gl.css'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import { Layer, Map as GlMap, Popup, Source, useMap } from 'react-map-gl/maplibre'
import { addBasemapImages } from './basemap/images.ts'
import { basemapStyle } from './basemap/style.ts'
import './basemap/maplibreWorker.ts'
import type { MapEngine } from './engine.ts'

/**
 * MapLibre draws text from the fonts of the page, and reads the weight from the family's name: so the one variable
 * font is registered once more under a name that says bold.
 */
const BOLD = 'Figtree Bold'
document.fonts.add(new FontFace(BOLD, `url(${figtree})`, { weight: '300 900' }))

/** The map without a token and without a network: the server's own vector tiles. */
export const maplibreEngine: MapEngine = {
  Map: GlMap,
  Source,
  Layer,
  Popup,
  useMap,
  boldFont: [BOLD],
  attribution: 'Porchlight map · MapLibre',
  style: (look, theme, { tilesUrl }) => basemapStyle({ look, theme, tilesUrl }),
  prepare: addBasemapImages,
}
