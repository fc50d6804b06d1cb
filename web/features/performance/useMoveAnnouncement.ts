import { useEffect, useRef, useState } from 'react'
import { ordinal } from '../../lib/counts.ts'
import type { BoardState, Placed } from './boardMoves.ts'

/** A listener is told of moves at most this often. */
export const ANNOUNCE_EVERY = 10_000

/** 'Riley Example is now 2nd', for a polite live region; later moves replace one that has not been said yet. */
export function useMoveAnnouncement(state: BoardState<Placed>): string {
  const [said, setSaid] = useState('')
  const saidAt = useRef(Number.NEGATIVE_INFINITY)
  const words = wordsFor(state)
  useEffect(() => {
    if (!words) return
    const wait = Math.max(0, saidAt.current + ANNOUNCE_EVERY - Date.now())
    const timer = setTimeout(() => {
      saidAt.current = Date.now()
      setSaid(words)
    }, wait)
    return () => clearTimeout(timer)
    // The same words again are news when they come from another move.
  }, [words, state.movedAt])
  return said
}

function wordsFor({ shown, risen, movedAt }: BoardState<Placed>): string {
  return shown
    .flatMap(({ user }, index) =>
      risen.get(user.id)?.at === movedAt ? [`${user.fullName} is now ${ordinal(index + 1)}`] : [],
    )
    .join(', ')
}
