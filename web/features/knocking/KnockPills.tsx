import { type ReactNode, useEffect, useState } from 'react'
import type { Point } from '../../lib/distance.ts'
import { lazyPart } from '../../lib/lazyPart.ts'
import { SessionClock } from './SessionClock.tsx'
import type { EndedSession, useKnockSession } from './useKnockSession.ts'

// Loaded when a session ends.
const SessionSummary = lazyPart(async () => (await import('./SessionSummary.tsx')).SessionSummary)

interface KnockPillsProps {
  knockSession: ReturnType<typeof useKnockSession>
  outbox: ReactNode
  /** The user's current location, if known. */
  currentLocation: () => Point | undefined
}

/** Overlays the map on a phone: the session clock and the outbox, and the summary of a session that was ended. */
export function KnockPills({ knockSession, outbox, currentLocation }: KnockPillsProps) {
  useToastsBelowPills()
  const [ended, setEnded] = useState<EndedSession>()
  return (
    <>
      <SessionClock
        session={knockSession.session}
        onStart={() => void knockSession.start(currentLocation())}
        onTogglePause={() => void knockSession.togglePause()}
        onEnd={() => void knockSession.end(setEnded)}
      />
      {ended && !knockSession.session && <SessionSummary {...ended} onClose={() => setEnded(undefined)} />}
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
