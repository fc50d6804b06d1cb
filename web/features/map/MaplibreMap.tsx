import { maplibreEngine } from './maplibreEngine.ts'
import MapSurface, { type MapSurfaceProps } from './MapSurface.tsx'

/** A separate file, so that its 300 kB are loaded only if the embedded map is shown. */
export default function MaplibreMap(props: Omit<MapSurfaceProps, 'engine'>) {
  return <MapSurface {...props} engine={maplibreEngine} />
}
