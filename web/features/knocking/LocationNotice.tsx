import { MapPin } from 'lucide-react'
import { useState } from 'react'

/** Prefix of the local storage keys that remember who has read the notice on this device. The user id follows. */
const READ_KEY_PREFIX = 'porchlight.locationNotice.'

/** Says once per user and device, in their first session, when the location is recorded. */
export function LocationNotice({ repId }: { repId: string }) {
  const [isRead, setIsRead] = useState(() => localStorage.getItem(READ_KEY_PREFIX + repId) !== null)
  if (isRead) return null
  const close = () => {
    setIsRead(true)
    try {
      localStorage.setItem(READ_KEY_PREFIX + repId, 'read')
    } catch {
      // A full storage only means that the notice is shown again.
    }
  }
  return (
    <div
      role="status"
      className="flex items-center gap-3 rounded-phone-card bg-surface py-1.5 pr-1.5 pl-3.5 text-[1rem]/6 text-ink shadow-map"
    >
      <MapPin aria-hidden size={20} className="shrink-0 text-ink-2" />
      <p className="min-w-0 flex-1">Your location is recorded with each knock, within a session only.</p>
      <button
        type="button"
        onClick={close}
        className="h-12 min-w-14 shrink-0 rounded-button font-semibold text-accent-ink"
      >
        OK
      </button>
    </div>
  )
}
