import { formatFileSize } from '../../lib/fileSizes.ts'
import { actions } from '../../session/outbox/actions/all.ts'
import type { OutboxItem } from '../../session/outbox/outboxItems.ts'

/** What an item does, such as 'Talked · note · 1 photo'. */
export const describeItem = (item: OutboxItem): string => actions[item.action.kind].describe(item)

/** Why an item was not sent yet. `isBlocked`: what it depends on needs attention. */
export function describeWait(
  item: OutboxItem,
  { isOnline, isBlocked }: { isOnline: boolean; isBlocked: boolean },
): string {
  if (isBlocked) return 'Waits for the entry that needs attention'
  if (item.photos) {
    const size = formatFileSize(item.photos.reduce((sum, { photo }) => sum + photo.size, 0))
    return item.photos.length === 1 ? `Photo, ${size}, goes last` : `${item.photos.length} photos, ${size}, go last`
  }
  if (!isOnline) return 'Waits for a connection'
  return item.lastError ?? 'Waits to be sent'
}
