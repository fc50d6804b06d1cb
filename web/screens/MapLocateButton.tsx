import type { RefObject } from 'react'
import type { useMyLocation } from '../features/locating/useMyLocation.ts'
import { LocateButton } from '../features/map/MapControls.tsx'
import type { MapHandle } from '../features/map/MapSurface.tsx'

const MY_LOCATION_ZOOM = 19

interface MapLocateButtonProps {
  map: RefObject<MapHandle | null>
  isMapLoaded: boolean
  myLocation: ReturnType<typeof useMyLocation>
  /** Called when the map is about to move. */
  onLocate: () => void
}

/** Asks for the user's location and moves the map there. */
export function MapLocateButton({ map, isMapLoaded, myLocation, onLocate }: MapLocateButtonProps) {
  const handleLocate = () => {
    onLocate()
    myLocation.locateMe(isMapLoaded ? (location) => map.current?.goTo(location, { zoom: MY_LOCATION_ZOOM }) : undefined)
  }
  return <LocateButton busy={myLocation.busy} onLocate={handleLocate} />
}
