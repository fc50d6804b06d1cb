import './map.css'
import { lazy, Suspense, useState } from 'react'
import type { MapSurfaceProps } from './MapSurface.tsx'

const MaplibreMap = lazy(() => import('./MaplibreMap.tsx'))
const MapboxMap = lazy(() => import('./MapboxMap.tsx'))

/**
 * The map by the configured provider. When Mapbox refuses the token it blanks its canvas, so the server's own map
 * takes its place and the screen goes on.
 */
export function MapView(props: MapSurfaceProps) {
  const [refused, setRefused] = useState(false)
  const keyed = props.settings.provider === 'mapbox' && Boolean(props.settings.accessToken) && !refused
  return (
    <div className="over-map map-canvas absolute inset-0">
      <Suspense fallback={<div className="size-full bg-sunken" />}>
        {keyed ? <MapboxMap {...props} onRefused={() => setRefused(true)} /> : <MaplibreMap {...props} />}
      </Suspense>
    </div>
  )
}
