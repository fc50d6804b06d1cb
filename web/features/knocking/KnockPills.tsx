import { SessionClock } from './SessionClock.tsx'
import type { useKnocks } from './useKnocks.ts'
import type { useKnockSession } from './useKnockSession.ts'
import { WaitingKnocks } from './WaitingKnocks.tsx'

interface KnockPillsProps {
  clock: ReturnType<typeof useKnockSession>
  knocks: ReturnType<typeof useKnocks>
  /** Where the user stands now, if that is known. */
  here: () => { lat: number; lng: number } | undefined
}

/** Over the map on a phone: the session's clock, and what waits to be sent. */
export function KnockPills({ clock, knocks, here }: KnockPillsProps) {
  return (
    <>
      <SessionClock
        session={clock.session}
        busy={clock.busy}
        onStart={() => void clock.start(here())}
        onEnd={() => void clock.end()}
      />
      <WaitingKnocks waiting={knocks.waiting} onRetry={knocks.retry} />
    </>
  )
}
