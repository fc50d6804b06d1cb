import { CloudOff } from 'lucide-react'
import { useState } from 'react'
import { formatTime } from '../../lib/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { OutcomeIcon } from '../../domain/OutcomeIcon.tsx'
import { outcomeDisplay } from '../../domain/outcomes.ts'
import type { OutboxEntry } from './knockOutbox.ts'
import { PILL_CLASSES } from './pill.ts'

interface OutboxButtonProps {
  /** A pill over the map, or a note in the top bar. */
  variant?: 'pill' | 'note'
  entries: readonly OutboxEntry[]
  onRetry: () => Promise<void>
}

const NOTE_CLASSES =
  'inline-flex h-[30px] items-center gap-2 rounded-button bg-warn-tint px-2.5 text-small whitespace-nowrap text-ink max-md:h-11 max-md:px-3.5'

/** 'n waiting': the knocks that are stored on this device until the server can be reached. A tap lists them. */
export function OutboxButton({ variant = 'pill', entries, onRetry }: OutboxButtonProps) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    await onRetry()
    setBusy(false)
  }
  if (entries.length === 0) return null
  return (
    <>
      <button type="button" className={variant === 'pill' ? PILL_CLASSES : NOTE_CLASSES} onClick={() => setOpen(true)}>
        <CloudOff aria-hidden size={variant === 'pill' ? 18 : 16} />
        <span className="figures font-[550]">{entries.length} waiting</span>
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Waiting to be sent"
        description="Saved on this device. They will be sent when you're back online."
        footer={
          <Button size="large" busy={busy} busyLabel="Sending..." onClick={() => void retry()}>
            Send now
          </Button>
        }
      >
        <ul className="divide-y divide-line">
          {entries.map((entry) => (
            <li key={`${entry.kind} ${entry.eventId}`} className="flex items-center gap-3 py-2">
              <OutcomeIcon display={outcomeDisplay(entry.outcome)} size={32} isTinted />
              <span className="min-w-0 flex-1">
                <span className="block truncate text-body font-[550]">{entry.address}</span>
                <span className="block text-small text-ink-2">
                  {outcomeDisplay(entry.outcome).label}
                  {entry.kind === 'withdrawal' && ' · undone'}
                </span>
              </span>
              <time dateTime={entry.occurredAt} className="figures text-small text-ink-2">
                {formatTime(entry.occurredAt)}
              </time>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}
