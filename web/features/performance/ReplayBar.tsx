import { ChevronLeft, ChevronRight } from 'lucide-react'
import { formatTime, formatWeekday } from '../../lib/dates.ts'
import { useNow } from '../../lib/useNow.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { endOfNextDay, replayDayAt, endOfPreviousDay, PAGE_STEP_MS, momentOfSlider, STEP_MS } from './replayDay.ts'

interface ReplayBarProps {
  /** The replayed time in milliseconds; null for live. */
  moment: number | null
  onMoment: (moment: number | null) => void
  timeZone: string
}

/**
 * A slider through the day, with buttons to the previous and next day. Its right end and 'Live' return to the live
 * board.
 */
export function ReplayBar({ moment, onMoment, timeZone }: ReplayBarProps) {
  const now = useNow(60_000)
  const day = replayDayAt(moment ?? now, now, timeZone)
  const sliderValue = moment ?? day.last
  const momentText = moment === null ? 'Now' : `${formatWeekday(moment, timeZone)}, ${formatTime(moment, timeZone)}`
  return (
    <div className="border-t border-line px-3 pt-2.5 pb-3">
      <div className="flex items-center gap-1">
        <IconButton
          size="small"
          label="Previous day"
          icon={<ChevronLeft aria-hidden size={16} />}
          onClick={() => onMoment(endOfPreviousDay(day, now, timeZone))}
        />
        <input
          type="range"
          aria-label="Replay the day"
          aria-valuetext={momentText}
          min={day.from}
          max={Math.max(day.last, day.from + STEP_MS)}
          step={STEP_MS}
          value={sliderValue}
          onChange={(event) => onMoment(momentOfSlider(Number(event.target.value), day))}
          onKeyDown={(event) => {
            const pageStep = { PageUp: PAGE_STEP_MS, PageDown: -PAGE_STEP_MS }[event.key]
            if (!pageStep) return
            event.preventDefault()
            onMoment(momentOfSlider(sliderValue + pageStep, day))
          }}
          className="h-8 min-w-0 flex-1 cursor-pointer accent-ink max-md:h-11"
        />
        <IconButton
          size="small"
          label="Next day"
          icon={<ChevronRight aria-hidden size={16} />}
          disabled={day.isToday}
          onClick={() => onMoment(endOfNextDay(day, now, timeZone))}
        />
      </div>
      <div className="flex min-h-[30px] items-center justify-between gap-3 px-2 text-small text-ink-2 max-md:min-h-11">
        {moment === null ? (
          'Drag to replay the day'
        ) : (
          <>
            <span className="figures">As of {momentText}</span>
            <Button size="small" onClick={() => onMoment(null)}>
              Live
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
