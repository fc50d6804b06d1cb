import type { KeyboardEvent, PointerEvent } from 'react'
import { classNames } from '../../ui/classNames.ts'
import { momentAt, moveDays, moveHours, type ReplayTrack, shareOf } from './replayTrack.ts'

interface ReplaySliderProps {
  track: ReplayTrack
  /** The leads of each day on the track, today last; empty while loading. */
  leadsByDay: readonly number[]
  moment: number | null
  /** The time as text. */
  text: string
  onMoment: (moment: number | null) => void
}

/** A slider with a bar for each day. Arrow keys move by one hour, with Shift by one day. */
export function ReplaySlider({ track, leadsByDay, moment, text, onMoment }: ReplaySliderProps) {
  const share = shareOf(moment, track)
  const maxLeads = Math.max(1, ...leadsByDay)
  const moveTo = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    onMoment(momentAt((event.clientX - left) / width, track))
  }
  const moveByKey = (event: KeyboardEvent) => {
    const move = (direction: number) => (event.shiftKey ? moveDays : moveHours)(moment, direction, track)
    const moves: Record<string, () => number | null> = {
      ArrowLeft: () => move(-1),
      ArrowDown: () => move(-1),
      ArrowRight: () => move(1),
      ArrowUp: () => move(1),
      PageDown: () => moveDays(moment, -1, track),
      PageUp: () => moveDays(moment, 1, track),
      Home: () => track.from,
      End: () => null,
    }
    const next = moves[event.key]
    if (!next) return
    event.preventDefault()
    onMoment(next())
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Replay the day"
      aria-valuemin={track.from}
      aria-valuemax={track.last}
      aria-valuenow={moment ?? track.last}
      aria-valuetext={text}
      onKeyDown={moveByKey}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        moveTo(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) moveTo(event)
      }}
      className="group relative h-11 min-w-0 flex-1 cursor-pointer touch-none rounded-badge outline-none"
    >
      <span aria-hidden className="absolute inset-x-0 top-1 bottom-3.5 flex items-end gap-0.5">
        {/* One bar says nothing. */}
        {(leadsByDay.length > 1 ? leadsByDay : []).map((leads, index) => (
          <span
            key={index}
            style={{ height: `${Math.max(6, (100 * leads) / maxLeads)}%` }}
            className={classNames(
              'min-w-0 flex-1 rounded-t-[2px]',
              index / leadsByDay.length <= share ? 'bg-series-1' : 'bg-line-2',
            )}
          />
        ))}
      </span>
      <span aria-hidden className="absolute inset-x-0 bottom-2.5 h-1 rounded-full bg-sunken">
        <span style={{ width: `${100 * share}%` }} className="block h-full rounded-full bg-ink" />
      </span>
      <span
        aria-hidden
        style={{ left: `${100 * share}%` }}
        className="absolute bottom-1 size-4 -translate-x-1/2 rounded-full border-[3px] border-ink bg-surface outline-offset-2 outline-focus group-focus-visible:outline-2"
      />
    </div>
  )
}
