import { describe, expect, it } from 'vitest'
import { msUntilMove, type RankedEntry, updateBoard, initialBoard } from './boardMoves.ts'

interface Entry extends RankedEntry {
  leads: number
}

const board = (...names: string[]): Entry[] =>
  names.map((name, index) => ({ rank: index + 1, leads: 0, user: { id: name, fullName: name } }))
const names = (entries: readonly RankedEntry[]) => entries.map(({ user }) => user.id).join(' ')

describe('the leaderboard', () => {
  it('shows new values at once when no row changes its place', () => {
    const before = initialBoard(board('Avery', 'Riley'))
    const after = updateBoard(
      before,
      board('Avery', 'Riley').map((entry) => ({ ...entry, leads: 7 })),
      100,
    )
    expect(after.visible.map(({ leads }) => leads)).toEqual([7, 7])
    expect(after.rises.size).toBe(0)
  })

  it('marks rows that moved up with the number of places, and no others', () => {
    const state = updateBoard(initialBoard(board('Avery', 'Jordan', 'Riley')), board('Riley', 'Avery', 'Jordan'), 1000)
    expect(names(state.visible)).toBe('Riley Avery Jordan')
    expect([...state.rises]).toEqual([['Riley', { places: 2, at: 1000 }]])
  })

  it('moves at most every two seconds and combines the changes in between', () => {
    let state = updateBoard(initialBoard(board('A', 'B', 'C')), board('B', 'A', 'C'), 1000)
    state = updateBoard(state, board('B', 'C', 'A'), 1500)
    state = updateBoard(state, board('C', 'B', 'A'), 1900)
    expect(names(state.visible)).toBe('B A C')
    expect(msUntilMove(state, 2000)).toBe(1000)
    state = updateBoard(state, state.pending ?? [], 3000)
    expect(names(state.visible)).toBe('C B A')
    expect(msUntilMove(state, 3000)).toBeNull()
    expect(state.rises.get('C')).toEqual({ places: 2, at: 3000 })
  })

  it('drops a pending move that was reversed', () => {
    let state = updateBoard(initialBoard(board('A', 'B')), board('B', 'A'), 1000)
    state = updateBoard(state, board('A', 'B'), 1500)
    state = updateBoard(state, board('B', 'A'), 1600)
    expect(msUntilMove(state, 1600)).toBeNull()
    expect(names(state.visible)).toBe('B A')
  })

  it('marks a rise for four seconds plus the fade, and no longer', () => {
    let state = updateBoard(initialBoard(board('A', 'B', 'C')), board('B', 'A', 'C'), 1000)
    state = updateBoard(state, board('B', 'C', 'A'), 5000)
    expect([...state.rises.keys()]).toEqual(['B', 'C'])
    state = updateBoard(state, board('A', 'C', 'B'), 8000)
    expect([...state.rises.keys()]).toEqual(['C', 'A'])
  })

  it('removes the mark from a row that falls again', () => {
    let state = updateBoard(initialBoard(board('A', 'B', 'C')), board('B', 'A', 'C'), 1000)
    state = updateBoard(state, board('A', 'B', 'C'), 3000)
    expect([...state.rises.keys()]).toEqual(['A'])
  })

  it('counts the rise of a new row from below the last place', () => {
    const state = updateBoard(initialBoard(board('A', 'B')), board('A', 'New', 'B'), 1000)
    expect(state.rises.get('New')).toEqual({ places: 1, at: 1000 })
  })

  it('does not move for changes below the fifth place', () => {
    const state = updateBoard(
      initialBoard(board('A', 'B', 'C', 'D', 'E', 'F', 'G')),
      board('A', 'B', 'C', 'D', 'E', 'G', 'F'),
      1000,
    )
    expect(state.movedAt).toBe(Number.NEGATIVE_INFINITY)
    expect(names(state.visible)).toBe('A B C D E G F')
  })
})
