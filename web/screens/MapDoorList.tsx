import { lazy } from 'react'
import type { NumberedDoor } from '../features/map/unsavedDoors.ts'
import type { Point } from '../lib/distance.ts'
import type { useDoorsInView } from './useDoorsInView.ts'

// Loaded on wide screens, and on a phone when it is opened.
const DoorList = lazy(() => import('../features/map/DoorList.tsx'))

interface MapDoorListProps {
  inView: ReturnType<typeof useDoorsInView>
  showsTeam: boolean
  /** Offers the order by distance from this point. */
  from: Point | undefined
  selectedId: string | undefined
  onSelect: (id: string) => void
  onSelectUnsaved: (house: NumberedDoor) => void
}

/** The houses in view as a list, with its filters. */
export function MapDoorList({ inView, ...props }: MapDoorListProps) {
  return (
    <DoorList
      {...props}
      doors={inView.doors}
      filters={inView.filters}
      onFiltersChange={inView.changeFilters}
      hoveredId={inView.hovered?.id}
      onHover={inView.setHoveredId}
    />
  )
}
