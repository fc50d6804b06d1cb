import { lazy, type RefObject, Suspense } from 'react'
import type { MapExtent, MapHandle } from '../features/map/MapSurface.tsx'
import { NEIGHBORHOOD_ZOOM, PROPERTY_ZOOM } from '../features/map/openingView.ts'
import type { NumberedDoor } from '../features/map/unsavedDoors.ts'
import type { Point } from '../lib/distance.ts'
import type { useDoorsInView } from './useDoorsInView.ts'

// Loaded on wide screens, and on a phone when it is opened.
const DoorList = lazy(() => import('../features/map/DoorList.tsx'))
// Loaded far out.
const NeighborhoodList = lazy(() => import('../features/map/NeighborhoodList.tsx'))

interface MapDoorListProps {
  inView: ReturnType<typeof useDoorsInView>
  extent: MapExtent | undefined
  map: RefObject<MapHandle | null>
  showsTeam: boolean
  /** Offers the order by distance from this point. */
  from: Point | undefined
  selectedId: string | undefined
  onSelect: (id: string) => void
  onSelectUnsaved: (house: NumberedDoor) => void
}

/** The houses in view as a list, with its filters. */
export function MapDoorList({ inView, extent, map, ...props }: MapDoorListProps) {
  return (
    <DoorList
      {...props}
      doors={inView.doors}
      filters={inView.filters}
      onFiltersChange={inView.changeFilters}
      hoveredId={inView.hovered?.id}
      onHover={inView.setHoveredId}
      isBeyondDoors={extent !== undefined && extent.zoom < PROPERTY_ZOOM}
      farAway={
        extent && (
          <Suspense>
            <NeighborhoodList
              extent={extent}
              onSelect={(center) => map.current?.goTo(center, { zoom: Math.max(extent.zoom + 1, NEIGHBORHOOD_ZOOM) })}
            />
          </Suspense>
        )
      }
    />
  )
}
