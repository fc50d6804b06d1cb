// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useTypedFilter } from './useTypedFilter.ts'

const PAUSE_MS = 300
const send = vi.fn<(change: { search: string }) => void>()

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.resetAllMocks()
})

/** The hook, with a function that types and one that changes the URL. */
function renderTyped(urlSearch: string) {
  const { result, rerender } = renderHook((search: string) => useTypedFilter(search, send), { initialProps: urlSearch })
  return {
    typed: () => result.current.typed,
    type: (text: string) => act(() => result.current.setTyped(text)),
    reset: () => act(() => result.current.reset()),
    pause: () =>
      act(() => {
        vi.advanceTimersByTime(PAUSE_MS)
      }),
    changeUrl: (search: string) => rerender(search),
  }
}

it('sends what was typed once, when typing pauses', () => {
  const { type, pause, changeUrl, typed } = renderTyped('')
  type('o')
  type('oak')
  expect(send).not.toHaveBeenCalled()
  pause()
  pause()
  expect(send.mock.calls).toEqual([[{ search: 'oak' }]])
  changeUrl('oak')
  pause()
  expect(send).toHaveBeenCalledTimes(1)
  expect(typed()).toBe('oak')
})

it('sends nothing after a reset, however late the URL changes', () => {
  const { reset, pause, changeUrl, typed } = renderTyped('oak')
  reset()
  pause()
  pause()
  expect(send).not.toHaveBeenCalled()
  changeUrl('')
  expect(typed()).toBe('')
})

it('is replaced by another search in the URL, and the search before can be typed again', () => {
  const { type, pause, changeUrl, typed } = renderTyped('')
  type('oak')
  pause()
  changeUrl('oak')
  changeUrl('')
  expect(typed()).toBe('')
  type('oak')
  pause()
  expect(send.mock.calls).toEqual([[{ search: 'oak' }], [{ search: 'oak' }]])
})

it('keeps what is typed while the URL changes to what was sent', () => {
  const { type, pause, changeUrl, typed } = renderTyped('')
  type('oak')
  pause()
  type('oak st')
  changeUrl('oak')
  expect(typed()).toBe('oak st')
  pause()
  expect(send.mock.lastCall).toEqual([{ search: 'oak st' }])
})
