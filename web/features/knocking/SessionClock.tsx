import { useState } from 'react'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { pluralize } from '../../lib/numbers.ts'
import { formatElapsed } from '../../lib/dates.ts'
import { useNow } from '../../lib/useNow.ts'
import { PILL_CLASSES } from '../../ui/pill.ts'

interface SessionClockProps {
  session: { startedAt: string; doors: number } | undefined
  busy: boolean
  onStart: () => void
  onEnd: () => void
}

/** The running session with its duration and door count. A tap asks whether to end it, or starts one. */
export function SessionClock({ session, busy, onStart, onEnd }: SessionClockProps) {
  const now = useNow(session ? 1000 : null)
  const [isAsking, setIsAsking] = useState(false)
  if (!session) {
    return (
      <button type="button" className={PILL_CLASSES} disabled={busy} onClick={onStart}>
        <span aria-hidden className="size-2.5 rounded-full border-2 border-mute" />
        Start session
      </button>
    )
  }
  const elapsed = formatElapsed(now - Date.parse(session.startedAt))
  const doors = pluralize(session.doors, 'door')
  return (
    <>
      <button
        type="button"
        className={PILL_CLASSES}
        disabled={busy}
        onClick={() => setIsAsking(true)}
        title="End session"
      >
        <span aria-hidden className="size-2.5 rounded-full bg-good-fill" />
        <span className="sr-only">End session: </span>
        <span className="figures font-semibold">{elapsed}</span>
        <span className="figures text-ink-2">{doors}</span>
      </button>
      {isAsking && (
        <ConfirmDialog
          title="End session"
          onConfirm={() => {
            setIsAsking(false)
            onEnd()
          }}
          onClose={() => setIsAsking(false)}
        >
          End this session of {doors} in {elapsed}?
        </ConfirmDialog>
      )}
    </>
  )
}
