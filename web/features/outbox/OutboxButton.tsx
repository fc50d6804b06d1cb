import { CircleAlert, CloudOff } from 'lucide-react'
import { useState } from 'react'
import { useIsOnline } from '../../lib/useIsOnline.ts'
import { blockedIds, withoutMadeFor } from '../../session/outbox/outboxItems.ts'
import { useOutboxState } from '../../session/outbox/useOutbox.ts'
import { classNames } from '../../ui/classNames.ts'
import { PILL_CLASSES } from '../../ui/pill.ts'
// Not lazy, because it must open without a connection.
import { OutboxDialog } from './OutboxDialog.tsx'

const NOTE_CLASSES =
  'inline-flex h-[30px] items-center gap-2 rounded-button bg-warn-tint px-2.5 text-small whitespace-nowrap text-ink max-md:h-12 max-md:px-3.5 max-md:text-[1rem]'

interface OutboxButtonProps {
  /** A pill over the map, or a note in the top bar. */
  variant?: 'pill' | 'note'
}

/**
 * 'n waiting': what the user did on this device and the server does not have yet; '1 needs attention' if the server refused
 * something. A tap lists it. Nothing is shown while the first attempt is running, because that lasts a moment only.
 */
export function OutboxButton({ variant = 'pill' }: OutboxButtonProps) {
  const { items } = useOutboxState()
  const isOnline = useIsOnline()
  const [isOpen, setIsOpen] = useState(false)
  const refusedCount = items.filter(({ refusal }) => refusal).length
  const blocked = blockedIds(items)
  const waiting = items.filter(
    ({ refusal, lastError, action }) => !refusal && (!isOnline || lastError !== undefined || blocked.has(action.id)),
  )
  const waitingCount = withoutMadeFor(waiting).length
  if (waitingCount + refusedCount === 0 && !isOpen) return null
  const size = variant === 'pill' ? 18 : 16
  return (
    <>
      {waitingCount + refusedCount > 0 && (
        <button
          type="button"
          className={classNames(variant === 'pill' ? PILL_CLASSES : NOTE_CLASSES, refusedCount > 0 && 'text-bad')}
          onClick={() => setIsOpen(true)}
        >
          {refusedCount > 0 ? <CircleAlert aria-hidden size={size} /> : <CloudOff aria-hidden size={size} />}
          <span className="figures font-[550]">
            {refusedCount > 0
              ? `${refusedCount} ${refusedCount === 1 ? 'needs' : 'need'} attention`
              : `${waitingCount} waiting`}
          </span>
        </button>
      )}
      {isOpen && <OutboxDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
