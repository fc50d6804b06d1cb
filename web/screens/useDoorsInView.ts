import { useCallback, useMemo, useState } from 'react'
import { type DoorFilters, filterDoors, NO_FILTERS, showsUnsaved } from '../features/map/doorFilters.ts'
import { countDoorsInView } from '../features/map/doorsInView.ts'
import { type NumberedDoor, unsavedAmong } from '../features/map/unsavedDoors.ts'
import type { usePropertiesInView } from '../features/map/usePropertiesInView.ts'

/** The houses that the map and its list show: those in view that match the filters, and the one under the pointer. */
export function useDoorsInView({ extent, properties, clusters }: ReturnType<typeof usePropertiesInView>) {
  const [{ filters, now }, setFilters] = useState({ filters: NO_FILTERS, now: 0 })
  const [hoveredId, setHoveredId] = useState<string>()
  const matching = useMemo(() => filterDoors(properties, filters, now), [properties, filters, now])
  const [houses, setNumbered] = useState<readonly NumberedDoor[]>([])
  const unsaved = useMemo(
    () => (showsUnsaved(filters) ? unsavedAmong(houses, properties) : []),
    [filters, houses, properties],
  )
  const doors = useMemo(
    () => countDoorsInView(extent, matching, clusters, unsaved),
    [extent, matching, clusters, unsaved],
  )
  // The map tells them whenever it has drawn, mostly the same ones.
  const handleDoorsShown = useCallback(
    (shown: readonly NumberedDoor[]) => setNumbered((before) => (isEqual(before, shown) ? before : shown)),
    [],
  )
  const hovered = useMemo(() => matching.find(({ id }) => id === hoveredId), [matching, hoveredId])
  const changeFilters = (changed: DoorFilters) => setFilters({ filters: changed, now: Date.now() })
  return { filters, changeFilters, hovered, setHoveredId, matching, doors, handleDoorsShown }
}

const isEqual = (before: readonly NumberedDoor[], shown: readonly NumberedDoor[]) =>
  before.length === shown.length &&
  before.every(({ number, lat, lng }, index) => {
    const other = shown[index]!
    return number === other.number && lat === other.lat && lng === other.lng
  })
