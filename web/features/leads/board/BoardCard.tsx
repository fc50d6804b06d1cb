import { useDraggable } from '@dnd-kit/core'
import { Check, ChevronsUp, CircleAlert, Clock, Plus } from 'lucide-react'
import { memo, useEffect } from 'react'
import { streetOf } from '../../../domain/streetOf.ts'
import { PropertyTypeIcon } from '../../../domain/PropertyTypeIcon.tsx'
import { propertyTypeLabels } from '../../../domain/labels.ts'
import { formatDay, formatTime, startOfDay } from '../../../lib/dates.ts'
import { formatMoney } from '../../../lib/money.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { classNames } from '../../../ui/classNames.ts'
import type { LeadRow } from '../leadRanges.ts'
import { ownerOf, UNKNOWN_OWNER } from '../leadText.ts'
import { ageOf } from './boardColumns.ts'

/** The card that was dropped last. */
export interface DroppedCard {
  id: string
  isByKeyboard: boolean
}

interface BoardCardProps {
  lead: LeadRow
  columnId: string
  now: Date
  timeZone: string | undefined
  /** Set for the card that was dropped last: it has the focus, although the move renders it anew in another column. */
  dropped: DroppedCard | null
  isOpen: boolean
  onOpen: (id: string) => void
}

/** A lead as a card that is dragged to another column. A click or Enter opens it, Space lifts it. */
export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { lead, columnId, now, timeZone, dropped, isOpen, onOpen } = props
  const { attributes, listeners, node, setNodeRef, isDragging } = useDraggable({
    id: lead.id,
    data: { lead, columnId },
    attributes: { roleDescription: 'card that can be moved' },
  })
  useEffect(() => {
    // The focus may have gone elsewhere while the card was loaded again.
    if (!dropped || isDragging || document.activeElement !== document.body) return
    // Without scrolling, so that the board stays still below the pointer.
    node.current?.focus({ preventScroll: !dropped.isByKeyboard })
  }, [dropped, isDragging, node])
  if (isDragging)
    return (
      <div
        ref={setNodeRef}
        aria-hidden
        className="h-full min-h-[118px] rounded-button border-[1.5px] border-dashed border-field"
      />
    )
  return (
    <div
      ref={setNodeRef}
      {...attributes}
      role="button"
      {...listeners}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onOpen(lead.id)
        else (listeners?.['onKeyDown'] as React.KeyboardEventHandler | undefined)?.(event)
      }}
      onClick={() => onOpen(lead.id)}
      aria-current={isOpen ? 'true' : undefined}
      className={classNames(
        'cursor-pointer touch-manipulation rounded-button shadow-card outline-offset-2 outline-focus select-none hover:bg-hover focus-visible:outline-2',
        isOpen ? 'bg-accent-tint' : 'bg-surface dark:bg-sunken',
      )}
    >
      <CardBody {...{ lead, now, timeZone }} />
    </div>
  )
})

/** The contents of a card. */
export function CardBody({ lead, now, timeZone }: Pick<BoardCardProps, 'lead' | 'now' | 'timeZone'>) {
  const { assignedTo, priority, tag } = lead
  // A card without a follow-up says so by its section.
  const hasDue = Boolean(lead.followUpAt) || lead.status === 'COMPLETED'
  const hasValue = typeof lead.value === 'number'
  return (
    <div className="p-2.5">
      <p className="flex items-center gap-1">
        <span className="min-w-0 flex-1 truncate font-semibold" title={lead.address}>
          {streetOf(lead.address)}
        </span>
        {priority === 'HIGH' && (
          <>
            <span className="sr-only">High Priority</span>
            <ChevronsUp aria-hidden size={16} className="shrink-0 text-orange" />
          </>
        )}
      </p>
      <p className={classNames('truncate text-small', ownerOf(lead) ? 'text-ink-2' : 'text-ink-3')}>
        {ownerOf(lead) ?? UNKNOWN_OWNER}
      </p>
      {(hasDue || hasValue) && (
        <p className="mt-1 flex items-center gap-2 text-small text-ink-2">
          {hasDue && <Due {...{ lead, now, timeZone }} />}
          {hasValue && <span className="figures ml-auto text-ink">{formatMoney(lead.value!)}</span>}
        </p>
      )}
      <p className="mt-2 flex items-center gap-1.5 border-t border-line pt-2 text-small text-ink-2">
        <PropertyTypeIcon type={tag} size={20} />
        <span className="truncate text-ink">{propertyTypeLabels[tag]}</span>
        <span className="figures ml-auto whitespace-nowrap" title="Age of the lead">
          {ageOf(lead.createdAt, now)}
        </span>
        {assignedTo ? (
          <span title={`Assigned to ${assignedTo.fullName}`}>
            <span className="sr-only">, assigned to {assignedTo.fullName}</span>
            <Avatar name={assignedTo.fullName} size={22} />
          </span>
        ) : (
          <span
            title="Assigned to nobody"
            className="flex size-[22px] items-center justify-center rounded-full border-[1.5px] border-dashed border-field"
          >
            <Plus aria-hidden size={11} />
          </span>
        )}
      </p>
    </div>
  )
}

function Due({ lead, now, timeZone }: Pick<BoardCardProps, 'lead' | 'now' | 'timeZone'>) {
  const { followUpAt, status, updatedAt } = lead
  if (status === 'COMPLETED')
    return (
      <span className="flex items-center gap-1.5 truncate text-good">
        <Check aria-hidden size={15} className="shrink-0" />
        {formatDay(updatedAt)}
      </span>
    )
  const at = new Date(followUpAt!)
  const isLate = at < now
  const isToday = startOfDay(at, timeZone).getTime() === startOfDay(now, timeZone).getTime()
  const Icon = isLate ? CircleAlert : Clock
  return (
    <span className={classNames('flex items-center gap-1.5 truncate', isLate ? 'text-bad' : isToday && 'text-plum')}>
      <Icon aria-hidden size={15} className="shrink-0" />
      <span className="sr-only">Follow-up </span>
      {isToday ? formatTime(at) : formatDay(at)}
    </span>
  )
}
