import { type KeyboardEvent, useId, useState } from 'react'
import { classNames } from '../../ui/classNames.ts'
import { statusLabels } from '../../ui/StatusMark.tsx'
import type { HouseCluster, HouseMarker } from './markerFeatures.ts'

interface VisibleHousesProps {
  houses: readonly HouseMarker[]
  clusters: readonly HouseCluster[]
  selectedId: string | undefined
  onHouse: (id: string) => void
}

/**
 * The map as text: the saved houses in view, by number. Hidden until it has the focus; one stop of the Tab key, in
 * which arrow keys choose and Enter opens.
 */
export function VisibleHouses({ houses, clusters, selectedId, onHouse }: VisibleHousesProps) {
  const listId = useId()
  const [active, setActive] = useState(0)
  const sorted = [...houses].sort(
    (one, other) => Number.parseInt(one.streetNumber) - Number.parseInt(other.streetNumber),
  )
  const at = Math.min(active, sorted.length - 1)
  const hidden = clusters.reduce((sum, cluster) => sum + cluster.count, 0)

  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -sorted.length, End: sorted.length }[event.key]
    if (step !== undefined) setActive(Math.max(0, Math.min(sorted.length - 1, at + step)))
    const chosen = event.key === 'Enter' || event.key === ' ' ? sorted[at] : undefined
    if (chosen) onHouse(chosen.id)
    if (step !== undefined || chosen) event.preventDefault()
  }

  return (
    <div className="sr-only z-30 max-h-72 w-72 overflow-y-auto rounded-card bg-surface p-2 text-body shadow-map focus-within:not-sr-only focus-within:absolute! focus-within:top-20 focus-within:left-4">
      <p id={`${listId}-name`} className="px-2 py-1 font-semibold">
        {sorted.length === 0 ? 'No saved houses in view' : `Saved houses in view: ${sorted.length}`}
        {hidden > 0 && <span className="block font-normal text-ink-2">{hidden} more in clusters: zoom in</span>}
      </p>
      <ul
        role="listbox"
        tabIndex={0}
        aria-labelledby={`${listId}-name`}
        aria-activedescendant={sorted[at] ? `${listId}-${sorted[at].id}` : undefined}
        onKeyDown={press}
        className="outline-none"
      >
        {sorted.map((house, index) => (
          <li
            key={house.id}
            id={`${listId}-${house.id}`}
            role="option"
            aria-selected={house.id === selectedId}
            onClick={() => onHouse(house.id)}
            className={classNames('rounded-badge px-2 py-1', index === at && 'bg-sunken')}
          >
            {house.streetNumber || 'No number'}, {statusLabels[house.status]}
            {house.priority === 'HIGH' && ', high priority'}
          </li>
        ))}
      </ul>
    </div>
  )
}
