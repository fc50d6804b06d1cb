import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { useMyLocation } from '../features/locating/useMyLocation.ts'
import type { MapExtent, MapHandle } from '../features/map/MapSurface.tsx'
import { openingZoom, storeLastView } from '../features/map/openingView.ts'
import { useLogMapLoad } from '../features/map/useLogMapLoad.ts'
import type { Point } from '../lib/distance.ts'

interface MapOpeningOptions {
  map: RefObject<MapHandle | null>
  phone: boolean
  /** The map moves to the user as soon as their location is known, unless it has been moved before. */
  opensAtUser: boolean
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
  opensAtUser,
  viewName,
  myLocation,
  onMapCreated,
  onMoveEnd,
}: MapOpeningOptions) {
  const [loadedAt, setLoadedAt] = useState<MapExtent>()
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
    setLoadedAt(extent)
    logMapLoad(extent)
    void myLocation.locateIfGranted()
  }
  const showUser = useEffectEvent((opened: MapExtent, location: Point) => {
    const { center, zoom } = map.current?.extent() ?? opened
    const hasMoved = zoom !== opened.zoom || center.lat !== opened.center.lat || center.lng !== opened.center.lng
    if (opensAtUser && !hasMoved) map.current?.goTo(location, { zoom: openingZoom(phone), durationMs: 0 })
  })
  // The first location may come from a session, which asks for it, and before the map has loaded.
  const { location } = myLocation
  const isLocated = location !== undefined
  useEffect(() => {
    if (loadedAt && isLocated) showUser(loadedAt, location)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs for the first location, not for later ones
  }, [loadedAt, isLocated])
  return { isLoaded: loadedAt !== undefined, handleCreated, handleMoveEnd, handleLoad }
}
