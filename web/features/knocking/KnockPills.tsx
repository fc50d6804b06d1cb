import { SessionClock } from './SessionClock.tsx'
import type { useKnocks } from './useKnocks.ts'
import type { useKnockSession } from './useKnockSession.ts'
import { OutboxButton } from './OutboxButton.tsx'

interface KnockPillsProps {
  knockSession: ReturnType<typeof useKnockSession>
  knocks: ReturnType<typeof useKnocks>
  /** The user's current location, if known. */
  currentLocation: () => { lat: number; lng: number } | undefined
}

/** Overlays the map on a phone: the session clock and the outbox. */
export function KnockPills({ knockSession, knocks, currentLocation }: KnockPillsProps) {
  return (
    <>
      <SessionClock
        session={knockSession.session}
        busy={knockSession.busy}
        onStart={() => void knockSession.start(currentLocation())}
        onEnd={() => void knockSession.end()}
      />
      <OutboxButton entries={knocks.unsent} onRetry={knocks.retry} />
    </>
  )
}
