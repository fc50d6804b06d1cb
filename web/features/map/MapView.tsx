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
  const [tokenRejected, setTokenRejected] = useState(false)
  const showMapbox = props.settings.provider === 'mapbox' && Boolean(props.settings.accessToken) && !tokenRejected
  return (
    <div className="over-map map-canvas absolute inset-0">
      <Suspense fallback={<div className="size-full bg-sunken" />}>
        {showMapbox ? (
          <MapboxMap {...props} onTokenRejected={() => setTokenRejected(true)} />
        ) : (
          <MaplibreMap {...props} />
        )}
      </Suspense>
    </div>
  )
}
