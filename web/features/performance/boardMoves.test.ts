import { describe, expect, it } from 'vitest'
import { moveDueIn, type Placed, receiveBoard, startBoard } from './boardMoves.ts'

interface Entry extends Placed {
  leads: number
}

const board = (...names: string[]): Entry[] =>
  names.map((name, index) => ({ rank: index + 1, leads: 0, user: { id: name, fullName: name } }))
const names = (entries: readonly Placed[]) => entries.map(({ user }) => user.id).join(' ')

describe('the moves of the board', () => {
  it('shows new figures at once where nobody changes place', () => {
    const before = startBoard(board('Avery', 'Riley'))
    const after = receiveBoard(
      before,
      board('Avery', 'Riley').map((entry) => ({ ...entry, leads: 7 })),
      100,
    )
    expect(after.shown.map(({ leads }) => leads)).toEqual([7, 7])
    expect(after.risen.size).toBe(0)
  })

  it('marks who rose, and by how many places, and not who fell', () => {
    const state = receiveBoard(startBoard(board('Avery', 'Jordan', 'Riley')), board('Riley', 'Avery', 'Jordan'), 1000)
    expect(names(state.shown)).toBe('Riley Avery Jordan')
    expect([...state.risen]).toEqual([['Riley', { places: 2, at: 1000 }]])
  })

  it('moves at most every two seconds and gathers what happens meanwhile', () => {
    let state = receiveBoard(startBoard(board('A', 'B', 'C')), board('B', 'A', 'C'), 1000)
    state = receiveBoard(state, board('B', 'C', 'A'), 1500)
    state = receiveBoard(state, board('C', 'B', 'A'), 1900)
    expect(names(state.shown)).toBe('B A C')
    expect(moveDueIn(state, 2000)).toBe(1000)
    state = receiveBoard(state, state.waiting ?? [], 3000)
    expect(names(state.shown)).toBe('C B A')
    expect(moveDueIn(state, 3000)).toBeNull()
    expect(state.risen.get('C')).toEqual({ places: 2, at: 3000 })
  })

  it('forgets a waiting move that was taken back', () => {
    let state = receiveBoard(startBoard(board('A', 'B')), board('B', 'A'), 1000)
    state = receiveBoard(state, board('A', 'B'), 1500)
    state = receiveBoard(state, board('B', 'A'), 1600)
    expect(moveDueIn(state, 1600)).toBeNull()
    expect(names(state.shown)).toBe('B A')
  })

  it('keeps a rise marked for its four seconds and the fading, and no longer', () => {
    let state = receiveBoard(startBoard(board('A', 'B', 'C')), board('B', 'A', 'C'), 1000)
    state = receiveBoard(state, board('B', 'C', 'A'), 5000)
    expect([...state.risen.keys()]).toEqual(['B', 'C'])
    state = receiveBoard(state, board('A', 'C', 'B'), 8000)
    expect([...state.risen.keys()]).toEqual(['C', 'A'])
  })

  it('takes the mark from someone who falls again', () => {
    let state = receiveBoard(startBoard(board('A', 'B', 'C')), board('B', 'A', 'C'), 1000)
    state = receiveBoard(state, board('A', 'B', 'C'), 3000)
    expect([...state.risen.keys()]).toEqual(['A'])
  })

  it('takes someone new for having come from beneath the last row', () => {
    const state = receiveBoard(startBoard(board('A', 'B')), board('A', 'New', 'B'), 1000)
    expect(state.risen.get('New')).toEqual({ places: 1, at: 1000 })
  })

  it('does not move for what happens beneath the fifth place', () => {
    const state = receiveBoard(
      startBoard(board('A', 'B', 'C', 'D', 'E', 'F', 'G')),
      board('A', 'B', 'C', 'D', 'E', 'G', 'F'),
      1000,
    )
    expect(state.movedAt).toBe(Number.NEGATIVE_INFINITY)
    expect(names(state.shown)).toBe('A B C D E G F')
  })
})
