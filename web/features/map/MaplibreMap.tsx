import { maplibreEngine } from './maplibreEngine.ts'
import MapSurface, { type MapSurfaceProps } from './MapSurface.tsx'

/** Loaded only where it is the provider: 300 kB. */
export default function MaplibreMap(props: Omit<MapSurfaceProps, 'engine'>) {
  return <MapSurface {...props} engine={maplibreEngine} />
}
