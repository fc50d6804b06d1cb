import { useEffect, useReducer } from 'react'
import { type BoardState, msUntilMove, type RankedEntry, updateBoard, initialBoard } from './boardMoves.ts'

/** The board to render. Rows move at most every two seconds. */
export function useBoardMoves<Entry extends RankedEntry>(entries: readonly Entry[]): BoardState<Entry> {
  const [state, receive] = useReducer(
    (current: BoardState<Entry>, next: readonly Entry[]) => updateBoard(current, next, Date.now()),
    entries,
    initialBoard<Entry>,
  )
  useEffect(() => receive(entries), [entries])

  useEffect(() => {
    const due = msUntilMove(state, Date.now())
    if (due === null || !state.pending) return
    const newest = state.pending
    const timer = setTimeout(() => receive(newest), due)
    return () => clearTimeout(timer)
  }, [state])
  return state
}
