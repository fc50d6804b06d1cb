import { mapboxEngine } from './mapboxEngine.ts'
import MapSurface, { type MapSurfaceProps } from './MapSurface.tsx'

/** Loaded only where a token is set: 517 kB. */
export default function MapboxMap(props: Omit<MapSurfaceProps, 'engine'>) {
  return <MapSurface {...props} engine={mapboxEngine} />
}
