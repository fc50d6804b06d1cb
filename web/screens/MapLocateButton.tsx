import type { RefObject } from 'react'
import type { useLocate } from '../features/locating/useLocate.ts'
import type { useMyLocation } from '../features/locating/useMyLocation.ts'
import { LocateButton } from '../features/map/MapControls.tsx'
import type { MapHandle } from '../features/map/MapSurface.tsx'

const MY_LOCATION_ZOOM = 19

interface MapLocateButtonProps {
  map: RefObject<MapHandle | null>
  isMapLoaded: boolean
  locating: ReturnType<typeof useLocate>
  myLocation: ReturnType<typeof useMyLocation>
}

/** Asks for the user's location and moves the map there. */
export function MapLocateButton({ map, isMapLoaded, locating, myLocation }: MapLocateButtonProps) {
  const handleLocate = () => {
    locating.cancelPending()
    myLocation.locateMe(isMapLoaded ? (location) => map.current?.goTo(location, { zoom: MY_LOCATION_ZOOM }) : undefined)
  }
  return <LocateButton busy={myLocation.busy} onLocate={handleLocate} />
}
