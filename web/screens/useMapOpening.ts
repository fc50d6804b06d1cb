import { type RefObject, useCallback, useState } from 'react'
import type { useMyLocation } from '../features/locating/useMyLocation.ts'
import type { MapExtent, MapHandle } from '../features/map/MapSurface.tsx'
import { openingZoom, storeLastView } from '../features/map/openingView.ts'
import { useLogMapLoad } from '../features/map/useLogMapLoad.ts'

interface MapOpeningOptions {
  map: RefObject<MapHandle | null>
  phone: boolean
  /** The user has not left the map anywhere on this device yet, so it moves to their location if that is known. */
  isFirstOpening: boolean
  /** The name under which the view is stored when it changes. */
  viewName: string
  myLocation: ReturnType<typeof useMyLocation>
  onMapCreated: () => void
  onMoveEnd: (extent: MapExtent) => void
}

/** Stores where the user leaves the map, logs its load, and shows the user's location if that needs no question. */
export function useMapOpening({
  map,
  phone,
  isFirstOpening,
  viewName,
  myLocation,
  onMapCreated,
  onMoveEnd,
}: MapOpeningOptions) {
  const [isLoaded, setIsLoaded] = useState(false)
  const logMapLoad = useLogMapLoad()
  /** Starts reading the properties in view before the map has drawn. */
  const handleCreated = useCallback(
    (extent: MapExtent | undefined) => {
      onMapCreated()
      if (extent) onMoveEnd(extent)
    },
    [onMapCreated, onMoveEnd],
  )
  const handleMoveEnd = useCallback(
    (extent: MapExtent) => {
      storeLastView(viewName, extent)
      onMoveEnd(extent)
    },
    [viewName, onMoveEnd],
  )
  const handleLoad = (extent: MapExtent) => {
    setIsLoaded(true)
    logMapLoad(extent)
    void myLocation.locateIfGranted((location) => {
      const { center, zoom } = map.current?.extent() ?? extent
      const hasMoved = zoom !== extent.zoom || center.lat !== extent.center.lat || center.lng !== extent.center.lng
      if (isFirstOpening && !hasMoved) map.current?.goTo(location, { zoom: openingZoom(phone), durationMs: 0 })
    })
  }
  return { isLoaded, handleCreated, handleMoveEnd, handleLoad }
}
