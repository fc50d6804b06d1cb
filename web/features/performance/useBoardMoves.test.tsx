// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RankedEntry } from './boardMoves.ts'
import { useBoardMoves } from './useBoardMoves.ts'
import { useMoveAnnouncement } from './useMoveAnnouncement.ts'

const board = (...names: string[]): RankedEntry[] =>
  names.map((name, index) => ({ rank: index + 1, user: { id: name, fullName: name } }))

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function watch(first: RankedEntry[]) {
  const hook = renderHook(
    ({ entries }) => {
      const state = useBoardMoves(entries)
      return { order: state.visible.map(({ user }) => user.id).join(' '), said: useMoveAnnouncement(state) }
    },
    { initialProps: { entries: first } },
  )
  return {
    now: () => hook.result.current,
    receive: (...names: string[]) => hook.rerender({ entries: board(...names) }),
    pass: (milliseconds: number) => {
      void act(() => vi.advanceTimersByTime(milliseconds))
    },
  }
}

it('combines a burst of changes into two moves, the second with the final state', () => {
  const { now, receive, pass } = watch(board('A', 'B', 'C', 'D'))
  receive('B', 'A', 'C', 'D')
  expect(now().order).toBe('B A C D')
  pass(300)
  receive('B', 'C', 'A', 'D')
  pass(300)
  receive('D', 'B', 'C', 'A')
  expect(now().order).toBe('B A C D')
  pass(1399)
  expect(now().order).toBe('B A C D')
  pass(1)
  expect(now().order).toBe('D B C A')
})

it('announces moves at most every ten seconds', () => {
  const { now, receive, pass } = watch(board('Avery', 'Riley', 'Casey'))
  expect(now().said).toBe('')
  receive('Riley', 'Avery', 'Casey')
  pass(0)
  expect(now().said).toBe('Riley is now 1st')
  pass(3000)
  receive('Riley', 'Casey', 'Avery')
  pass(3000)
  receive('Casey', 'Riley', 'Avery')
  pass(3999)
  expect(now().said).toBe('Riley is now 1st')
  pass(1)
  expect(now().said).toBe('Casey is now 1st')
})
