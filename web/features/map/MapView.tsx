import './map.css'
import { lazy, Suspense, useState } from 'react'
import type { MapSettings } from './engine.ts'
import type { MapSurfaceProps } from './MapSurface.tsx'

const loadMaplibre = () => import('./MaplibreMap.tsx')
const loadMapbox = () => import('./MapboxMap.tsx')
const MaplibreMap = lazy(loadMaplibre)
const MapboxMap = lazy(loadMapbox)

/** Starts to load the script of the configured provider's map. If that fails, `MapView` tries again. */
export function preloadMap(settings: MapSettings): void {
  void (usesMapbox(settings) ? loadMapbox() : loadMaplibre()).catch(() => undefined)
}

/**
 * The map of the configured provider. Mapbox blanks its canvas when it rejects the token, so the embedded map replaces
 * it.
 */
export function MapView(props: MapSurfaceProps) {
  const [tokenRejected, setTokenRejected] = useState(false)
  const showMapbox = usesMapbox(props.settings) && !tokenRejected
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

function usesMapbox({ provider, accessToken }: MapSettings): boolean {
  return provider === 'mapbox' && Boolean(accessToken)
}
