import { ArrowDownUp } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { outcomeDisplay } from '../../domain/outcomes.ts'
import { PriorityIcon } from '../../domain/PriorityBadge.tsx'
import { statusLabels } from '../../domain/labels.ts'
import { formatDay, formatTime } from '../../lib/dates.ts'
import { useNow } from '../../lib/useNow.ts'
import { pluralize } from '../../lib/numbers.ts'
import { useMe } from '../../session/person/MeProvider.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { classNames } from '../../ui/classNames.ts'
import { Select } from '../../ui/Select.tsx'
import { distanceMeters, type Point } from '../../lib/distance.ts'
import { formatFeet } from '../../lib/formatFeet.ts'
import {
  type DoorFilters,
  type DoorOrder,
  OUTCOME_OPTIONS,
  OWNER_OPTIONS,
  sortDoors,
  TIME_OPTIONS,
} from './doorFilters.ts'
import { type DoorsInView, nearestFirst } from './doorsInView.ts'
import type { PropertyMarker } from './markerFeatures.ts'
import { doorShape } from './markerShapes.ts'
import { MarkerIcon } from './MarkerIcon.tsx'
import type { NumberedDoor } from './unsavedDoors.ts'

interface DoorListProps {
  doors: DoorsInView
  filters: DoorFilters
  onFiltersChange: (filters: DoorFilters) => void
  showsTeam: boolean
  /** Offers the order by distance from this point, as the first one. */
  from?: Point | undefined
  selectedId: string | undefined
  hoveredId: string | undefined
  onSelect: (id: string) => void
  onSelectUnsaved: (door: NumberedDoor) => void
  onHover: (id: string | undefined) => void
  /** Shown while most of the houses are in clusters: the neighborhoods. */
  farAway: ReactNode
  /** Houses that are not saved are not known from here. */
  isBeyondDoors: boolean
}

/** At a zoom that shows more of them, nobody looks for one in a list. */
const MAX_UNSAVED = 50

const ORDERS: readonly DoorOrder[] = ['distance', 'street', 'latest']
const orderLabels: Record<DoorOrder, string> = { distance: 'Nearest', street: 'Street', latest: 'Latest' }

/**
 * The houses in view as a list beside the map: the row and the marker of a house are highlighted together. On a phone it begins with
 * those that are not saved, where nobody has knocked.
 */
export default function DoorList({
  doors,
  filters,
  onFiltersChange,
  showsTeam,
  from,
  farAway,
  isBeyondDoors,
  ...rows
}: DoorListProps) {
  const orders = from ? ORDERS : ORDERS.slice(1)
  const [sortedBy, setSortedBy] = useState<DoorOrder>(orders[0]!)
  const sorted = useMemo(() => sortDoors(doors.properties, sortedBy, from), [doors.properties, sortedBy, from])
  const nextOrder = orders[(orders.indexOf(sortedBy) + 1) % orders.length]!
  const clustered = doors.saved - doors.properties.length
  const isFar = clustered > sorted.length
  const isUnknown = isBeyondDoors && doors.total === 0
  const unsaved = (from ? nearestFirst(from, doors.unsaved) : doors.unsaved.toSorted(compareAddresses))
    .slice(0, MAX_UNSAVED)
    .map((door) => (
      <UnsavedRow
        key={`${door.number} ${door.lat} ${door.lng}`}
        door={door}
        from={from}
        onSelect={rows.onSelectUnsaved}
      />
    ))
  return (
    <>
      <div className="flex gap-1.5 px-4 pb-3.5">
        <Select
          variant="filter"
          label="Outcome"
          options={OUTCOME_OPTIONS}
          value={filters.outcome}
          isActive={filters.outcome !== 'ALL'}
          onChange={(outcome) => onFiltersChange({ ...filters, outcome })}
          className="min-w-0 flex-auto gap-1! px-2! text-small!"
        />
        <Select
          variant="filter"
          label="Last knock"
          options={TIME_OPTIONS}
          value={filters.time}
          isActive={filters.time !== 'ANY'}
          onChange={(time) => onFiltersChange({ ...filters, time })}
          className="min-w-0 flex-auto gap-1! px-2! text-small!"
        />
        {showsTeam && (
          <Select
            variant="filter"
            label="Whose"
            options={OWNER_OPTIONS}
            value={filters.owner}
            isActive={filters.owner !== 'EVERYONE'}
            onChange={(owner) => onFiltersChange({ ...filters, owner })}
            className="min-w-0 flex-auto gap-1! px-2! text-small!"
          />
        )}
      </div>
      <div className="flex h-10 shrink-0 items-center justify-between border-y border-line px-4 text-small">
        <p className="figures min-w-0 truncate text-ink-2">
          {/* On a phone it stands above. */}
          {!from && !isUnknown && (
            <>
              <b className="font-semibold text-ink">{doors.total}</b> {pluralize(doors.total, 'door').split(' ').at(-1)}
              {clustered === 0 && ' · '}
            </>
          )}
          {/* What happened at the houses in clusters is not known here. */}
          {clustered === 0 && (isUnknown ? 'No doors saved here' : `${doors.notKnocked} not knocked yet`)}
          {showsTeam && clustered === 0 && doors.byTeam > 0 && ` · ${doors.byTeam} by the team`}
        </p>
        <button
          type="button"
          onClick={() => setSortedBy(nextOrder)}
          className="flex h-9 items-center gap-1.5 rounded-badge px-1 font-semibold"
        >
          <ArrowDownUp aria-hidden size={14} />
          <span className="sr-only">Sorted by </span>
          {orderLabels[sortedBy]}
        </button>
      </div>
      <ul aria-label="Houses in view" className="min-h-0 flex-1 overflow-y-auto">
        {isFar && farAway}
        {from && unsaved}
        {sorted.map((door) => (
          <DoorRow
            key={door.id}
            door={door}
            isSelected={door.id === rows.selectedId}
            isHovered={door.id === rows.hoveredId}
            onSelect={rows.onSelect}
            onHover={rows.onHover}
          />
        ))}
        {!from && unsaved}
        {unsaved.length < doors.unsaved.length && (
          <li className="px-4 py-3 text-small text-ink-2">{`${doors.unsaved.length - unsaved.length} more that are not saved: zoom in`}</li>
        )}
        {clustered > 0 && (
          <li className="px-4 py-3 text-small text-ink-2">
            {clustered === doors.saved
              ? 'Zoom in to see each house'
              : `${pluralize(clustered, 'door')} in clusters: zoom in to see each house`}
          </li>
        )}
        {doors.total === 0 && (
          <li className="px-4 py-3 text-small text-ink-2">
            {isUnknown ? 'Zoom in to see each house' : 'No doors in view'}
          </li>
        )}
      </ul>
    </>
  )
}

const compareAddresses = (one: NumberedDoor, other: NumberedDoor) =>
  (one.street ?? '').localeCompare(other.street ?? '', 'en', { numeric: true }) ||
  one.number.localeCompare(other.number, 'en', { numeric: true })

interface UnsavedRowProps {
  door: NumberedDoor
  /** Without a street in its tile, the distance from here tells which of two streets the number is in. */
  from: Point | undefined
  onSelect: (door: NumberedDoor) => void
}

function UnsavedRow({ door, from, onSelect }: UnsavedRowProps) {
  return (
    <li className="border-b border-line [contain-intrinsic-size:56px] [content-visibility:auto]">
      <button
        type="button"
        onClick={() => onSelect(door)}
        className="flex h-14 w-full items-center gap-3 px-4 text-left -outline-offset-2 hover:bg-hover"
      >
        <MarkerIcon shape="new" size={30} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-body font-semibold">
            {[door.number, door.street].filter(Boolean).join(' ')}
          </span>
          <span className="block text-small text-ink-2">Not knocked yet</span>
        </span>
        {from && <span className="figures text-small text-ink-2">{formatFeet(distanceMeters(from, door))}</span>}
      </button>
    </li>
  )
}

interface DoorRowProps {
  door: PropertyMarker
  isSelected: boolean
  isHovered: boolean
  onSelect: (id: string) => void
  onHover: (id: string | undefined) => void
}

function DoorRow({ door, isSelected, isHovered, onSelect, onHover }: DoorRowProps) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  const { streetNumber, streetName, unit, lastOutcome, assignedTo, isTeams = false } = door
  const firstName = assignedTo?.fullName.split(' ')[0]
  return (
    <li ref={row} className="border-b border-line [contain-intrinsic-size:56px] [content-visibility:auto]">
      <button
        type="button"
        aria-current={isSelected || undefined}
        onClick={() => onSelect(door.id)}
        onMouseEnter={() => onHover(door.id)}
        onMouseLeave={() => onHover(undefined)}
        className={classNames(
          'flex h-14 w-full items-center gap-3 px-4 text-left -outline-offset-2',
          isSelected ? 'bg-accent-tint' : isHovered && 'bg-hover',
        )}
      >
        <MarkerIcon shape={doorShape(door)} isTeams={isTeams} size={30} />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-1.5">
            <span className={classNames('truncate text-body', isTeams ? 'font-[500] text-ink-2' : 'font-semibold')}>
              {[streetNumber || 'No number', streetName].filter(Boolean).join(streetNumber ? ' ' : ', ')}
            </span>
            {unit && <span className="max-w-24 shrink-0 truncate text-body text-ink-2">{unit}</span>}
            {door.priority === 'HIGH' && <PriorityIcon priority="HIGH" />}
          </span>
          <span className="block truncate text-small text-ink-2">
            {lastOutcome
              ? outcomeDisplay(lastOutcome).label
              : door.status === 'NEW'
                ? 'Not knocked yet'
                : statusLabels[door.status]}
          </span>
        </span>
        <span className="figures flex shrink-0 flex-col items-end text-small text-ink-2">
          <LastKnock at={door.lastKnockedAt ?? undefined} />
          {isTeams && assignedTo && (
            <span className="flex items-center gap-1">
              <Avatar name={assignedTo.fullName} size={16} />
              {firstName}
            </span>
          )}
        </span>
      </button>
    </li>
  )
}

/** The time of a knock of today, or its day. */
function LastKnock({ at }: { at: string | undefined }) {
  const timeZone = useMe().tenant?.timeZone
  const now = useNow(at ? 60_000 : null)
  if (!at) return null
  const day = formatDay(at, timeZone)
  return <time dateTime={at}>{day === formatDay(now, timeZone) ? formatTime(at, timeZone) : day}</time>
}
