import { Pause } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'

interface PausedNoticeProps {
  /** When the session was paused. */
  pausedAt: string
  /** The id of the last knock that was logged on this screen, if any. */
  knockId: string | undefined
  onResume: () => void
}

/** After a knock in a paused session: asks to resume it, because the door counts and its time does not. */
export function PausedNotice({ pausedAt, knockId, onResume }: PausedNoticeProps) {
  // A knock before the pause does not ask, nor one for which the rep has said no.
  const [ignored, setIgnored] = useState({ pausedAt, knockId })
  const [asked, setAsked] = useState<string>()
  if (ignored.pausedAt !== pausedAt) setIgnored({ pausedAt, knockId })
  if (knockId && knockId !== ignored.knockId && knockId !== asked) setAsked(knockId)
  if (!asked || asked === ignored.knockId) return null
  return (
    <div
      role="status"
      className="flex items-center gap-3 rounded-phone-card bg-surface py-1.5 pr-1.5 pl-3.5 text-[1rem]/6 text-ink shadow-map"
    >
      <Pause aria-hidden size={20} className="shrink-0 text-ink-2" />
      <p className="min-w-0 flex-1">The session is paused. Resume it?</p>
      <Button variant="quiet" onClick={() => setIgnored({ pausedAt, knockId: asked })}>
        No
      </Button>
      <Button variant="primary" onClick={onResume}>
        Resume
      </Button>
    </div>
  )
}
