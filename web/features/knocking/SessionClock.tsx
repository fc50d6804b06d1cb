import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { formatElapsed } from '../../lib/dates.ts'
import { pluralize } from '../../lib/numbers.ts'
import { useNow } from '../../lib/useNow.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { PILL_CLASSES } from '../../ui/pill.ts'
import { activeTime, type OpenSession } from './useKnockSession.ts'

interface SessionClockProps {
  session: OpenSession | undefined
  onStart: () => void
  onTogglePause: () => void
  onEnd: () => void
}

/** The open session with its time and door count. A tap shows what it gave per hour, to pause or end it; or starts one. */
export function SessionClock({ session, onStart, onTogglePause, onEnd }: SessionClockProps) {
  const now = useNow(session && !session.pausedAt ? 1000 : null)
  const [isOpen, setIsOpen] = useState(false)
  if (!session) {
    return (
      <button type="button" className={PILL_CLASSES} onClick={onStart}>
        <span aria-hidden className="size-2.5 rounded-full border-2 border-mute" />
        Start Session
      </button>
    )
  }
  const active = activeTime(session, now)
  const elapsed = formatElapsed(active)
  const isPaused = session.pausedAt !== null
  const close = () => setIsOpen(false)
  return (
    <>
      <button type="button" className={PILL_CLASSES} onClick={() => setIsOpen(true)} title="Session">
        {isPaused ? (
          <Pause aria-hidden size={14} className="text-ink-2" />
        ) : (
          <span aria-hidden className="size-2.5 rounded-full bg-good-fill" />
        )}
        {isPaused ? <span className="font-semibold">Paused</span> : <span className="sr-only">Session: </span>}
        <span className="figures font-semibold">{elapsed}</span>
        <span className="figures text-ink-2">{pluralize(session.doors, 'door')}</span>
      </button>
      <Dialog
        open={isOpen}
        onClose={close}
        title={isPaused ? 'Session paused' : 'Session'}
        footer={
          <Button
            size="large"
            variant={isPaused ? 'primary' : 'secondary'}
            icon={isPaused ? Play : Pause}
            iconSize={18}
            onClick={() => {
              close()
              onTogglePause()
            }}
          >
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
        }
      >
        <p className="figures text-body text-ink-2">
          {pluralize(session.doors, 'door')} in {elapsed}
        </p>
        <dl className="figures mt-3 grid grid-cols-3 gap-3">
          <PerHour label="Doors an hour" count={session.doors} milliseconds={active} />
          <PerHour label="Talks an hour" count={session.talks} milliseconds={active} />
          <PerHour label="Leads an hour" count={session.leads} milliseconds={active} />
        </dl>
        {/* Away from Pause, which is tapped often. */}
        <div className="mt-4 flex items-center gap-4 border-t border-line pt-4">
          <p className="min-w-0 flex-1 text-small text-ink-2">
            A session without a knock for two hours ends by itself, at its last knock.
          </p>
          <Button
            variant="destructive"
            onClick={() => {
              close()
              onEnd()
            }}
          >
            End Session
          </Button>
        </div>
      </Dialog>
    </>
  )
}

/** A rate, once the session has lasted long enough for one. */
function PerHour({ label, count, milliseconds }: { label: string; count: number; milliseconds: number }) {
  const minutes = milliseconds / 60_000
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-ink-2">{label}</dt>
      <dd className="text-[1.25rem] font-[650]">{minutes < 1 ? '–' : ((count / minutes) * 60).toFixed(1)}</dd>
    </div>
  )
}
