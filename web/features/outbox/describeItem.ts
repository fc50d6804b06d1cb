import { outcomeDisplay } from '../../domain/outcomes.ts'
import { priorityLabels } from '../../domain/PriorityBadge.tsx'
import { propertyTypeLabel } from '../../domain/PropertyTypeIcon.tsx'
import { statusLabels } from '../../domain/StatusBadge.tsx'
import { formatFileSize } from '../../lib/fileSizes.ts'
import type { OutboxItem } from '../../session/outbox/outboxItems.ts'

/** What an item does, such as 'Talked · note · 1 photo'. */
export function describeItem({ action, photo }: OutboxItem): string {
  const { knock, lead, status } = action
  switch (action.kind) {
    case 'KNOCK':
      return [
        knock && outcomeDisplay(knock.outcome).label,
        knock?.note && 'note',
        (photo ?? knock?.photoId) && '1 photo',
      ]
        .filter(Boolean)
        .join(' · ')
    case 'WITHDRAWAL':
      return 'Knock undone'
    case 'PROPERTY':
      return 'Save property'
    case 'LEAD':
      return ['New lead', lead && propertyTypeLabel(lead.tag), lead?.priority === 'HIGH' && priorityLabels.HIGH]
        .filter(Boolean)
        .join(' · ')
    case 'NOTE':
      return 'Note'
    case 'STATUS':
      return status ? `Lead status: ${statusLabels[status.status]}` : 'Lead status'
    case 'SESSION_START':
      return 'Session started'
    case 'SESSION_END':
      return 'Session ended'
    case 'SESSION_PAUSE':
      return 'Session paused'
    case 'SESSION_RESUME':
      return 'Session resumed'
    default:
      return 'Session'
  }
}

/** Why an item was not sent yet. `isBlocked`: what it depends on needs attention. */
export function describeWait(
  item: OutboxItem,
  { isOnline, isBlocked }: { isOnline: boolean; isBlocked: boolean },
): string {
  if (isBlocked) return 'Waits for the entry that needs attention'
  if (item.photo) return `Photo, ${formatFileSize(item.photo.size)}, goes last`
  if (!isOnline) return 'Waits for a connection'
  return item.lastError ?? 'Waits to be sent'
}
