import type { QuickFindItem } from './quickFindItems.ts'

/** A logout removes it, with everything else of the user (`clearStorage`). */
const KEY_PREFIX = 'porchlight.recent.'
const MAX_ITEMS = 8

/** What is stored of an item: enough to show and open it. */
type RecentItem = Pick<QuickFindItem, 'key' | 'kind' | 'title' | 'detail' | 'propertyId' | 'opens'>

/** The items that this reader opened last, newest first. `reader` names the user and the view. */
export function readRecentItems(reader: string): RecentItem[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY_PREFIX + reader) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecentItem).slice(0, MAX_ITEMS) : []
  } catch {
    return []
  }
}

/** Puts the item first. Actions are not stored. */
export function storeRecentItem(reader: string, item: QuickFindItem): void {
  const { key, kind, title, detail, propertyId, opens } = item
  if (!opens || kind === 'action') return
  const recent: RecentItem = {
    key,
    kind,
    title,
    opens,
    ...(detail !== undefined && { detail }),
    ...(propertyId !== undefined && { propertyId }),
  }
  const others = readRecentItems(reader).filter((other) => other.key !== key)
  try {
    localStorage.setItem(KEY_PREFIX + reader, JSON.stringify([recent, ...others].slice(0, MAX_ITEMS)))
  } catch {
    // The storage is full. Quick find works without the recent items.
  }
}

/** Removes the items of all readers that match. */
export function forgetRecentItems(matches: (item: RecentItem) => boolean): void {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(KEY_PREFIX)) continue
    const items = readRecentItems(key.slice(KEY_PREFIX.length))
    localStorage.setItem(key, JSON.stringify(items.filter((item) => !matches(item))))
  }
}

function isRecentItem(value: unknown): value is RecentItem {
  const item = value as Partial<RecentItem> | null
  return typeof item?.key === 'string' && typeof item.title === 'string' && typeof item.opens === 'object'
}
