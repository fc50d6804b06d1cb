import { useEffect } from 'react'
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
  useToastsBelowPills()
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

/** Below the search box and the pills, which stay usable. */
const TOAST_OFFSET = 'calc(max(14px, env(safe-area-inset-top)) + 116px)'

function useToastsBelowPills(): void {
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--toast-offset-top', TOAST_OFFSET)
    return () => void style.removeProperty('--toast-offset-top')
  }, [])
}
