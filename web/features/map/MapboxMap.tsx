import 'mapbox-gl/dist/mapbox-gl.css'
import type { Map as LoadedMap } from 'mapbox-gl'
import { Layer, Map as GlMap, Source } from 'react-map-gl/mapbox'
import type { MapEngine, MapSettings } from './engine.ts'
import type { MapType } from './mapTypes.ts'
import MapSurface, { type MapSurfaceProps } from './MapSurface.tsx'
import { addMarkerImage } from './markerImages.ts'

const STYLE_URLS: Record<MapType, string> = {
  roadmap: 'mapbox://styles/mapbox/streets-v12',
  satellite: 'mapbox://styles/mapbox/satellite-v9',
  hybrid: 'mapbox://styles/mapbox/satellite-streets-v12',
  terrain: 'mapbox://styles/mapbox/outdoors-v12',
}
/** Maps that already have the listener. `registerImages` runs after every style load, but must add it once. */
const mapsWithImages = new WeakSet<LoadedMap>()
const DARK_ROADMAP_URL = 'mapbox://styles/mapbox/navigation-night-v1'

/** Mapbox's imagery and streets. Its React components take the same props as MapLibre's, hence the cast, which checks only the names. */
const mapboxEngine = {
  Map: GlMap,
  Source,
  Layer,
  boldFont: ['DIN Pro Bold', 'Arial Unicode MS Bold'],
  accessProps: ({ accessToken }: MapSettings) => ({ mapboxAccessToken: accessToken ?? '' }),
  style: (mapType: MapType, theme: string) =>
    mapType === 'roadmap' && theme === 'dark' ? DARK_ROADMAP_URL : STYLE_URLS[mapType],
  registerImages: (map: LoadedMap) => {
    if (mapsWithImages.has(map)) return
    mapsWithImages.add(map)
    map.on('styleimagemissing', ({ id }) => addMarkerImage(map, id))
  },
} satisfies Record<keyof Omit<MapEngine, 'attribution'>, unknown> as unknown as MapEngine

/** A separate file, so that its 517 kB are loaded only if a Mapbox token is configured. */
export default function MapboxMap(props: Omit<MapSurfaceProps, 'engine'>) {
  return <MapSurface {...props} engine={mapboxEngine} />
}
