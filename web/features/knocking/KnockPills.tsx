import { SessionClock } from './SessionClock.tsx'
import type { useKnocks } from './useKnocks.ts'
import type { useKnockSession } from './useKnockSession.ts'
import { OutboxButton } from './OutboxButton.tsx'

interface KnockPillsProps {
  knockSession: ReturnType<typeof useKnockSession>
  knocks: ReturnType<typeof useKnocks>
  /** Where the user stands now, if that is known. */
  currentLocation: () => { lat: number; lng: number } | undefined
}

/** Over the map on a phone: the session's clock, and what waits to be sent. */
export function KnockPills({ knockSession: clock, knocks, currentLocation: here }: KnockPillsProps) {
  return (
    <>
      <SessionClock
        session={clock.session}
        busy={clock.busy}
        onStart={() => void clock.start(here())}
        onEnd={() => void clock.end()}
      />
      <OutboxButton entries={knocks.waiting} onRetry={knocks.retry} />
    </>
  )
}
