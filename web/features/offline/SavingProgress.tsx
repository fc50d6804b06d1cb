import { useState } from 'react'
import { formatMegabytes } from './areaSize.ts'
import type { SavedArea } from './areaStore.ts'

/** How much of an area is saved, and about how long the rest takes. */
export function SavingProgress({ area, now }: { area: SavedArea; now: number }) {
  const [started] = useState({ at: now, bytes: area.savedBytes })
  const total = area.isComplete ? area.bytes : Math.max(area.bytes, area.savedBytes)
  const share = area.isComplete ? 1 : total > 0 ? Math.min(0.99, area.savedBytes / total) : 0
  const percent = `${Math.floor(share * 100)}%`
  const sizes = `${formatMegabytes(area.savedBytes)} of ${formatMegabytes(total)} MB`
  const rate = (area.savedBytes - started.bytes) / Math.max(1, now - started.at)
  const title = area.isComplete
    ? `Saved ${formatMegabytes(total)} MB`
    : area.isPaused
      ? `Paused at ${percent}`
      : `Saving ${sizes}`
  return (
    <div className="rounded-card bg-sunken p-4">
      <div className="flex items-baseline justify-between gap-3">
        <p role="status" className="figures text-[1rem] font-[550]">
          {title}
        </p>
        {!area.isPaused && <p className="figures text-[0.9375rem] text-ink-2">{percent}</p>}
      </div>
      <div
        role="progressbar"
        aria-label="Saved"
        aria-valuenow={Math.floor(share * 100)}
        className="my-3 h-2 overflow-hidden rounded-full bg-pressed"
      >
        <div className="h-full rounded-full bg-accent transition-[width]" style={{ width: `${share * 100}%` }} />
      </div>
      <p className="figures flex justify-between gap-3 text-[0.9375rem] text-ink-2">
        <span>{describeStep(area)}</span>
        {!area.isComplete && !area.isPaused && rate > 0 && (
          <span>{describeTimeLeft((total - area.savedBytes) / rate)}</span>
        )}
      </p>
    </div>
  )
}

function describeStep(area: SavedArea): string {
  if (area.problem === 'full') return 'This phone has no room left.'
  if (area.problem) return 'The server refused it. Remove it and try again.'
  if (area.isPaused) return 'Goes on by itself'
  if (area.isComplete) return 'Ready without a signal'
  return area.savedTiles === 0 ? 'Houses and owners' : 'Map picture'
}

/** 'about 0:20 left'. */
function describeTimeLeft(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000))
  return `about ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`
}
