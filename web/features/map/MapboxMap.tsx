import { mapboxEngine } from './mapboxEngine.ts'
import MapSurface, { type MapSurfaceProps } from './MapSurface.tsx'

/** A separate file, so that its 517 kB are loaded only if a Mapbox token is configured. */
export default function MapboxMap(props: Omit<MapSurfaceProps, 'engine'>) {
  return <MapSurface {...props} engine={mapboxEngine} />
}
