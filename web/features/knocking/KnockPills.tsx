import { type ReactNode, useEffect } from 'react'
import type { Point } from '../../lib/distance.ts'
import { SessionClock } from './SessionClock.tsx'
import { SessionSummary } from './SessionSummary.tsx'
import type { useKnockSession } from './useKnockSession.ts'

interface KnockPillsProps {
  knockSession: ReturnType<typeof useKnockSession>
  outbox: ReactNode
  /** The user's current location, if known. */
  currentLocation: () => Point | undefined
}

/** Overlays the map on a phone: the session clock and the outbox, and the summary of a session that was ended. */
export function KnockPills({ knockSession, outbox, currentLocation }: KnockPillsProps) {
  useToastsBelowPills()
  return (
    <>
      <SessionClock
        session={knockSession.session}
        busy={knockSession.busy}
        onStart={() => void knockSession.start(currentLocation())}
        onTogglePause={() => void knockSession.togglePause()}
        onEnd={() => void knockSession.end()}
      />
      {knockSession.ended && <SessionSummary session={knockSession.ended} onClose={knockSession.closeSummary} />}
      {outbox}
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
