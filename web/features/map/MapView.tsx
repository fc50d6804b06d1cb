import './map.css'
import { lazy, Suspense, useState } from 'react'
import { MapLoading } from './MapLoading.tsx'
import type { MapSurfaceProps } from './MapSurface.tsx'

const MaplibreMap = lazy(() => import('./MaplibreMap.tsx'))
const MapboxMap = lazy(() => import('./MapboxMap.tsx'))

/**
 * The map of the configured provider. Mapbox blanks its canvas when it rejects the token, so the embedded map replaces
 * it.
 */
export function MapView(props: MapSurfaceProps) {
  const [tokenRejected, setTokenRejected] = useState(false)
  const showMapbox = props.settings.provider === 'mapbox' && Boolean(props.settings.accessToken) && !tokenRejected
  return (
    <div className="over-map map-canvas absolute inset-0">
      <Suspense fallback={<MapLoading />}>
        {showMapbox ? (
          <MapboxMap {...props} onTokenRejected={() => setTokenRejected(true)} />
        ) : (
          <MaplibreMap {...props} />
        )}
      </Suspense>
    </div>
  )
}
