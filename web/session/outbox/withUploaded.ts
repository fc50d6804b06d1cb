import type { OutboxItem } from './outboxItems.ts'

/** The item after its first photo was uploaded as `photoId`. */
export function withUploaded(item: OutboxItem, photoId: string): OutboxItem {
  const [, ...photos] = item.photos!
  const knock = item.action.knock!
  const action = { ...item.action, knock: { ...knock, photoIds: [...(knock.photoIds ?? []), photoId] } }
  return { ...item, action, photos: photos.length > 0 ? photos : undefined }
}
