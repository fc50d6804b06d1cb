import type { ReactNode } from 'react'
import { House, MapPin, StickyNote, Timer } from 'lucide-react'
import { streetOf } from '../../domain/streetOf.ts'
import { OutcomeIcon } from '../../domain/OutcomeIcon.tsx'
import { outcomeDisplay } from '../../domain/outcomes.ts'
import { PropertyTypeIcon } from '../../domain/PropertyTypeIcon.tsx'
import { formatTime } from '../../lib/dates.ts'
import type { OutboxItem } from '../../session/outbox/outboxItems.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { describeItem, describeWait } from './describeItem.ts'

interface OutboxRowProps {
  item: OutboxItem
  isSending: boolean
  isOnline: boolean
  isBlocked: boolean
}

/** One item: what it is, where, when, and why it was not sent yet. */
export function OutboxRow({ item, isSending, isOnline, isBlocked }: OutboxRowProps) {
  return (
    <li className="flex items-start gap-3 py-3">
      <ItemIcon item={item} />
      <ItemText item={item}>
        <span className="mt-0.5 flex items-center gap-1.5 text-[1rem] text-ink-2">
          {isSending && <Spinner size={16} />}
          {isSending ? 'Sending...' : describeWait(item, { isOnline, isBlocked })}
        </span>
      </ItemText>
      <ItemTime item={item} />
    </li>
  )
}

/** The address and what was done there. */
export function ItemText({ item, children }: { item: OutboxItem; children?: ReactNode }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="block truncate text-[1rem] font-[600]">{streetOf(item.title)}</span>
      <span className="block text-[1rem] text-ink-2">{describeItem(item)}</span>
      {children}
    </span>
  )
}

/** When it was done. */
export const ItemTime = ({ item: { action } }: { item: OutboxItem }) => (
  <time dateTime={action.occurredAt} className="figures text-[1rem] text-ink-2">
    {formatTime(action.occurredAt)}
  </time>
)

/** The icon of the outcome, of the lead's type, or of another kind of item. */
export function ItemIcon({ item: { action } }: { item: OutboxItem }) {
  if (action.knock) return <OutcomeIcon display={outcomeDisplay(action.knock.outcome)} size={36} isTinted />
  if (action.lead) return <PropertyTypeIcon type={action.lead.tag} size={36} />
  const Icon = action.property
    ? House
    : action.note || action.leadNote
      ? StickyNote
      : action.kind.startsWith('SESSION')
        ? Timer
        : MapPin
  return (
    <span className="flex size-9 shrink-0 items-center justify-center rounded-badge bg-sunken text-ink-2">
      <Icon aria-hidden size={20} />
    </span>
  )
}
