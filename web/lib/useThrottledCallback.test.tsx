// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useThrottledCallback } from './useThrottledCallback.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('runs the first call at once and combines the calls within the interval', () => {
  const callback = vi.fn()
  const { result } = renderHook(() => useThrottledCallback(callback, 500))
  result.current()
  expect(callback).toHaveBeenCalledTimes(1)
  for (let hints = 0; hints < 40; hints += 1) result.current()
  expect(callback).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(500)
  expect(callback).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(500)
  expect(callback).toHaveBeenCalledTimes(2)
  result.current()
  expect(callback).toHaveBeenCalledTimes(3)
})

it('does not run after unmount', () => {
  const callback = vi.fn()
  const { result, unmount } = renderHook(() => useThrottledCallback(callback, 500))
  result.current()
  result.current()
  unmount()
  vi.advanceTimersByTime(1000)
  expect(callback).toHaveBeenCalledTimes(1)
})
