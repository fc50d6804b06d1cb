import { useQuery } from '@apollo/client/react'
import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { CardsDocument, type Period } from '../../gql/graphql.ts'
import { formatDay, formatTime, formatWeekday } from '../../lib/dates.ts'
import { pluralize } from '../../lib/numbers.ts'
import { useNow } from '../../lib/useNow.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ReplaySlider } from './ReplaySlider.tsx'
import { moveHours, playStartOf, replayDaysOf, type ReplaySpeed, replaySpeeds, replayTrackAt } from './replayTrack.ts'

/** While playing, the board moves once per interval. */
const PLAY_INTERVAL_MS = 1000

interface ReplayBarProps {
  period: Period
  /** The replayed time in milliseconds; null for live. */
  moment: number | null
  onMoment: (moment: number | null) => void
  timeZone: string
  /** The leads on the board at that time. */
  leads: number
}

/** Replays the board: a slider over the period of the page, play and pause, the speed, and the way back to live. */
export function ReplayBar({ period, moment, onMoment, timeZone, leads }: ReplayBarProps) {
  const now = useNow()
  const dayCount = replayDaysOf(period, now, timeZone)
  const track = replayTrackAt(now, timeZone, dayCount)
  const { data } = useQuery(CardsDocument, { variables: { period } })
  const leadsByDay = data?.trends.days.slice(-dayCount).map((day) => day.leadsCreated) ?? []
  const [isPlaying, setIsPlaying] = useState(false)
  const [speed, setSpeed] = useState<ReplaySpeed>(1)

  // Playing ends where live begins.
  const isRunning = isPlaying && moment !== null
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => {
      const next = moveHours(moment, speed, track)
      if (next === null) setIsPlaying(false)
      onMoment(next)
    }, PLAY_INTERVAL_MS)
    return () => clearTimeout(timer)
  })

  const togglePlay = () => {
    setIsPlaying(!isRunning)
    if (moment === null) onMoment(playStartOf(track, period, leadsByDay))
  }
  const goLive = () => {
    setIsPlaying(false)
    onMoment(null)
  }
  const momentText = moment === null ? 'Now' : `${formatWeekday(moment, timeZone)}, ${formatTime(moment, timeZone)}`
  return (
    <div className="border-t border-line px-5 pt-3 pb-3 max-md:px-4">
      <div className="flex items-center gap-3">
        <IconButton
          label={isRunning ? 'Pause' : 'Play'}
          icon={isRunning ? Pause : Play}
          onClick={togglePlay}
          size="small"
          className="shrink-0 rounded-full! bg-ink! text-surface! [&_svg]:fill-current"
        />
        <ReplaySlider track={track} leadsByDay={leadsByDay} moment={moment} text={momentText} onMoment={onMoment} />
        <Button
          size="small"
          aria-label={`Speed ${speed}×`}
          title="Speed"
          onClick={() => setSpeed(replaySpeeds[(replaySpeeds.indexOf(speed) + 1) % replaySpeeds.length]!)}
          className="figures w-12 shrink-0"
        >
          {speed}×
        </Button>
      </div>
      <div className="mt-1 flex min-h-[30px] items-center justify-between gap-3 text-small text-ink-2 max-md:min-h-11">
        {moment === null ? (
          `${dayCount > 1 ? `${formatDay(track.from, timeZone)} to now · drag` : 'Drag'} to replay the ${period.toLowerCase()}`
        ) : (
          <>
            <span>
              <span className="figures font-semibold text-ink">{momentText}</span> · {pluralize(leads, 'lead')}
            </span>
            <Button size="small" variant="quiet" onClick={goLive}>
              Back to Live
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
