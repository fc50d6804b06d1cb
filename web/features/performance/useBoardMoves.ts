import { useEffect, useReducer } from 'react'
import { type BoardState, moveDueIn, type Placed, receiveBoard, startBoard } from './boardMoves.ts'

/** The board to draw now: the newest, except that rows move at most every two seconds. */
export function useBoardMoves<Entry extends Placed>(entries: readonly Entry[]): BoardState<Entry> {
  const [state, receive] = useReducer(
    (current: BoardState<Entry>, next: readonly Entry[]) => receiveBoard(current, next, Date.now()),
    entries,
    startBoard<Entry>,
  )
  useEffect(() => receive(entries), [entries])

  useEffect(() => {
    const due = moveDueIn(state, Date.now())
    if (due === null || !state.waiting) return
    const newest = state.waiting
    const timer = setTimeout(() => receive(newest), due)
    return () => clearTimeout(timer)
  }, [state])
  return state
}
