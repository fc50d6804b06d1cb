import { useMemo, useState } from 'react'
import { filterDoors, NO_FILTERS } from '../features/map/doorFilters.ts'
import { countDoorsInView } from '../features/map/doorsInView.ts'
import type { usePropertiesInView } from '../features/map/usePropertiesInView.ts'

/** The houses that the map and its list show: those in view that match the filters, and the one under the pointer. */
export function useDoorsInView({ extent, properties, clusters }: ReturnType<typeof usePropertiesInView>) {
  const [filters, setFilters] = useState(NO_FILTERS)
  const [hoveredId, setHoveredId] = useState<string>()
  const matching = useMemo(() => filterDoors(properties, filters, Date.now()), [properties, filters])
  const doors = useMemo(() => countDoorsInView(extent, matching, clusters), [extent, matching, clusters])
  const hovered = useMemo(() => matching.find(({ id }) => id === hoveredId), [matching, hoveredId])
  return { filters, setFilters, hovered, setHoveredId, matching, doors }
}
