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
    if (step !== undefined) {
      const to = Math.max(0, Math.min(sorted.length - 1, at + step))
      setActive(to)
      event.currentTarget.children[to]?.scrollIntoView({ block: 'nearest' })
    }
    const chosen = event.key === 'Enter' || event.key === ' ' ? sorted[at] : undefined
    if (chosen) onHouse(chosen.id)
    if (step !== undefined || chosen) event.preventDefault()
  }

  return (
    <div className="pointer-events-none absolute top-20 left-4 z-30 flex max-h-80 w-72 flex-col rounded-card bg-surface p-2 text-body opacity-0 shadow-map focus-within:pointer-events-auto focus-within:opacity-100">
      <p id={`${listId}-name`} className="px-2 py-1 font-semibold">
        {sorted.length === 0 ? 'No saved houses in view' : `Saved houses in view: ${sorted.length}`}
        {hidden > 0 && <span className="block font-normal text-ink-2">{hidden} more in clusters: zoom in</span>}
      </p>
      <div
        role="listbox"
        tabIndex={0}
        aria-labelledby={`${listId}-name`}
        aria-activedescendant={sorted[at] ? `${listId}-${sorted[at].id}` : undefined}
        onKeyDown={press}
        className="min-h-0 overflow-y-auto"
      >
        {sorted.map((house, index) => (
          <button
            key={house.id}
            id={`${listId}-${house.id}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={house.id === selectedId}
            onClick={() => onHouse(house.id)}
            className={classNames('block w-full rounded-badge px-2 py-1 text-left', index === at && 'bg-sunken')}
          >
            {house.streetNumber || 'No number'}, {statusLabels[house.status]}
            {house.priority === 'HIGH' && ', high priority'}
          </button>
        ))}
      </div>
    </div>
  )
}
