import { describe, expect, it } from 'vitest'
import { msUntilMove, type RankedEntry, updateBoard, initialBoard } from './boardMoves.ts'

interface Entry extends RankedEntry {
  leads: number
}

const board = (...names: string[]): Entry[] =>
  names.map((name, index) => ({ rank: index + 1, leads: 0, user: { id: name, fullName: name } }))
const names = (entries: readonly RankedEntry[]) => entries.map(({ user }) => user.id).join(' ')

describe('the moves of the board', () => {
  it('shows new figures at once where nobody changes place', () => {
    const before = initialBoard(board('Avery', 'Riley'))
    const after = updateBoard(
      before,
      board('Avery', 'Riley').map((entry) => ({ ...entry, leads: 7 })),
      100,
    )
    expect(after.shown.map(({ leads }) => leads)).toEqual([7, 7])
    expect(after.rises.size).toBe(0)
  })

  it('marks who rose, and by how many places, and not who fell', () => {
    const state = updateBoard(initialBoard(board('Avery', 'Jordan', 'Riley')), board('Riley', 'Avery', 'Jordan'), 1000)
    expect(names(state.shown)).toBe('Riley Avery Jordan')
    expect([...state.rises]).toEqual([['Riley', { places: 2, at: 1000 }]])
  })

  it('moves at most every two seconds and gathers what happens meanwhile', () => {
    let state = updateBoard(initialBoard(board('A', 'B', 'C')), board('B', 'A', 'C'), 1000)
    state = updateBoard(state, board('B', 'C', 'A'), 1500)
    state = updateBoard(state, board('C', 'B', 'A'), 1900)
    expect(names(state.shown)).toBe('B A C')
    expect(msUntilMove(state, 2000)).toBe(1000)
    state = updateBoard(state, state.pending ?? [], 3000)
    expect(names(state.shown)).toBe('C B A')
    expect(msUntilMove(state, 3000)).toBeNull()
    expect(state.rises.get('C')).toEqual({ places: 2, at: 3000 })
  })

  it('forgets a waiting move that was taken back', () => {
    let state = updateBoard(initialBoard(board('A', 'B')), board('B', 'A'), 1000)
    state = updateBoard(state, board('A', 'B'), 1500)
    state = updateBoard(state, board('B', 'A'), 1600)
    expect(msUntilMove(state, 1600)).toBeNull()
    expect(names(state.shown)).toBe('B A')
  })

  it('keeps a rise marked for its four seconds and the fading, and no longer', () => {
    let state = updateBoard(initialBoard(board('A', 'B', 'C')), board('B', 'A', 'C'), 1000)
    state = updateBoard(state, board('B', 'C', 'A'), 5000)
    expect([...state.rises.keys()]).toEqual(['B', 'C'])
    state = updateBoard(state, board('A', 'C', 'B'), 8000)
    expect([...state.rises.keys()]).toEqual(['C', 'A'])
  })

  it('takes the mark from someone who falls again', () => {
    let state = updateBoard(initialBoard(board('A', 'B', 'C')), board('B', 'A', 'C'), 1000)
    state = updateBoard(state, board('A', 'B', 'C'), 3000)
    expect([...state.rises.keys()]).toEqual(['A'])
  })

  it('takes someone new for having come from beneath the last row', () => {
    const state = updateBoard(initialBoard(board('A', 'B')), board('A', 'New', 'B'), 1000)
    expect(state.rises.get('New')).toEqual({ places: 1, at: 1000 })
  })

  it('does not move for what happens beneath the fifth place', () => {
    const state = updateBoard(
      initialBoard(board('A', 'B', 'C', 'D', 'E', 'F', 'G')),
      board('A', 'B', 'C', 'D', 'E', 'G', 'F'),
      1000,
    )
    expect(state.movedAt).toBe(Number.NEGATIVE_INFINITY)
    expect(names(state.shown)).toBe('A B C D E G F')
  })
})
