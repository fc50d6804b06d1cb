import { mapboxEngine } from './mapboxEngine.ts'
import MapSurface, { type MapSurfaceProps } from './MapSurface.tsx'

/** In a file of its own so that its 517 kB load only if a Mapbox token is configured. */
export default function MapboxMap(props: Omit<MapSurfaceProps, 'engine'>) {
  return <MapSurface {...props} engine={mapboxEngine} />
}
