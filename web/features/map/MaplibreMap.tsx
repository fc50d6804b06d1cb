import { maplibreEngine } from './maplibreEngine.ts'
import MapSurface, { type MapSurfaceProps } from './MapSurface.tsx'

/** In a file of its own so that its 300 kB load only if the embedded map is shown. */
export default function MaplibreMap(props: Omit<MapSurfaceProps, 'engine'>) {
  return <MapSurface {...props} engine={maplibreEngine} />
}
