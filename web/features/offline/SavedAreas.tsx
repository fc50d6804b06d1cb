import { Check, CloudDownload, Ellipsis, RefreshCw, Trash2, TriangleAlert } from 'lucide-react'
import { formatDay } from '../../lib/dates.ts'
import { classNames } from '../../ui/classNames.ts'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { formatMegabytes, MAX_BYTES } from './areaSize.ts'
import type { SavedArea } from './areaStore.ts'
import { expiryWarning } from './expiry.ts'

interface SavedAreasProps {
  areas: readonly SavedArea[]
  /** The area whose progress is shown above; it is not listed. */
  shownId: string | undefined
  now: number
  onUpdate: (area: SavedArea) => void
  onRemove: (area: SavedArea) => void
}

/** The areas on this device with their sizes and when they expire. */
export function SavedAreas({ areas, shownId, now, onUpdate, onRemove }: SavedAreasProps) {
  const usedBytes = areas.reduce((sum, area) => sum + Math.max(area.bytes, area.savedBytes), 0)
  const listed = areas.filter(({ id }) => id !== shownId)
  return (
    <section aria-label="On This Phone">
      <div className="flex items-baseline justify-between border-b border-line pb-2.5">
        <h3 className="text-section">On This Phone</h3>
        <p className="figures text-[0.9375rem] text-ink-2">
          {formatMegabytes(usedBytes)} of {MAX_BYTES / 1e6} MB
        </p>
      </div>
      {areas.length === 0 && <p className="py-4 text-[1rem] text-ink-2">No areas yet.</p>}
      <ul className="divide-y divide-line">
        {listed.map((area) => (
          <AreaRow key={area.id} area={area} now={now} onUpdate={onUpdate} onRemove={onRemove} />
        ))}
      </ul>
    </section>
  )
}

function AreaRow({ area, now, onUpdate, onRemove }: Omit<SavedAreasProps, 'areas' | 'shownId'> & { area: SavedArea }) {
  const warning = expiryWarning(area.expiresAt, now)
  const isWarning = warning !== undefined || area.problem !== undefined
  const Icon = isWarning ? TriangleAlert : area.isComplete ? Check : CloudDownload
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <span
        className={classNames(
          'flex size-9 shrink-0 items-center justify-center rounded-button',
          isWarning ? 'bg-warn-tint text-warn' : area.isComplete ? 'bg-good-tint text-good' : 'bg-sunken text-ink-2',
        )}
      >
        <Icon aria-hidden size={19} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate text-[1rem] font-[550]">{area.name}</p>
        <p className="text-small text-ink-2">{describeState(area, warning)}</p>
      </div>
      <p className="figures text-[0.9375rem] whitespace-nowrap text-ink-2">
        {formatMegabytes(area.isComplete ? area.bytes : area.savedBytes)} MB
      </p>
      <Menu
        align="end"
        trigger={
          <button
            type="button"
            aria-label={`${area.name}: more`}
            className="-mr-3 flex size-12 shrink-0 items-center justify-center rounded-full text-ink-2"
          >
            <Ellipsis aria-hidden size={20} />
          </button>
        }
      >
        <MenuItem onSelect={() => onUpdate(area)} icon={<RefreshCw aria-hidden size={18} />}>
          Update
        </MenuItem>
        <MenuItem destructive onSelect={() => onRemove(area)} icon={<Trash2 aria-hidden size={18} />}>
          Remove
        </MenuItem>
      </Menu>
    </li>
  )
}

function describeState(area: SavedArea, warning: string | undefined): string {
  if (area.problem === 'full') return 'Not complete: this phone has no room left'
  if (area.problem) return 'Not complete: the server refused it'
  if (!area.isComplete) return area.isPaused ? 'Paused. Goes on by itself' : 'Saving'
  if (warning) return `${warning}, ${formatDay(area.expiresAt)}`
  return `Until ${formatDay(area.expiresAt)} · updated ${formatDay(area.savedAt)}`
}
