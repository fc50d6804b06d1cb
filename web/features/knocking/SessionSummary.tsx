import { formatElapsed } from '../../lib/dates.ts'
import { pluralize } from '../../lib/numbers.ts'
import { useOutboxState } from '../../session/outbox/useOutbox.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LightString } from './LightString.tsx'
import { sessionLights } from './sessionLights.ts'
import type { EndedSession } from './useKnockSession.ts'

interface SessionSummaryProps extends EndedSession {
  onClose: () => void
}

/** What a session that was ended on this device gave, as a string of lights; nothing for one without a knock here. */
export function SessionSummary({ session, length, onClose }: SessionSummaryProps) {
  const { items, sent } = useOutboxState()
  const lights = sessionLights([...sent, ...items], session.id)
  const others = session.doors - lights.length
  if (lights.length === 0) return null
  return (
    <Dialog
      open
      onClose={onClose}
      title="Session Ended"
      description={`${pluralize(session.doors, 'door')} in ${formatElapsed(length)}`}
      initialFocus="dialog"
      footer={
        <Button size="large" variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <LightString lights={lights} />
      {others > 0 && <p className="mt-1 text-ink-2">{pluralize(others, 'more door')} on another device.</p>}
    </Dialog>
  )
}
