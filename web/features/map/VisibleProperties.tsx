import { type KeyboardEvent, useId, useState } from 'react'
import { classNames } from '../../ui/classNames.ts'
import { statusLabels } from '../../domain/labels.ts'
import { useDayStart } from '../../lib/useDayStart.ts'
import { compareHouseNumbers } from './doorFilters.ts'
import { doorLight, LIGHT_LABELS } from './doorLights.ts'
import type { PropertyCluster, PropertyMarker } from './markerFeatures.ts'

interface VisiblePropertiesProps {
  properties: readonly PropertyMarker[]
  clusters: readonly PropertyCluster[]
  selectedId: string | undefined
  onSelect: (id: string) => void
}

/**
 * The text alternative to the map: the saved properties in view, by street number. The list is invisible until it has
 * focus. It is one tab stop; arrow keys move, Enter selects.
 */
export function VisibleProperties({ properties, clusters, selectedId, onSelect }: VisiblePropertiesProps) {
  const listId = useId()
  const dayStart = useDayStart()
  const [activeId, setActiveId] = useState<string>()
  const sorted = [...properties].sort(compareHouseNumbers)
  // By its id: the list changes while the map moves and when others save, and Enter must not open another property.
  const activeIndex = Math.max(
    0,
    sorted.findIndex(({ id }) => id === activeId),
  )
  const clusteredCount = clusters.reduce((sum, cluster) => sum + cluster.count, 0)
  const doneCount = clusters.reduce((sum, cluster) => sum + cluster.doneToday, 0)

  const handleKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -sorted.length, End: sorted.length }[event.key]
    if (step !== undefined) {
      const nextIndex = Math.max(0, Math.min(sorted.length - 1, activeIndex + step))
      setActiveId(sorted[nextIndex]?.id)
      event.currentTarget.children[nextIndex]?.scrollIntoView({ block: 'nearest' })
    }
    const chosen = event.key === 'Enter' || event.key === ' ' ? sorted[activeIndex] : undefined
    if (chosen) onSelect(chosen.id)
    if (step !== undefined || chosen) event.preventDefault()
  }

  return (
    <div className="pointer-events-none absolute top-20 left-4 z-30 flex max-h-80 w-72 flex-col rounded-card bg-surface p-2 text-body opacity-0 shadow-map focus-within:pointer-events-auto focus-within:opacity-100">
      <p id={`${listId}-name`} className="px-2 py-1 font-semibold">
        {sorted.length === 0 ? 'No saved properties in view' : `Saved properties in view: ${sorted.length}`}
        {clusteredCount > 0 && (
          <span className="block font-normal text-ink-2">{clusteredCount} more in clusters: zoom in</span>
        )}
        {doneCount > 0 && <span className="block font-normal text-ink-2">{doneCount} of them knocked today</span>}
      </p>
      <div
        role="listbox"
        tabIndex={0}
        aria-labelledby={`${listId}-name`}
        aria-activedescendant={sorted[activeIndex] ? `${listId}-${sorted[activeIndex].id}` : undefined}
        onFocus={() => setActiveId(sorted[activeIndex]?.id)}
        onKeyDown={handleKeyDown}
        className="min-h-0 overflow-y-auto"
      >
        {sorted.map((property, index) => (
          <button
            key={property.id}
            id={`${listId}-${property.id}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={property.id === selectedId}
            onClick={() => onSelect(property.id)}
            className={classNames(
              'block w-full rounded-badge px-2 py-1 text-left',
              index === activeIndex && 'bg-sunken',
            )}
          >
            {[property.streetNumber || 'No number', property.streetName].filter(Boolean).join(' ')}
            {property.unit && `, ${property.unit}`}, {statusLabels[property.status]}
            {property.priority === 'HIGH' && ', high priority'}
            {describeLight(property, dayStart)}
          </button>
        ))}
      </div>
    </div>
  )
}

function describeLight(property: PropertyMarker, dayStart: number): string | undefined {
  const light = doorLight(property, dayStart)
  return light && `, ${LIGHT_LABELS[light].toLowerCase()}`
}
