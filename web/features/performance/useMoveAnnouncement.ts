import { useEffect, useRef, useState } from 'react'
import { formatOrdinal } from '../../lib/numbers.ts'
import type { BoardState, RankedEntry } from './boardMoves.ts'

/** Announcements to screen readers are at least this far apart. */
export const ANNOUNCE_INTERVAL_MS = 10_000

/** 'Riley Example is now 2nd', for a polite live region. A later move replaces one that is not announced yet. */
export function useMoveAnnouncement(state: BoardState<RankedEntry>): string {
  const [announcement, setAnnouncement] = useState('')
  const announcedAt = useRef(Number.NEGATIVE_INFINITY)
  const text = announcementOf(state)
  useEffect(() => {
    if (!text) return
    const wait = Math.max(0, announcedAt.current + ANNOUNCE_INTERVAL_MS - Date.now())
    const timer = setTimeout(() => {
      announcedAt.current = Date.now()
      setAnnouncement(text)
    }, wait)
    return () => clearTimeout(timer)
    // Depends on the time as well, because another move may have the same text.
  }, [text, state.movedAt])
  return announcement
}

function announcementOf({ visible, rises, movedAt }: BoardState<RankedEntry>): string {
  return visible
    .flatMap(({ user }, index) =>
      rises.get(user.id)?.at === movedAt ? [`${user.fullName} is now ${formatOrdinal(index + 1)}`] : [],
    )
    .join(', ')
}
