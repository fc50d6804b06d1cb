import { pluralize } from '../../lib/numbers.ts'
import { formatElapsed } from '../../lib/dates.ts'
import { useNow } from '../../lib/useNow.ts'
import { PILL_CLASSES } from './pill.ts'

interface SessionClockProps {
  session: { startedAt: string; doors: number } | undefined
  busy: boolean
  onStart: () => void
  onEnd: () => void
}

/** The running session with its duration and door count. A tap ends it, or starts one. */
export function SessionClock({ session, busy, onStart, onEnd }: SessionClockProps) {
  const now = useNow(session ? 1000 : null)
  if (!session) {
    return (
      <button type="button" className={PILL_CLASSES} disabled={busy} onClick={onStart}>
        <span aria-hidden className="size-2.5 rounded-full border-2 border-mute" />
        Start session
      </button>
    )
  }
  return (
    <button type="button" className={PILL_CLASSES} disabled={busy} onClick={onEnd} title="End session">
      <span aria-hidden className="size-2.5 rounded-full bg-good-fill" />
      <span className="sr-only">End session: </span>
      <span className="figures font-semibold">{formatElapsed(now - Date.parse(session.startedAt))}</span>
      <span className="figures text-ink-2">{pluralize(session.doors, 'door')}</span>
    </button>
  )
}
