import 'mapbox-gl/dist/mapbox-gl.css'
import type { Map as MapboxMap } from 'mapbox-gl'
import { Layer, Map as GlMap, Source } from 'react-map-gl/mapbox'
import type { MapEngine, MapLook, MapSettings } from './engine.ts'
import { supplyMarkerImage } from './markerImages.ts'

const STYLES: Record<MapLook, string> = {
  roadmap: 'mapbox://styles/mapbox/streets-v12',
  satellite: 'mapbox://styles/mapbox/satellite-v9',
  hybrid: 'mapbox://styles/mapbox/satellite-streets-v12',
  terrain: 'mapbox://styles/mapbox/outdoors-v12',
}
/** Maps that already ask for images: one question, one answer, however often their style changes. */
const supplied = new WeakSet<MapboxMap>()
const ROADMAP_BY_NIGHT = 'mapbox://styles/mapbox/navigation-night-v1'

/** Mapbox's own imagery and streets, with a token. Its components take the same properties as MapLibre's. */
export const mapboxEngine = {
  Map: GlMap,
  Source,
  Layer,
  boldFont: ['DIN Pro Bold', 'Arial Unicode MS Bold'],
  access: ({ accessToken }: MapSettings) => ({ mapboxAccessToken: accessToken ?? '' }),
  style: (look: MapLook, theme: string) => (look === 'roadmap' && theme === 'dark' ? ROADMAP_BY_NIGHT : STYLES[look]),
  prepare: (map: MapboxMap) => {
    if (supplied.has(map)) return
    supplied.add(map)
    map.on('styleimagemissing', ({ id }) => supplyMarkerImage(map, id))
  },
} as unknown as MapEngine
